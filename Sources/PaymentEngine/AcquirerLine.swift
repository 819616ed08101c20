import PaymentDomain

/// A line to an acquirer.
///
/// The engine calls it after the intent is durable, and bounds its time; a call that outlives that bound is
/// left alone and its answer ignored.
package protocol AcquirerLine: Sendable {
    /// What it can do. A request for more is refused before anything is written.
    var capabilities: LineCapabilities { get }

    /// Asks for a hold. Never throws: a failure is an answer.
    func authorize(_ request: AcquirerAuthorization) async -> AcquirerAnswer

    /// Sends a message about something that the database has. The same message can come again under the same
    /// identifier; the acquirer books it once.
    ///
    /// A reversal may be of an authorization whose answer never came. The line then does what its protocol has for
    /// that: it reverses by our own name of the request, or looks it up and undoes what it finds.
    func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome
}

/// A message to the acquirer about something that the database has.
package struct AcquirerAdvice: Sendable, Hashable {
    /// Names this advice; a repetition has the same.
    package var id: OperationID
    /// The line of its payment.
    package let line: LineID
    /// The kind of message.
    package var kind: AdviceKind
    /// How the acquirer knows this message.
    package var identity: MessageIdentity
    /// The authorization that it is about.
    package var authorizationID: OperationID
    package var authorization: MessageReference
    /// The message of the capture that a refund gives back, or of the operation that a void reverses; nil if
    /// there isn't one.
    package var operation: MessageReference?
    /// Whether it may have been sent before. Lines say so: 0221 in place of 0220, and 0401 in place of 0400.
    package var isRepetition = false
    package var merchant: AcquirerMerchant
    /// How much; for a reversal, what the authorization asked for.
    package var amount: Money
    /// The card of the payment, for a line whose messages name it; nil for others, and for a card that was erased.
    package var card: CardInMessage?

    package init(
        id: OperationID, line: LineID, kind: AdviceKind, identity: MessageIdentity,
        authorizationID: OperationID, authorization: MessageReference,
        merchant: AcquirerMerchant, amount: Money
    ) {
        self.id = id
        self.line = line
        self.kind = kind
        self.identity = identity
        self.authorizationID = authorizationID
        self.authorization = authorization
        self.merchant = merchant
        self.amount = amount
    }
}

/// A card that messages after the authorization name; no proof of a payment goes with it.
package struct CardInMessage: Redacted, Hashable {
    package let pan: PAN
    package let expiry: CardExpiry?

    /// `CardInMessage(PAN(…1111))`.
    package var redacted: String { "CardInMessage(\(pan))" }

    package init(pan: PAN, expiry: CardExpiry?) {
        self.pan = pan
        self.expiry = expiry
    }
}

/// The kinds of advice.
package enum AdviceKind: String, Sendable, Hashable, CaseIterable {
    /// Undo an authorization whose outcome we do not know.
    case reversal
    /// Take (part of) a hold.
    case capture
    /// Give back (part of) what was taken.
    case refund
    /// Releases (part of) the authorized amount.
    case release
    /// Voids a capture that isn't settled: the amount is authorized again.
    case captureVoid
    /// Take back a refund, or a credit, that is not settled.
    case refundVoid
}

/// The acquirer's answer to a message, if there is one.
package enum AdviceOutcome: Sendable, Hashable {
    /// The acquirer has booked it, now or before, and may have said how it calls it. Or, for a reversal, it had nothing to
    /// undo, and will refuse the authorization if that still arrives.
    case acknowledged(AcquirerReference?)
    /// The acquirer refuses it for good.
    case refused(DeclineReason)
    /// No answer: the message must be sent again.
    case unanswered
    /// The acquirer doesn't know what the message is about, and may get to know it until then: ask again then.
    case tooEarly(Timestamp)
}
