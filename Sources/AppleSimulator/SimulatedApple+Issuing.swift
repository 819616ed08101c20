import PaymentDomain

extension SimulatedApple {
    /// How long a certificate lasts: from a moment for as long as Apple's do, unless an end is
    /// given.
    public struct Validity: Sendable, Hashable {
        /// The first moment.
        public let notBefore: Timestamp
        /// The last second.
        public let notAfter: Timestamp

        /// From a moment to the end, or for 25 months as Apple counts them.
        ///
        /// - Throws: ``SimulatorError/badValidity`` where the end is not after the beginning, or
        ///   either is out of what the simulator writes.
        public init(from start: Timestamp, to end: Timestamp? = nil) throws(SimulatorError) {
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
    public func answer(
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
