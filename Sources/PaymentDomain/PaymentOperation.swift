/// A capture, refund, release, void or credit of a payment.
package struct PaymentOperation: Sendable, Hashable {
    /// The kinds of operation.
    package enum Kind: Sendable, Hashable {
        /// Takes (part of) the authorized amount.
        case capture
        /// Gives back (part of) what was captured.
        case refund
        /// Releases (part of) the authorized amount.
        case release
        /// Voids a capture that isn't settled. With `givesUpHold`, no capture follows and the remainder is released.
        case captureVoid(givesUpHold: Bool)
        /// Takes back a refund or a credit that is not settled.
        case refundVoid
        /// Gives the card money without a payment. The credit came with its authorization.
        case credit
    }

    /// How far an operation has come. It is settled once it is confirmed and has a batch.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// The client doesn't know yet what comes of it.
        case sending
        /// No answer came in time. The client heard that the operation is final, and it is sent until it is answered.
        case accepted
        /// The acquirer took it.
        case confirmed
        /// The acquirer refused it.
        case refused
        /// Confirmed, and its void waits for the acquirer's answer.
        case voiding
        /// Taken back.
        case voided
    }

    /// Names it, also towards the acquirer.
    package let id: OperationID
    package let kind: Kind
    /// How much; for a void, the whole amount of its target.
    package let amount: Money
    /// When it was requested.
    package let at: Timestamp
    /// The operation that a void takes back.
    package var target: OperationID?
    /// The capture that a refund gives back, if it names one.
    package var ofCapture: OperationID?
    /// The amount that was captured before and voided for this capture. If this capture is refused, that amount is
    /// captured again.
    package var replaces: Money?
    /// Whether no capture may follow this one.
    package var isFinal = false
    /// Whether it is the capture of a sale: it was booked with the approval.
    package var isSale = false
    /// How far it has come.
    package var state = State.sending
    /// Whether the client heard that it is final before the acquirer answered.
    package var wasAccepted = false
    /// Why the acquirer refused it.
    package var refusal: DeclineReason?
    /// The closed batch that it is settled in.
    package var batch: Int64?
    /// When the acquirer answered.
    package var answeredAt: Timestamp?
    /// The newest payment of the database when this was written, by its ``OrderedPayment/number``; nil before that. It
    /// shows what came first: times are of the clocks of two servers.
    package var newestPayment: Int64?

    /// An operation that is about to be requested; set the other fields afterwards.
    package init(id: OperationID, _ kind: Kind, _ amount: Money, at: Timestamp) {
        self.id = id
        self.kind = kind
        self.amount = amount
        self.at = at
    }

    /// The void of an operation, whole: of a refund or a credit, else of a capture.
    package init(
        id: OperationID, voiding target: PaymentOperation, givesUpHold: Bool, at: Timestamp
    ) {
        let kind: Kind =
            switch target.kind {
            case .refund, .credit: .refundVoid
            case .capture, .release, .captureVoid, .refundVoid:
                .captureVoid(givesUpHold: givesUpHold)
            }
        self.init(id: id, kind, target.amount, at: at)
        self.target = target.id
    }
}

extension PaymentOperation {
    /// Whether the acquirer is still to answer.
    package var isPending: Bool { state == .sending || state == .accepted }

    /// Whether its batch is closed: a void comes too late.
    package var isSettled: Bool { state == .confirmed && batch != nil }

    /// Whether it voids a capture or a refund.
    package var isVoid: Bool {
        switch kind {
        case .captureVoid, .refundVoid: true
        case .capture, .refund, .release, .credit: false
        }
    }

    /// Whether it gives money back to the card, or to the authorized amount: it is accepted even if nothing else is.
    package var givesBack: Bool { isVoid || kind == .release }

    /// Whether it takes back a capture.
    var isCaptureVoid: Bool {
        if case .captureVoid = kind { true } else { false }
    }

    /// Whether it voids a capture and releases the remainder.
    var givesUpHold: Bool { kind == .captureVoid(givesUpHold: true) }

    /// Whether nothing has happened to it yet.
    var isNew: Bool {
        state == .sending && !wasAccepted && refusal == nil && batch == nil && answeredAt == nil
    }
}
