/// The result of a command. A decline and an unknown outcome are results, not errors.
///
/// Copied like a ``PaymentCommand``.
package indirect enum PaymentResult: Sendable {
    /// An authorization was answered, or was not.
    case authorization(AuthorizationResult)
    /// A token was opened for its merchant.
    case opened(OpenedToken)
    /// A card or payload is kept for one payment.
    case registered(RegisteredCard)
    /// A card is kept for good.
    case kept(KeptCard)
    /// The accounts of a profile that were read or written; none if they were deleted.
    case accounts([ProfileAccount])
    /// A capture, refund or release is in the database.
    case recorded(RecordedResult)
    /// Whether funds are held.
    case funds(FundsResult)
    /// The transactions that an inquiry found, newest first; empty if none has that name or number.
    case found([FoundTransaction])
    /// The settled batches.
    case batches([SettledBatch])
    /// The payments that were asked for, newest first.
    case payments(PaymentPage)
    /// What the checks of a token came to, in their order.
    case checked([TokenCheck])
}

/// The answer to an authorization; what a reply in any dialect is made from.
package struct AuthorizationResult: Sendable, Hashable {
    /// How an authorization ended.
    package enum Outcome: Sendable, Hashable {
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
    package var paymentID: PaymentID
    /// The shop's own name of the order.
    package var orderReference: String
    /// How it ended.
    package var outcome: Outcome
    package var amountRequested: Money
    /// The authorized amount; zero unless approved.
    package var amountAuthorized: Money
    /// The issuer's approval code, six characters; nil unless approved.
    package var authorizationCode: String?
    /// The network's own reference, if it gave one.
    package var networkReference: String?
    /// Address verification; nil if it was not done.
    package var addressCheck: AddressCheck?
    /// Security code verification; nil if no code was sent.
    package var securityCodeCheck: SecurityCodeCheck?
    /// American Express's further checks; nil for other cards.
    package var amexChecks: AmexChecks?
    /// The processor's own code of the answer, if its line has one.
    package var processorCode: ProcessorCode?
    /// The card token from now on.
    package var handle: VaultHandle
    /// First six digits of the card number that was charged.
    package var issuerPrefix: String
    /// Last four digits of the card number that was charged.
    package var lastFour: String
    /// Last four digits of the plastic card behind a device account number, if Apple sent them.
    package var originalLastFour: String?
    /// The network, where we know it.
    package var network: CardNetwork?
    /// The number that the transaction was given, in dialects that have one.
    package var number: TransactionNumber?
    /// The profile's account that paid, or in which the card was kept, if there is one.
    package var account: AccountReference?
    /// The card's expiry, if it is known.
    package var expiry: CardExpiry?
    /// Whether the card had not been seen before.
    package var isNewCard = false
    /// Whether an earlier request was answered: this is its result once more.
    package var isRepetition = false
    /// Whether the capture of a sale had no answer when the client heard of it: it may yet be refused.
    package var isCaptureOpen = false
    /// When the outcome was written.
    package var at: Timestamp

    /// An answer with the fields that every answer has; set the others afterwards.
    package init(
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
package struct OpenedToken: Sendable {
    /// The device account number, its end, cryptogram and indicator.
    package var card: KeyedCard
    /// The amount that the cardholder approved.
    package var amount: Money
    /// The cardholder's name, where Apple sent it.
    package var cardholderName: String?
    /// Six bytes in hex that name the maker of the device.
    package var deviceManufacturerIdentifier: String
    /// `3DSecure` or `EMV`.
    package var paymentDataType: String
    /// Apple's transaction identifier, lower-case hex.
    package var transactionID: String

    package init(
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
package struct RecordedResult: Sendable, Hashable {
    /// The payment in our database.
    package var paymentID: PaymentID
    /// The operation in our database.
    package var operationID: OperationID
    /// The shop's own name of the order.
    package var orderReference: String
    /// The captured, refunded or released amount.
    package var amount: Money
    /// The acquirer's refusal, if it refused; the amounts are then as before.
    package var refusal: DeclineReason?
    /// Whether the acquirer has answered; if not, the message is sent again until it does.
    package var isAnswered: Bool
    /// The payment's current state, if the dialect reports it.
    package var payment: FoundPayment?
    /// The number that the transaction was given, in dialects that have one.
    package var number: TransactionNumber?
    /// Whether an earlier request was answered: this is its result once more.
    package var isRepetition = false
    /// When it was written.
    package var at: Timestamp

    package init(
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
package struct FundsResult: Sendable, Hashable {
    /// The three answers.
    package enum Availability: String, Sendable, Hashable {
        /// The amount is held.
        case available
        /// It is not.
        case unavailable
        /// The acquirer did not answer, or its approval was released at once because of another change of the order.
        case unknown
    }

    /// The answer.
    package var availability: Availability
    /// Whether a new authorization was asked for.
    package var renewalAttempted: Bool
    /// The shop's own name of the order.
    package var orderReference: String

    package init(availability: Availability, renewalAttempted: Bool, orderReference: String) {
        self.availability = availability
        self.renewalAttempted = renewalAttempted
        self.orderReference = orderReference
    }
}
