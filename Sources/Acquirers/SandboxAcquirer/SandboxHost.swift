import PaymentDomain
import PaymentEngine

/// The keeper of the sandbox acquirer's ledger: this process in a file, or another program.
///
/// The tables decide about an authorization before a host is asked; a host only books. It never learns a card number.
package protocol SandboxHost: Sendable {
    /// Books a hold, or the money that a credit gives; a repetition is answered as the first.
    func hold(_ hold: SandboxHold) async -> HoldOutcome

    /// Carries out a message, once; a repetition is answered as the first.
    func book(_ advice: AcquirerAdvice) async -> AdviceOutcome
}

/// An amount to be held, or given.
package struct SandboxHold: Sendable, Hashable {
    /// Names the authorization.
    package let id: OperationID
    package let merchantNumber: String
    package let requested: Money
    /// The part of it that the tables approve, in minor units.
    package let approved: Int64
    /// All that is known of the card.
    package let lastFour: String
    /// Whether the card is given money, rather than held to it.
    package let isCredit: Bool

    init(_ approved: Money, for request: AcquirerAuthorization) {
        id = request.id
        merchantNumber = request.merchant.merchantNumber
        requested = request.amount
        self.approved = approved.minorUnits
        lastFour = request.pan.lastFour
        isCredit = request.purpose == .credit
    }
}

/// The result of booking a hold.
package enum HoldOutcome: Sendable, Hashable {
    /// It is booked, now or when this request first came.
    case held
    /// Its reversal came before it.
    case reversedBefore
    /// Another request had this identifier.
    case isAnother
    /// The host couldn't book it, and nothing was booked.
    case refused
    /// The host was not reached.
    case notSent
    /// The host did not answer.
    case unknown
}
