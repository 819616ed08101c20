/// The kinds of keys that Apple Pay's certificates are made for.
package enum KeyAlgorithm: String, Sendable, Hashable, CaseIterable, Codable {
    /// P-256: payment processing, tokens of version EC_v1.
    case ec
    /// RSA with 2048 bits: payment processing, tokens of version RSA_v1, and merchant identity.
    case rsa
}

/// The purpose of a merchant's Apple certificate.
package enum CertificatePurpose: String, Sendable, Hashable, CaseIterable, Codable {
    /// Apple's devices encrypt payment tokens for its key.
    case paymentProcessing = "payment-processing"
    /// The merchant shows it to Apple's server to start a payment on a web page.
    case merchantIdentity = "merchant-identity"

    /// The kinds of keys that Apple accepts for it.
    ///
    /// Source: Apple, "Setting Up Your Server": the merchant identity key is RSA with 2048 bits.
    package var algorithms: Set<KeyAlgorithm> {
        switch self {
        case .paymentProcessing: [.ec, .rsa]
        case .merchantIdentity: [.rsa]
        }
    }
}
