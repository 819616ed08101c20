import StrictCoding
import CardVault
import PaymentDomain

/// A key of a merchant and, once Apple has answered, its certificate.
package struct CertificateRecord: Sendable, Hashable {
    /// The states of a certificate.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// A request was made; Apple's answer is awaited.
        case pending
        /// It is in use.
        case active
        /// It opens nothing any more; its private key is erased.
        case retired
    }

    /// Its number, by which an operator names it.
    package let number: Int64
    package let merchant: MerchantID
    package let purpose: CertificatePurpose
    /// The kind of key.
    package let algorithm: KeyAlgorithm
    package let state: State
    /// SHA-256 of the public key: what a token names it by.
    package let publicKeyHash: [UInt8]
    /// The private key in PKCS#8, sealed; nil once it is retired.
    package let sealedKey: SealedRecord?
    /// Apple's certificate in DER; nil while it is awaited.
    package let certificate: [UInt8]?
    /// From when the certificate is good.
    package let notBefore: Timestamp?
    package let notAfter: Timestamp?
    /// When the request was made, or the pair imported.
    package let createdAt: Timestamp

    /// A record from the database.
    package init(
        number: Int64, merchant: MerchantID, purpose: CertificatePurpose, algorithm: KeyAlgorithm,
        state: State, publicKeyHash: [UInt8], sealedKey: SealedRecord?, certificate: [UInt8]?,
        notBefore: Timestamp?, notAfter: Timestamp?, createdAt: Timestamp
    ) {
        self.number = number
        self.merchant = merchant
        self.purpose = purpose
        self.algorithm = algorithm
        self.state = state
        self.publicKeyHash = publicKeyHash
        self.sealedKey = sealedKey
        self.certificate = certificate
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.createdAt = createdAt
    }

    /// The associated data of the sealed private key.
    package var binding: AssociatedData {
        CertificateRecord.binding(publicKeyHash, of: merchant)
    }

    /// The associated data of a private key: its merchant and its public key.
    package static func binding(_ publicKeyHash: [UInt8], of merchant: MerchantID) -> AssociatedData
    {
        AssociatedData(
            merchant: merchant, subject: Hex.encode(publicKeyHash), kind: .privateKey)
    }
}
