/// The limits of the vault.
public enum VaultLimits {
    /// Every key of the vault, the master key too, in bytes: AES-256 and HMAC-SHA256.
    public static let keyBytes = 32
    /// The nonce in front of a sealed record, in bytes.
    ///
    /// Source: NIST SP 800-38D, 8.2: 96 bits.
    public static let nonceBytes = 12
    /// The authentication tag at the end of a sealed record, in bytes.
    public static let tagBytes = 16
    /// The most bytes that one record may hold; results are the longest, at a few hundred.
    public static let recordBytes = 65_536
    /// The fewest digits of a handle that is made of digits alone.
    ///
    /// Source: cnpAPI and LitleXML schemas, ccAccountNumberType, which tokens have too: 13 to 25
    /// characters.
    public static let shortestDigitHandle = 13
    /// How many generations of sealing keys are kept open at once.
    public static let generations = 1_000
}
