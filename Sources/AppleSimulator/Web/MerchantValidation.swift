import PaymentDomain
import X509

/// Apple's server that lets a page show the sheet: it knows a shop by its client certificate, and answers with a session.
///
/// A pure function of a request: a listener brings the certificate that the client has proved in TLS.
///
/// Source: Apple, "Requesting an Apple Pay payment session".
package struct MerchantValidation: Sendable {
    private let apple: SimulatedApple
    private let domains: @Sendable (_ identifier: String) -> Set<String>

    /// A server.
    ///
    /// - Parameter domains: The domains that a merchant has registered.
    package init(
        _ apple: SimulatedApple,
        domains: @escaping @Sendable (_ identifier: String) -> Set<String>
    ) {
        self.apple = apple
        self.domains = domains
    }

    /// The paths that it answers: today's and the older one.
    package static let paths = [
        "/paymentservices/paymentSession", "/paymentservices/startSession",
    ]

    /// Answers a request.
    ///
    /// - Parameter certificate: The client's, in DER. Its chain and its dates were checked in TLS.
    /// - Throws: ``SimulatorError/cryptographyFailed`` if the session can't be signed.
    package func answer(
        _ body: [UInt8], certificate: [UInt8], at now: Timestamp, trouble: ValidationTrouble? = nil
    ) throws(SimulatorError) -> ValidationAnswer {
        try answer(body, owner: Self.owner(of: certificate), at: now, trouble: trouble)
    }

    /// Answers a request on a connection whose client is known.
    ///
    /// - Parameter owner: The merchant of the client's certificate, as ``owner(of:)`` reads it.
    package func answer(
        _ body: [UInt8], owner: String?, at now: Timestamp, trouble: ValidationTrouble? = nil
    ) throws(SimulatorError) -> ValidationAnswer {
        let session: WebSession
        do throws(ValidationRefusal) {
            guard trouble != .refused else { throw .forbidden }
            session = try self.session(body, owner: owner, at: now, trouble)
        } catch {
            return error.answer
        }
        let signer = trouble == .otherEnvironment ? try apple.otherSigner() : apple.ecSigner
        let json = try session.signed(by: signer, of: apple, at: now)
        return ValidationAnswer(status: 200, body: Array(json.utf8))
    }

    private func session(
        _ body: [UInt8], owner: String?, at now: Timestamp, _ trouble: ValidationTrouble?
    ) throws(ValidationRefusal) -> WebSession {
        guard let owner else { throw .wrongCertificate }
        guard let request = WebSessionRequest(body) else { throw .malformed }
        guard let merchant = request.merchantIdentifier, !merchant.isEmpty else {
            throw .merchantMissing
        }
        guard merchant == owner else { throw .otherMerchant(merchant) }
        guard let domain = request.domain else { throw .domainMissing }
        guard let name = request.displayName, !name.isEmpty,
            name.unicodeScalars.count <= SimulatorLimits.displayNameCharacters
        else { throw .nameInvalid }
        guard domains(merchant).contains(domain) else {
            throw .domainUnknown(merchant: merchant, domain: domain)
        }
        let start =
            trouble == .expired ? now.adding(seconds: -2 * SimulatorLimits.sessionSeconds) : now
        return WebSession(merchant: merchant, domain: domain, displayName: name, at: start)
    }

    /// The merchant of an identity certificate; nil for a certificate of another purpose.
    package static func owner(of certificate: [UInt8]) -> String? {
        guard let certificate = try? Certificate(derEncoded: certificate),
            certificate.extensions[oid: SimulatorOID.extendedKeyUsage] != nil,
            let identifier = certificate.merchantIdentifier,
            let stated = certificate.extensions[oid: SimulatorOID.merchantIdentifierHash],
            stated.value.elementsEqual(
                SimulatorDER.utf8(SimulatedMerchant.hash(of: identifier)))
        else { return nil }
        return identifier
    }
}

extension SimulatedApple {
    /// A signer of the other environment: Apple's sandbox and its production sign with certificates of other names.
    fileprivate func otherSigner() throws(SimulatorError) -> SimulatedIdentity {
        let isSandbox = ecSigner.certificate.subject.description.contains("SANDBOX")
        return try intermediate.issueLeaf(
            CertificateRecipe(.signer, subject: isSandbox ? .ecSigner : .sandboxECSigner))
    }
}
