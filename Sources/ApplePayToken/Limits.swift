import StrictCoding

/// The limits of a token: what Apple sends is well inside, what an attacker sends costs little.
public enum TokenLimits {
    /// The longest token JSON, in bytes; genuine ones are under 8 KiB with the outer object.
    public static let jsonBytes = 64 * 1024
    /// How deep JSON may nest; Apple's token nests three levels, a merchant token's payload five.
    public static let jsonDepth = 16
    /// How many values a JSON text may have in all: a payload for many merchants has four for each.
    public static let jsonValues = 512
    /// The longest key of a JSON object, in bytes; Apple's have up to 31. To compare a text takes the
    /// square of the marks that may follow one of its letters, so that no long one may be a key.
    public static let jsonKeyBytes = 128
    /// The longest `data` after decoding: ciphertext and tag; 300 to 800 bytes are seen.
    public static let dataBytes = 16 * 1024
    /// The longest `signature` after decoding; 2 to 3 KiB are seen.
    public static let signatureBytes = 16 * 1024
    /// The longest `wrappedKey` after decoding: RSA-4096.
    public static let wrappedKeyBytes = 512
    /// The longest `ephemeralPublicKey` that is decoded at all; a right one has exactly 91 bytes.
    public static let ephemeralKeyBytes = 512
    /// Bytes of a SHA-256: publicKeyHash, transactionId and applicationData each have exactly
    /// these.
    public static let hashBytes = 32
    /// The longest decimal number that is read as an amount, in characters.
    public static let amountCharacters = 32
    /// The longest text that is kept of a payload: a name, an identifier.
    public static let payloadTextBytes = 2048
    /// The most EMV data that is kept, in bytes.
    public static let emvBytes = 4096
    /// How many authentication responses a multitoken may have.
    public static let authenticationResponses = 64
    /// How many signer chains are remembered; Apple has two or three in use at a time, and a chain
    /// can be written in eight ways (its order, and the two forms of either ECDSA signature).
    public static let rememberedChains = 64
    /// How many certificates a set of trust roots may have.
    public static let trustRoots = 64
    /// How many keys are tried on a token that names none. Two are in use while a certificate is
    /// renewed.
    public static let keysTried = 8
    /// The longest key or certificate file, in bytes.
    public static let keyFileBytes = 64 * 1024
    /// The most rounds of PBKDF2 that an encrypted key file may ask for; more would be a denial of
    /// service.
    public static let keyDerivationRounds = 10_000_000
    /// How far from the time of receipt a token may have been signed, in seconds, unless configured.
    ///
    /// Source: Apple, Payment token format reference, step 1.e: five minutes.
    public static let defaultAgeSeconds: Int64 = 300
}

extension JSONLimits {
    /// The limits of a token's JSON, and of its payload's.
    static let ofToken: JSONLimits = {
        var limits = JSONLimits()
        limits.textBytes = TokenLimits.jsonBytes
        limits.depth = TokenLimits.jsonDepth
        limits.values = TokenLimits.jsonValues
        limits.valueBytes = TokenLimits.jsonBytes
        limits.keyBytes = TokenLimits.jsonKeyBytes
        return limits
    }()
}
