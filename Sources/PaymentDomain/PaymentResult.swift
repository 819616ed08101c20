/// The result of a command. A decline and an unknown outcome are results, not errors.
///
/// Copied like a ``PaymentCommand``.
public indirect enum PaymentResult: Sendable {
    /// An authorization was answered, or was not.
    case authorization(AuthorizationResult)
    /// A token was opened for its merchant.
    case opened(OpenedToken)
    /// A card or payload is kept for one payment.
    case registered(RegisteredCard)
    /// A card is kept for good.
    case kept(KeptCard)
    /// A capture, refund or release is in the database.
    case recorded(RecordedResult)
    /// Whether funds are held.
    case funds(FundsResult)
    /// The transactions that an inquiry found, newest first; empty if none has that name or number.
    case found([FoundTransaction])
    /// The settled batches.
    case batches([SettledBatch])
}

/// The answer to an authorization; what a reply in any dialect is made from.
public struct AuthorizationResult: Sendable, Hashable {
    /// How an authorization ended.
    public enum Outcome: Sendable, Hashable {
        /// The issuer holds the amount.
        case approved
        /// The issuer or a host on the way refused.
        case declined(DeclineReason)
        /// The request never left us: nothing is held.
        case notSent
        /// No answer came. A reversal is queued; a hold may stand until it is acknowledged.
        case unknown
    }

    /// The payment in our database.
    public var paymentID: PaymentID
    /// The shop's own name of the order.
    public var orderReference: String
    /// How it ended.
    public var outcome: Outcome
    /// The requested amount.
    public var amountRequested: Money
    /// The authorized amount; zero unless approved.
    public var amountAuthorized: Money
    /// The issuer's approval code, six characters; nil unless approved.
    public var authorizationCode: String?
    /// The network's own reference, if it gave one.
    public var networkReference: String?
    /// Address verification; nil if it was not done.
    public var addressCheck: AddressCheck?
    /// Security code verification; nil if no code was sent.
    public var securityCodeCheck: SecurityCodeCheck?
    /// American Express's further checks; nil for other cards.
    public var amexChecks: AmexChecks?
    /// The card token from now on.
    public var handle: VaultHandle
    /// First six digits of the card number that was charged.
    public var issuerPrefix: String
    /// Last four digits of the card number that was charged.
    public var lastFour: String
    /// Last four digits of the plastic card behind a device account number, if Apple sent them.
    public var originalLastFour: String?
    /// The network, where we know it.
    public var network: CardNetwork?
    /// The number that the transaction was given, in dialects that have one.
    public var number: TransactionNumber?
    /// The card's expiry, if it is known.
    public var expiry: CardExpiry?
    /// Whether the card had not been seen before.
    public var isNewCard = false
    /// Whether an earlier request was answered: this is its result once more.
    public var isRepetition = false
    /// When the outcome was written.
    public var at: Timestamp

    /// An answer with the fields that every answer has; set the others afterwards.
    public init(
        paymentID: PaymentID, orderReference: String, outcome: Outcome, amountRequested: Money,
        amountAuthorized: Money, handle: VaultHandle, issuerPrefix: String, lastFour: String,
        at: Timestamp
    ) {
        self.paymentID = paymentID
        self.orderReference = orderReference
        self.outcome = outcome
        self.amountRequested = amountRequested
        self.amountAuthorized = amountAuthorized
        self.handle = handle
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.at = at
    }
}

/// The contents of a token, for the merchant whose key opened it. Never stored, never logged.
public struct OpenedToken: Sendable {
    /// The device account number, its end, cryptogram and indicator.
    public var card: KeyedCard
    /// The amount that the cardholder approved.
    public var amount: Money
    /// The cardholder's name, where Apple sent it.
    public var cardholderName: String?
    /// Six bytes in hex that name the maker of the device.
    public var deviceManufacturerIdentifier: String
    /// `3DSecure` or `EMV`.
    public var paymentDataType: String
    /// Apple's transaction identifier, lower-case hex.
    public var transactionID: String

    /// The contents.
    public init(
        card: KeyedCard, amount: Money, cardholderName: String?,
        deviceManufacturerIdentifier: String, paymentDataType: String, transactionID: String
    ) {
        self.card = card
        self.amount = amount
        self.cardholderName = cardholderName
        self.deviceManufacturerIdentifier = deviceManufacturerIdentifier
        self.paymentDataType = paymentDataType
        self.transactionID = transactionID
    }
}

/// A capture, refund or release that is in the database.
///
/// Its message is sent until the acquirer answers; `isAnswered` says whether it has already.
public struct RecordedResult: Sendable, Hashable {
    /// The payment in our database.
    public var paymentID: PaymentID
    /// The operation in our database.
    public var operationID: OperationID
    /// The shop's own name of the order.
    public var orderReference: String
    /// The captured, refunded or released amount.
    public var amount: Money
    /// The acquirer's refusal, if it refused; the amounts are then as before.
    public var refusal: DeclineReason?
    /// Whether the acquirer has answered; if not, the message is sent again until it does.
    public var isAnswered: Bool
    /// The payment's current state, if the dialect reports it.
    public var payment: FoundPayment?
    /// The number that the transaction was given, in dialects that have one.
    public var number: TransactionNumber?
    /// Whether an earlier request was answered: this is its result once more.
    public var isRepetition = false
    /// When it was written.
    public var at: Timestamp

    /// An operation that is in the database.
    public init(
        paymentID: PaymentID, operationID: OperationID, orderReference: String, amount: Money,
        refusal: DeclineReason?, isAnswered: Bool, at: Timestamp
    ) {
        self.paymentID = paymentID
        self.operationID = operationID
        self.orderReference = orderReference
        self.amount = amount
        self.refusal = refusal
        self.isAnswered = isAnswered
        self.at = at
    }
}

/// Whether funds are held.
public struct FundsResult: Sendable, Hashable {
    /// The three answers.
    public enum Availability: String, Sendable, Hashable {
        /// The amount is held.
        case available
        /// It is not.
        case unavailable
        /// The acquirer did not answer, or its approval was released at once because of another change of the order.
        case unknown
    }

    /// The answer.
    public var availability: Availability
    /// Whether a new authorization was asked for.
    public var renewalAttempted: Bool
    /// The shop's own name of the order.
    public var orderReference: String

    /// An answer.
    public init(availability: Availability, renewalAttempted: Bool, orderReference: String) {
        self.availability = availability
        self.renewalAttempted = renewalAttempted
        self.orderReference = orderReference
    }
}
