/// The purpose of a merchant's certificate.
package enum SimulatedPurpose: String, Sendable, Hashable, CaseIterable {
    /// Devices encrypt tokens for its key.
    case paymentProcessing = "payment-processing"
    /// The merchant shows it to Apple's server.
    case merchantIdentity = "merchant-identity"

    /// The recipe of such a certificate.
    func recipe(_ identifier: String) -> CertificateRecipe {
        switch self {
        case .paymentProcessing: .merchant(identifier)
        case .merchantIdentity: .merchantIdentity(identifier)
        }
    }

    /// Whether Apple takes a key of this kind for it.
    ///
    /// Source: Apple, "Setting Up Your Server": merchant identity keys are RSA with 2048 bits.
    func takes(_ version: SimulatedTokenVersion) -> Bool {
        switch self {
        case .paymentProcessing: true
        case .merchantIdentity: version == .rsaV1
        }
    }
}
