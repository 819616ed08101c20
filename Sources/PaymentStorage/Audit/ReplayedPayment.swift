import Database
import PaymentDomain

/// A payment as its events lead to it, by the same code that decided on them.
struct ReplayedPayment {
    private(set) var count: Int64
    /// Whether each event has the number after the one before it.
    private(set) var isCounted = true
    /// The payment after them; nil if one of them cannot follow on those before it, if their numbers have a gap, or if
    /// the first were erased.
    private(set) var record: PaymentRecord?
    /// The payment's amounts after each event, as far as the events follow on each other.
    private(set) var amounts: [PaymentAmounts] = []
    /// How clients asked for operations, by the operations' rows.
    private(set) var askedAs: [Int64: String] = [:]
    /// The payment's operations by their rows, as they were requested.
    private let operations: StoredOperations

    /// A payment before its first event.
    ///
    /// - Parameter erased: How many of its first events were erased. Then nothing can be replayed.
    init(of payment: Payment, _ operations: StoredOperations, erased: Int64) {
        count = erased
        self.operations = operations
        guard erased == 0 else { return }
        record = PaymentRecord(
            begun: Payment(
                id: payment.id, authorizationID: payment.authorizationID,
                merchant: payment.merchant, line: payment.line,
                orderReference: payment.orderReference,
                handle: payment.handle, requested: payment.requested, createdAt: payment.createdAt))
    }

    mutating func add(_ stored: StoredEvent) {
        count += 1
        if let operation = stored.operation, let text = stored.askedAs { askedAs[operation] = text }
        isCounted = isCounted && stored.sequence == count
        guard stored.sequence == count, var next = record, let event = event(stored) else {
            record = nil
            return
        }
        do {
            try next.replay(event, at: stored.at)
            guard next.payment.state == stored.state else {
                record = nil
                return
            }
            record = next
            amounts.append(next.amounts)
        } catch {
            record = nil
        }
    }

    /// The event in the words of the record; nil if its operation is not there, or is not of its amount.
    private func event(_ stored: StoredEvent) -> PaymentEvent? {
        let operation = stored.operation.flatMap { operations[$0] }
        if let operation, stored.kind != .approved {
            guard operation.amount.minorUnits == stored.amount || stored.kind == .credited else {
                return nil
            }
        }
        switch stored.kind {
        case .approved:
            return stored.amount.map { .answered(.approved($0), booking: operation?.asRequested) }
        case .credited: return .answered(.credited, booking: operation?.asRequested)
        case .declined: return .answered(.declined)
        case .notSent: return .answered(.notSent)
        case .unanswered: return .answered(.unanswered)
        case .abandoned: return .abandoned
        case .reversed: return .reversalAcknowledged
        case .cancelled: return .cancelled
        case .nothingLeft: return .nothingLeft
        case .renewed: return .renewed(by: PaymentID(stored: ""))
        case .requested: return operation.map { .requested($0.asRequested) }
        case .accepted: return operation.map { .accepted($0.id) }
        case .confirmed: return operation.map { .answeredOperation($0.id, refusal: nil) }
        case .refused:
            return operation.flatMap { refused in
                refused.refusal.map { .answeredOperation(refused.id, refusal: $0) }
            }
        case nil: return nil
        }
    }
}

struct StoredEvent {
    let sequence: Int64
    let at: Timestamp
    /// The kind of event; nil for an unknown word.
    let kind: PaymentEventKind?
    /// The row of its operation, if it has one.
    let operation: Int64?
    let amount: Int64?
    /// The payment's state after it; nil for an unknown word.
    let state: PaymentState?
    /// How the client asked for the change.
    let askedAs: String?
}

extension PaymentOperation {
    /// The operation before anything has happened to it.
    fileprivate var asRequested: PaymentOperation {
        var new = PaymentOperation(id: id, kind, amount, at: at)
        new.target = target
        new.ofCapture = ofCapture
        new.replaces = replaces
        new.isFinal = isFinal
        new.isSale = isSale
        new.newestPayment = newestPayment
        return new
    }
}

extension SQLConnection {
    /// Replays the events of a payment.
    ///
    /// - Parameters:
    ///   - row: The payment's row.
    ///   - erased: How many of its first events were erased.
    func replay(
        _ payment: Payment, _ operations: StoredOperations, events row: SQLValue, erased: Int64
    ) throws -> ReplayedPayment {
        var replayed = ReplayedPayment(of: payment, operations, erased: erased)
        try eachRow(
            """
            SELECT e.sequence, e.at, e.kind, e.operation, e.amount, e.state, e.asked_as
            FROM payment_events e WHERE e.payment = ? ORDER BY e.sequence
            """,
            row
        ) { columns in
            replayed.add(
                try StoredEvent(
                    sequence: columns.integer(), at: columns.timestamp(),
                    kind: PaymentEventKind(rawValue: columns.text()),
                    operation: columns.integerOrNil(), amount: columns.integerOrNil(),
                    state: PaymentState(rawValue: columns.text()), askedAs: columns.textOrNil()))
        }
        return replayed
    }
}
