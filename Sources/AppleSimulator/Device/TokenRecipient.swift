import Crypto

/// For whom a token is encrypted: a merchant's public keys, and what names the merchant.
struct TokenRecipient: Sendable {
    /// A P-256 key with its hash, ready for use: benchmarks make thousands of tokens.
    private struct AgreementKey: Sendable {
        let key: P256.KeyAgreement.PublicKey
        let hash: [UInt8]
    }

    private enum Keys: Sendable {
        /// The simulator's own pairs.
        case both(AgreementKey, SimulatedMerchant)
        /// One certificate, whose private key is somewhere else.
        case one(SimulatedCertificate)
    }

    private let keys: Keys
    /// The SHA-256 of the merchant identifier.
    let identifierHash: [UInt8]

    /// A merchant whose pairs the simulator has.
    init(_ merchant: SimulatedMerchant) {
        let hash = Array(SHA256.hash(data: merchant.ec.key.publicKeyInfo))
        let key = AgreementKey(key: merchant.agreementKey.publicKey, hash: hash)
        keys = .both(key, merchant)
        identifierHash = merchant.identifierHash
    }

    /// A merchant who keeps its own key.
    init(_ certificate: SimulatedCertificate) {
        keys = .one(certificate)
        identifierHash = certificate.identifierHash
    }

    /// The key for EC_v1, and its hash.
    ///
    /// - Throws: ``SimulatorError/versionMismatch`` if the certificate is for RSA.
    func agreementKey() throws(SimulatorError) -> (P256.KeyAgreement.PublicKey, hash: [UInt8]) {
        switch keys {
        case .both(let key, _): return (key.key, key.hash)
        case .one(let certificate):
            guard certificate.version == .ecV1 else { throw .versionMismatch }
            let key = try failing(as: .badCertificate) {
                try P256.KeyAgreement.PublicKey(derRepresentation: certificate.publicKeyInfo)
            }
            return (key, Array(SHA256.hash(data: certificate.publicKeyInfo)))
        }
    }

    /// The SubjectPublicKeyInfo of the key for RSA_v1.
    ///
    /// - Throws: ``SimulatorError/versionMismatch`` if the certificate is for P-256.
    func transportKeyInfo() throws(SimulatorError) -> [UInt8] {
        switch keys {
        case .both(_, let merchant): return try merchant.rsa().key.publicKeyInfo
        case .one(let certificate):
            guard certificate.version == .rsaV1 else { throw .versionMismatch }
            return certificate.publicKeyInfo
        }
    }
}
