/// The acquirer's answer to an authorization request.
package enum AcquirerAnswer: Sendable, Hashable {
    /// Approved, for this much.
    case approved(AcquirerApproval)
    /// Refused by a host.
    case declined(DeclineReason, AcquirerChecks)
    /// The request never left: nothing can be held.
    case notSent
    /// The request left, and no answer came.
    case unknown
}

package struct AcquirerApproval: Sendable, Hashable {
    /// The amount that is held.
    package var amount: Money
    /// Six characters from the issuer.
    package var authorizationCode: String
    /// The network's reference, if it gave one.
    package var networkReference: String?
    /// The issuer's checks.
    package var checks: AcquirerChecks
    /// How the acquirer calls it, if it said so: later messages name it by that.
    package var acquirerReference: AcquirerReference?

    package init(
        amount: Money, authorizationCode: String, networkReference: String?,
        checks: AcquirerChecks
    ) {
        self.amount = amount
        self.authorizationCode = authorizationCode
        self.networkReference = networkReference
        self.checks = checks
    }
}

/// An issuer's checks beside the money, and the processor's own code; approved and declined requests have them alike.
package struct AcquirerChecks: Sendable, Hashable {
    /// Address verification; nil if none was asked for.
    package var address: AddressCheck?
    /// Security code; nil if none was sent.
    package var securityCode: SecurityCodeCheck?
    /// American Express's; nil for others.
    package var amex: AmexChecks?
    /// The processor's own code of a decline, if it has one.
    package var processorCode: ProcessorCode?

    package init(
        address: AddressCheck? = nil, securityCode: SecurityCodeCheck? = nil,
        amex: AmexChecks? = nil, processorCode: ProcessorCode? = nil
    ) {
        self.address = address
        self.securityCode = securityCode
        self.amex = amex
        self.processorCode = processorCode
    }
}
