/// The limits of the vault.
package enum VaultLimits {
    /// Every key of the vault, the master key too, in bytes: AES-256 and HMAC-SHA256.
    package static let keyBytes = 32
    /// The nonce in front of a sealed record, in bytes.
    ///
    /// Source: NIST SP 800-38D, 8.2: 96 bits.
    package static let nonceBytes = 12
    /// The authentication tag at the end of a sealed record, in bytes.
    package static let tagBytes = 16
    /// The most bytes that one record may hold; results are the longest, at a few hundred.
    package static let recordBytes = 65_536
    /// The fewest digits of a handle that is made of digits alone.
    ///
    /// Source: cnpAPI and LitleXML schemas, ccAccountNumberType, which tokens have too: 13 to 25
    /// characters.
    package static let shortestDigitHandle = 13
    /// How many generations of sealing keys of one merchant are kept open at once.
    package static let generations = 1_000
    /// After how long a merchant gets a new sealing key, in seconds: thirty days.
    ///
    /// At a thousand sealed records a second that is 2.6 thousand million, under the 2^32 that one
    /// key may seal with random nonces (NIST SP 800-38D, 8.3).
    package static let keyPeriodSeconds: Int64 = 30 * 86_400
    /// How many bytes of a keyed hash name a master key.
    package static let masterNameBytes = 8
}
