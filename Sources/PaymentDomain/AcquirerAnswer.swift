/// The acquirer's answer to an authorization request.
public enum AcquirerAnswer: Sendable, Hashable {
    /// Approved, for this much.
    case approved(AcquirerApproval)
    /// Refused by a host.
    case declined(DeclineReason, AcquirerChecks)
    /// The request never left: nothing can be held.
    case notSent
    /// The request left, and no answer came.
    case unknown
}

/// An approval.
public struct AcquirerApproval: Sendable, Hashable {
    /// The amount that is held.
    public var amount: Money
    /// Six characters from the issuer.
    public var authorizationCode: String
    /// The network's reference, if it gave one.
    public var networkReference: String?
    /// The issuer's checks.
    public var checks: AcquirerChecks
    /// How the acquirer calls it, if it said so: later messages name it by that.
    public var acquirerReference: AcquirerReference?

    /// An approval.
    public init(
        amount: Money, authorizationCode: String, networkReference: String?,
        checks: AcquirerChecks
    ) {
        self.amount = amount
        self.authorizationCode = authorizationCode
        self.networkReference = networkReference
        self.checks = checks
    }
}

/// An issuer's checks beside the money; approved and declined requests have them alike.
public struct AcquirerChecks: Sendable, Hashable {
    /// Address verification; nil if none was asked for.
    public var address: AddressCheck?
    /// Security code; nil if none was sent.
    public var securityCode: SecurityCodeCheck?
    /// American Express's; nil for others.
    public var amex: AmexChecks?

    /// The checks.
    public init(
        address: AddressCheck? = nil, securityCode: SecurityCodeCheck? = nil,
        amex: AmexChecks? = nil
    ) {
        self.address = address
        self.securityCode = securityCode
        self.amex = amex
    }
}
