import StrictCoding
import PaymentDomain

/// An Apple Pay payment token, decoded. Nothing in it is trusted yet.
///
/// The first step of four: parsed, verified, decrypted, matched with the order. Only
/// ``PaymentTokenVerifier`` makes the next one.
///
/// Source: Apple, Payment token format reference, "Payment token structure".
public struct PaymentToken: Sendable {
    /// The two ways in which the payload's key travels.
    public enum Version: String, Sendable, Hashable, CaseIterable {
        /// Key agreement on P-256; all regions but mainland China.
        case ecV1 = "EC_v1"
        /// The key is wrapped with RSA-OAEP; mainland China.
        case rsaV1 = "RSA_v1"
    }

    /// How the payload's key travels.
    public let version: Version
    /// Apple's identifier of the payment.
    public let transactionID: AppleTransactionID
    /// SHA-256 of the merchant's public key. No signature covers it, so it only selects a key. Nil if a protocol
    /// doesn't forward it; never nil for JSON.
    public let publicKeyHash: [UInt8]?
    /// SHA-256 of the application data that the shop set, or nil if it set none.
    public let applicationDataHash: [UInt8]?
    /// The ephemeral public key's SubjectPublicKeyInfo for EC_v1, the wrapped key for RSA_v1.
    let keyMaterial: [UInt8]
    /// Ciphertext and tag.
    let data: [UInt8]
    /// The CMS signature.
    let signature: [UInt8]

    /// The key hash as Apple writes it.
    public var publicKeyHashBase64: String? { publicKeyHash.map { Base64.encode($0) } }

    /// A token from what a shop sent, in whichever form.
    public init(payload: ApplePayPayload) throws(PaymentTokenError) {
        switch payload {
        case .json(let bytes): try self.init(json: bytes)
        case .fields(let fields): try self.init(fields: fields)
        }
    }

    /// A token from its JSON: `paymentData` alone, the outer PKPaymentToken with it, or a `token`
    /// around either; a byte order mark before it is skipped.
    public init(json: [UInt8]) throws(PaymentTokenError) {
        try self.init(EncodedToken(json: json))
    }

    /// A token from fields that a protocol carried one by one.
    public init(fields: ApplePayFields) throws(PaymentTokenError) {
        try self.init(EncodedToken(fields))
    }

    private init(_ encoded: EncodedToken) throws(PaymentTokenError) {
        try encoded.checkContent()
        guard let name = encoded.version else { throw .missingField(.version) }
        guard name.count <= 16, let version = Version(rawValue: JSONText(bytes: name).string) else {
            throw .unsupportedVersion
        }
        self.version = version
        guard let text = encoded.signature, !text.isEmpty else { throw .missingSignature }
        transactionID = try PaymentToken.transactionID(encoded.transactionId)
        applicationDataHash = try PaymentToken.applicationData(encoded.applicationData)
        publicKeyHash = try PaymentToken.keyHash(encoded)
        // A key of the other version is dirt that shops send ("wrappedKey": "wrapped key"); it is
        // not even decoded.
        switch version {
        case .ecV1:
            keyMaterial = try PaymentToken.base64(
                encoded.ephemeralPublicKey, .ephemeralPublicKey,
                limit: TokenLimits.ephemeralKeyBytes)
            try EphemeralKey.checkShape(keyMaterial)
        case .rsaV1:
            keyMaterial = try PaymentToken.base64(
                encoded.wrappedKey, .wrappedKey, limit: TokenLimits.wrappedKeyBytes)
        }
        data = try PaymentToken.base64(encoded.data, .data, limit: TokenLimits.dataBytes)
        signature = try PaymentToken.base64(text, .signature, limit: TokenLimits.signatureBytes)
        guard !signature.isEmpty else { throw .missingSignature }
    }

    // MARK: Decoding of fields

    /// Decodes a base64 field; an empty one is a missing one, as forms send it.
    private static func base64(
        _ text: ArraySlice<UInt8>?, _ field: TokenField, limit: Int
    ) throws(PaymentTokenError) -> [UInt8] {
        guard let text, !text.isEmpty else { throw .missingField(field) }
        // Twice the encoded length leaves room for line breaks.
        guard text.count <= limit / 3 * 8 + 16 else { throw .fieldTooLong(field) }
        let bytes: [UInt8]
        do throws(Base64Fault) {
            bytes = try Base64.decode(text, .wrapped)
        } catch {
            switch error {
            case .malformed: throw .malformedBase64(field)
            case .plusLost: throw .base64PlusLost(field)
            }
        }
        guard bytes.count <= limit else { throw .fieldTooLong(field) }
        return bytes
    }

    private static func keyHash(
        _ encoded: EncodedToken
    ) throws(PaymentTokenError) -> [UInt8]? {
        if encoded.mayNameNoKey, encoded.publicKeyHash?.isEmpty ?? true { return nil }
        let hash = try base64(
            encoded.publicKeyHash, .publicKeyHash, limit: TokenLimits.hashBytes)
        guard hash.count == TokenLimits.hashBytes else { throw .wrongLength(.publicKeyHash) }
        return hash
    }

    private static func transactionID(
        _ text: ArraySlice<UInt8>?
    ) throws(PaymentTokenError) -> AppleTransactionID {
        guard let text, !text.isEmpty else { throw .missingField(.transactionId) }
        guard let identifier = AppleTransactionID(bytes: try hash(text, .transactionId)) else {
            throw .wrongLength(.transactionId)
        }
        return identifier
    }

    /// The application data's hash. Hex, not base64, and exactly a SHA-256: see
    /// ``AppleTransactionID/init(bytes:)``.
    private static func applicationData(
        _ text: ArraySlice<UInt8>?
    ) throws(PaymentTokenError) -> [UInt8]? {
        guard let text, !text.isEmpty else { return nil }
        return try hash(text, .applicationData)
    }

    private static func hash(
        _ text: ArraySlice<UInt8>, _ field: TokenField
    ) throws(PaymentTokenError) -> [UInt8] {
        guard text.count <= 4 * TokenLimits.hashBytes else { throw .wrongLength(field) }
        guard let bytes = Hex.decode(text) else { throw .malformedHex(field) }
        guard bytes.count == TokenLimits.hashBytes else { throw .wrongLength(field) }
        return bytes
    }
}
