/// The fields of a payment token as bytes, before base64 and hex.
package struct SimulatedTokenParts: Sendable, Hashable {
    /// The version that the token states.
    package var version: String
    /// The encrypted payload, followed by its tag.
    package var data: [UInt8]
    /// The CMS signature; empty until it is signed.
    package var signature: [UInt8] = []
    /// The ephemeral key as a DER SubjectPublicKeyInfo; EC_v1.
    package var ephemeralPublicKey: [UInt8]?
    /// The wrapped content key; RSA_v1.
    package var wrappedKey: [UInt8]?
    /// The SHA-256 of the merchant's public key.
    package var publicKeyHash: [UInt8]
    package var transactionID: [UInt8]
    /// The SHA-256 of the request's applicationData.
    package var applicationData: [UInt8]?

    /// The bytes that are signed: the key, the data, the transaction identifier and the application
    /// data.
    ///
    /// Source: Apple, Payment token format reference, "Verify the signature", step 1d and 1e.
    package var signedContent: [UInt8] {
        let isRSA = version == SimulatedTokenVersion.rsaV1.rawValue
        let key = (isRSA ? wrappedKey : ephemeralPublicKey) ?? []
        return key + data + transactionID + (applicationData ?? [])
    }
}
