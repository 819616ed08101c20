/// Why the simulator could not do what it was asked for.
package enum SimulatorError: String, Error, Sendable, Hashable, CaseIterable {
    /// A merchant identifier that is empty, too long, or no safe file name.
    case badMerchantIdentifier = "bad-merchant-identifier"
    /// The store's folder or a file in it cannot be made.
    case storeUnwritable = "store-unwritable"
    /// A file of the store cannot be read.
    case storeUnreadable = "store-unreadable"
    /// A file of the store is missing beside its pair, or is no key or certificate that fits.
    case storeDamaged = "store-damaged"
    /// A certificate cannot be made from its recipe.
    case certificateFailed = "certificate-failed"
    /// The file is no PKCS#10 request.
    case badRequest = "bad-certificate-request"
    /// The request is not signed with its own key.
    case requestSignatureWrong = "request-signature-wrong"
    /// The request's key is not of a kind that Apple takes for this purpose.
    case requestKeyUnsupported = "request-key-unsupported"
    /// A certificate that would end before it begins.
    case badValidity = "bad-validity"
    /// The file is no payment processing certificate.
    case badCertificate = "bad-certificate"
    /// The certificate's key cannot take a token of this version.
    case versionMismatch = "token-version-mismatch"
    /// A key cannot be made, or a signature or an encryption failed.
    case cryptographyFailed = "cryptography-failed"

    /// The stable code, for metrics and for the command line.
    package var code: String { rawValue }
}

/// Runs a step of a library with untyped errors, and says ours in place of them.
func failing<Value>(
    as failure: SimulatorError, _ step: () throws -> Value
) throws(SimulatorError) -> Value {
    do {
        return try step()
    } catch {
        throw failure
    }
}
