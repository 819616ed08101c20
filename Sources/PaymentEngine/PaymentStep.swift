import PaymentDomain

/// One step of an approved payment: a capture, refund, release or void that a request asks for.
///
/// The database decides and writes in one transaction, in which no other process changes the payment, or another one of
/// the order.
package struct PaymentStep: Sendable {
    /// The payments that it is about.
    package enum Subject: Sendable, Hashable {
        /// One.
        case payment(PaymentID)
        /// Those of an order.
        case order(OrderName)
    }

    /// The payments that it is about.
    package let subject: Subject
    /// The idempotency key, or the name of a duplicate rule, that the request claims.
    package var claim: IdempotencyClaim?
    /// How clients call the first operation.
    package var transaction: TransactionName?
    /// When the request decided.
    package let at: Timestamp
    /// The request that asks for it.
    package var requestID: RequestIdentifier?
    /// What is kept with the changes, as ``RequestIdentity/askedAs``.
    package var askedAs: String?
    /// Until when nobody but the request sends the messages.
    package let messagesDue: Timestamp
    /// Decides what is to be done. It may be called more than once, each time with what the database has then.
    package let decide: @Sendable (OrderRecord) -> StepDecision

    /// A step without a name.
    package init(
        of subject: Subject, at now: Timestamp, messagesDue: Timestamp,
        decide: @escaping @Sendable (OrderRecord) -> StepDecision
    ) {
        self.subject = subject
        self.at = now
        self.messagesDue = messagesDue
        self.decide = decide
    }
}

/// An operation that is requested, and the payment that it is of.
package struct StepOperation: Sendable, Hashable {
    package let payment: PaymentID
    package let operation: PaymentOperation

    /// An operation of a payment.
    package init(_ operation: PaymentOperation, of payment: PaymentID) {
        self.payment = payment
        self.operation = operation
    }
}

/// A decision on payments as the database has them.
package enum StepDecision: Sendable, Hashable {
    /// These operations are requested, in this order: at least one. The first bears the request's name, and the request
    /// sends the messages of its payment; those of other payments are the worker's.
    case request([StepOperation])
    /// The request is already met. These payments failed, and must not be renewed.
    case nothingLeft(of: PaymentID, cancelling: [PaymentID])
    /// The payments do not allow it; nothing is written.
    case refuse(PaymentRefusal)

    /// Operations of one payment.
    static func request(
        _ operations: [PaymentOperation], of record: PaymentRecord
    ) -> StepDecision {
        .request(operations.map { StepOperation($0, of: record.payment.id) })
    }

    /// The step that a decision about an amount leads to.
    init(
        _ decision: MoneyDecision, of record: PaymentRecord,
        _ operation: (Money) -> PaymentOperation
    ) {
        switch decision {
        case .proceed(let amount): self = .request([operation(amount)], of: record)
        case .later: self = .refuse(.inFlight)
        case .refuse(let refusal): self = .refuse(refusal)
        }
    }

    /// The step that a decision about an order's amounts leads to.
    init(_ decision: OrderDecision, _ operation: (Money) -> PaymentOperation) {
        switch decision {
        case .proceed(let parts):
            self = .request(parts.map { StepOperation(operation($0.amount), of: $0.payment) })
        case .nothingLeft(let payment, let cancelled):
            self = .nothingLeft(of: payment, cancelling: cancelled)
        case .refuse(let refusal): self = .refuse(refusal)
        }
    }
}

package enum StepOutcome: Sendable, Hashable {
    /// The operations are written. The first of them, and the messages to send now, in this order.
    case written(StepOperation, [Delivery])
    /// Nothing is left of this payment, and that is kept under the claimed key.
    case nothingLeft(of: Payment)
    /// The name was claimed by another request, or by an earlier copy of this one.
    case alreadyRecorded
    /// The decision was a refusal.
    case refused(PaymentRefusal)
    /// The proposed number is another transaction's: propose the next.
    case numberTaken
    /// There is no such payment.
    case notFound
}

/// Whether an answer of the acquirer counts.
package enum AnswerOutcome: Sendable, Hashable {
    /// It counts. The writer sends the messages that follow from it, in this order.
    case counted(followUps: [Delivery])
    /// It came too late: another answer was written before it, or a deadline passed.
    case overtaken
}
