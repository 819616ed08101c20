/// The fields of a payment token as bytes, before base64 and hex.
public struct SimulatedTokenParts: Sendable, Hashable {
    /// What the token says its version is.
    public var version: String
    /// The encrypted payload, followed by its tag.
    public var data: [UInt8]
    /// The CMS signature; empty until it is signed.
    public var signature: [UInt8] = []
    /// The ephemeral key as a DER SubjectPublicKeyInfo; EC_v1.
    public var ephemeralPublicKey: [UInt8]?
    /// The wrapped content key; RSA_v1.
    public var wrappedKey: [UInt8]?
    /// The SHA-256 of the merchant's public key.
    public var publicKeyHash: [UInt8]
    /// The transaction identifier.
    public var transactionID: [UInt8]
    /// The SHA-256 of the request's applicationData.
    public var applicationData: [UInt8]?

    /// The bytes that are signed: the key, the data, the transaction identifier and the application
    /// data.
    ///
    /// Source: Apple, Payment token format reference, "Verify the signature", step 1d and 1e.
    public var signedContent: [UInt8] {
        let isRSA = version == SimulatedTokenVersion.rsaV1.rawValue
        let key = (isRSA ? wrappedKey : ephemeralPublicKey) ?? []
        return key + data + transactionID + (applicationData ?? [])
    }
}
