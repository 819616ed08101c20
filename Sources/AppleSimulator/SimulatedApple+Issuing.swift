import PaymentDomain

extension SimulatedApple {
    /// The validity of a certificate: from a time for as long as Apple's certificates, unless an end is given.
    package struct Validity: Sendable, Hashable {
        package let notBefore: Timestamp
        package let notAfter: Timestamp

        /// From a time to the end, or for 25 months as Apple counts them.
        ///
        /// - Throws: ``SimulatorError/badValidity`` if the end isn't after the start, or if either is outside the
        ///   simulator's range.
        package init(from start: Timestamp, to end: Timestamp? = nil) throws(SimulatorError) {
            notBefore = Timestamp(seconds: start.seconds)
            notAfter =
                end ?? notBefore.adding(seconds: SimulatorLimits.issuedDays * 86_400 - 1)
            guard notBefore < notAfter, notAfter <= SimulatorLimits.validUntil,
                notBefore >= SimulatorLimits.validFrom
            else { throw .badValidity }
        }
    }

    /// Answers a request for a certificate, as Apple's developer site does.
    ///
    /// Apple takes the key from the request, and nothing else.
    ///
    /// - Throws: ``SimulatorError/badMerchantIdentifier``,
    ///   ``SimulatorError/requestKeyUnsupported``, ``SimulatorError/certificateFailed``.
    package func answer(
        _ request: SimulatedRequest, for identifier: String, purpose: SimulatedPurpose,
        validity: Validity
    ) throws(SimulatorError) -> SimulatedCertificate {
        guard SimulatedMerchant.isValid(identifier) else { throw .badMerchantIdentifier }
        guard purpose.takes(request.version) else { throw .requestKeyUnsupported }
        var recipe = purpose.recipe(identifier)
        recipe.notBefore = validity.notBefore
        recipe.notAfter = validity.notAfter
        return try SimulatedCertificate(try intermediate.issue(recipe, for: request.publicKey))
    }
}
