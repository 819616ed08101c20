import CardVault
import PaymentDomain

/// A key of a merchant and, once Apple has answered, its certificate.
public struct CertificateRecord: Sendable, Hashable {
    /// Where it is in its life.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// A request was made; Apple's answer is awaited.
        case pending
        /// It is in use.
        case active
        /// It opens nothing any more; its private key is erased.
        case retired
    }

    /// Its number, by which an operator names it.
    public let number: Int64
    /// Whose.
    public let merchant: MerchantID
    /// What for.
    public let purpose: CertificatePurpose
    /// The kind of key.
    public let algorithm: KeyAlgorithm
    /// Where it is in its life.
    public let state: State
    /// SHA-256 of the public key: what a token names it by.
    public let publicKeyHash: [UInt8]
    /// The private key in PKCS#8, sealed; nil once it is retired.
    public let sealedKey: SealedRecord?
    /// Apple's certificate in DER; nil while it is awaited.
    public let certificate: [UInt8]?
    /// From when the certificate is good.
    public let notBefore: Timestamp?
    /// Until when.
    public let notAfter: Timestamp?
    /// When the request was made, or the pair imported.
    public let createdAt: Timestamp

    /// A record from the books.
    public init(
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

    /// What the private key is sealed to.
    public var binding: SealBinding {
        CertificateRecord.binding(publicKeyHash, of: merchant)
    }

    /// What a private key is sealed to: its merchant and its public key.
    public static func binding(_ publicKeyHash: [UInt8], of merchant: MerchantID) -> SealBinding {
        SealBinding(
            merchant: merchant, subject: hexText(publicKeyHash), kind: .privateKey)
    }
}

/// Lower-case hex.
public func hexText(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
        let digits = String(byte, radix: 16)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
}
