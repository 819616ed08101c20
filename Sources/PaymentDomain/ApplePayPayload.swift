/// An Apple Pay payload as a shop sent it: nothing in it is decoded, checked or trusted.
///
/// Some protocols carry Apple's JSON whole, others carry its fields one by one. Either way the token core decodes it; a
/// dialect only finds the fields.
public indirect enum ApplePayPayload: Sendable, Hashable {
    /// The `paymentData` JSON, or the outer PKPaymentToken JSON around it.
    case json([UInt8])
    /// The fields of `paymentData`, in the text encodings that Apple gives them.
    case fields(ApplePayFields)
}

/// The fields of Apple's `paymentData`, still in base64 and hex.
///
/// Source: Apple, Payment token format reference, "Payment token structure".
public struct ApplePayFields: Sendable, Hashable {
    /// `EC_v1` or `RSA_v1`.
    public var version: String
    /// Base64 of the encrypted payment data.
    public var data: String
    /// Base64 of the detached CMS signature.
    public var signature: String
    /// Base64 of the ephemeral key's SubjectPublicKeyInfo; EC_v1 only.
    public var ephemeralPublicKey: String?
    /// Base64 of the wrapped symmetric key; RSA_v1 only.
    public var wrappedKey: String?
    /// Base64 of the SHA-256 of the merchant's public key; empty where none was sent.
    public var publicKeyHash: String
    /// Whether the hash of the key may be missing. Apple always sends it, but not every protocol hands it on.
    public var mayNameNoKey = false
    /// Hex transaction identifier.
    public var transactionId: String
    /// Hex of the SHA-256 of the application data; absent if the shop set none.
    public var applicationData: String?

    /// The fields as they came.
    public init(
        version: String, data: String, signature: String, ephemeralPublicKey: String?,
        wrappedKey: String? = nil, publicKeyHash: String, transactionId: String,
        applicationData: String? = nil
    ) {
        self.version = version
        self.data = data
        self.signature = signature
        self.ephemeralPublicKey = ephemeralPublicKey
        self.wrappedKey = wrappedKey
        self.publicKeyHash = publicKeyHash
        self.transactionId = transactionId
        self.applicationData = applicationData
    }
}
