/// The meaning of an acquirer's answer to an authorization, for the payment and for the client.
///
/// Silence is unknown, never a decline. A part that the shop can't use is a decline, and is reversed.
package struct AuthorizationVerdict: Sendable, Hashable {
    /// How the authorization ends.
    package private(set) var answer: AuthorizationAnswer
    /// The client's answer.
    package private(set) var outcome: AuthorizationResult.Outcome
    /// The amount that is held for the shop; zero unless approved.
    package private(set) var amountAuthorized: Money
    /// Whether the acquirer holds, or may hold, money that nobody wants.
    package private(set) var needsReversal = false
    /// The issuer's approval code; nil unless approved.
    package private(set) var authorizationCode: String?
    /// The network's reference; nil unless approved.
    package private(set) var networkReference: String?
    /// Why the issuer refused; nil unless declined.
    package private(set) var declineReason: DeclineReason?
    /// The issuer's checks; empty if no answer counts.
    package private(set) var checks = AcquirerChecks()
    /// How the acquirer calls what it holds, wanted or not, if it said so.
    package private(set) var acquirerReference: AcquirerReference?

    /// Whether the issuer holds the amount.
    package var isApproved: Bool { outcome == .approved }

    /// Judges an answer.
    ///
    /// - Parameters:
    ///   - answer: What came back, or that nothing did.
    ///   - requested: The amount that was asked for.
    ///   - mayBePartial: Whether the shop can use a part of the amount.
    package init(_ answer: AcquirerAnswer, requested: Money, mayBePartial: Bool) {
        switch answer {
        case .declined(let reason, let checks):
            self.init(.declined, .declined(reason), requested.currency)
            declineReason = reason
            self.checks = checks
        case .notSent:
            self.init(.notSent, .notSent, requested.currency)
        case .unknown:
            self.init(unknownIn: requested.currency)
        case .approved(let approval) where !approval.fits(requested):
            // The answer is not to our request: nobody knows what is held.
            self.init(unknownIn: requested.currency)
        case .approved(let approval) where approval.amount != requested && !mayBePartial:
            self.init(.declined, .declined(.insufficientFunds), requested.currency)
            declineReason = .insufficientFunds
            needsReversal = true
            checks = approval.checks
        case .approved(let approval):
            self.init(
                .approved(approval.amount.minorUnits), .approved, requested.currency)
            amountAuthorized = approval.amount
            authorizationCode = approval.authorizationCode
            networkReference = approval.networkReference
            checks = approval.checks
        }
        // The reference of an answer that isn't to our request may be another payment's.
        if case .approved(let approval) = answer, approval.fits(requested) {
            acquirerReference = approval.acquirerReference
        }
    }

    private init(unknownIn currency: Currency) {
        self.init(.unanswered, .unknown, currency)
        needsReversal = true
    }

    private init(
        _ answer: AuthorizationAnswer, _ outcome: AuthorizationResult.Outcome,
        _ currency: Currency
    ) {
        self.answer = answer
        self.outcome = outcome
        amountAuthorized = .zero(currency)
    }
}

extension AcquirerApproval {
    /// Whether the approval can be the answer to a request of this amount.
    fileprivate func fits(_ requested: Money) -> Bool {
        amount.currency == requested.currency && amount.minorUnits <= requested.minorUnits
            && amount.isZero == requested.isZero
    }
}
