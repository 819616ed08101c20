import PaymentDomain
import PaymentEngine

/// Who keeps the sandbox acquirer's books: this process in a file, or a program elsewhere.
///
/// What becomes of an authorization is read from tables, before anyone is asked; a host only books.
/// It never learns a card number.
public protocol SandboxHost: Sendable {
    /// Books a hold, or the money that a credit gives; a repetition is answered as the first.
    func hold(_ hold: SandboxHold) async -> HoldOutcome

    /// Books an advice, once; a repetition is answered as the first.
    func book(_ advice: AcquirerAdvice) async -> AdviceOutcome
}

/// What is to be held, or given.
public struct SandboxHold: Sendable, Hashable {
    /// Names the authorization.
    public let id: OperationID
    /// Whose.
    public let merchantNumber: String
    /// What was asked for.
    public let requested: Money
    /// What the tables approve of it, in minor units.
    public let approved: Int64
    /// All that is known of the card.
    public let lastFour: String
    /// Whether the card is given money, rather than held to it.
    public let isCredit: Bool

    init(_ approved: Money, for request: AcquirerAuthorization) {
        id = request.id
        merchantNumber = request.merchant.merchantNumber
        requested = request.amount
        self.approved = approved.minorUnits
        lastFour = request.pan.lastFour
        isCredit = request.purpose == .credit
    }
}

/// What came of booking a hold.
public enum HoldOutcome: Sendable, Hashable {
    /// It stands, from now or from the first time that this request came.
    case held
    /// Its reversal came before it.
    case reversedBefore
    /// Another request had this identifier.
    case isAnother
    /// The host could not book it, and nothing was booked.
    case refused
    /// The host was not reached.
    case notSent
    /// The host did not answer.
    case unknown
}
