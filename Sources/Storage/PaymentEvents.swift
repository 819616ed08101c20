import Database
import PaymentDomain
import PaymentEngine

/// The kinds of payment events, in the words of `payment_events`.
enum PaymentEventKind: String {
    /// The issuer approved; of a sale, its capture was requested too.
    case approved
    case declined
    case notSent
    /// No answer came in time.
    case unanswered
    /// Money was given to the card without a hold.
    case credited
    /// No outcome was written before the deadline.
    case abandoned
    /// The acquirer acknowledged the reversal of an unknown outcome.
    case reversed
    /// An operation was written, and its message queued.
    case requested
    /// The client hears that an operation is final before the acquirer answered.
    case accepted
    /// The acquirer took an operation.
    case confirmed
    /// The acquirer refused an operation.
    case refused
    /// Another payment renewed this hold, which takes no capture since.
    case renewed
    /// The merchant cancelled an authorization that came to nothing.
    case cancelled

    /// The event that ends an authorization in a state; nil for a state that no answer leads to.
    init?(ending state: PaymentState) {
        switch state {
        case .authorized: self = .approved
        case .declined: self = .declined
        case .notSent: self = .notSent
        case .outcomeUnknown: self = .unanswered
        case .credited: self = .credited
        case .authorizing, .reversed, .released: return nil
        }
    }
}

/// One event of a payment about to be written.
struct BookedEvent {
    let kind: PaymentEventKind
    /// The operation that it is of, if any.
    var operation: OperationID?
    /// In minor units; nil if the event moves none.
    var amount: Int64?
    let at: Timestamp
}

extension BookedEvent {
    /// An event of a record, which has its operation.
    init(_ event: PaymentEvent, in record: PaymentRecord, at now: Timestamp) throws {
        switch event {
        case .requested(let operation): self.init(.requested, of: operation, at: now)
        case .accepted(let id): try self.init(.accepted, of: record.operation(id), at: now)
        case .answeredOperation(let id, let refusal):
            try self.init(
                refusal == nil ? .confirmed : .refused, of: record.operation(id), at: now)
        case .reversalAcknowledged: self.init(kind: .reversed, at: now)
        case .renewed: self.init(kind: .renewed, at: now)
        case .cancelled: self.init(kind: .cancelled, at: now)
        // These are written by statements of their own, as yet.
        case .answered, .abandoned: throw SQLError.corrupt
        }
    }

    private init(
        _ kind: PaymentEventKind, of operation: PaymentOperation?, at now: Timestamp
    ) throws {
        guard let operation else { throw SQLError.corrupt }
        self.init(kind, of: operation, at: now)
    }

    private init(_ kind: PaymentEventKind, of operation: PaymentOperation, at now: Timestamp) {
        self.init(
            kind: kind, operation: operation.id, amount: operation.amount.minorUnits, at: now)
    }
}

/// The statements that write events.
///
/// Each change of a payment adds one to its version and writes one event under that number. The primary key refuses a
/// second event of the same number, and with it a change that was decided on an older version.
private enum EventStatements {
    /// The first event of a payment: it was `authorizing` until now, so its version is 1. A statement of values alone, so
    /// that the events of neighbours in a transaction are one statement. ?1 the payment.
    static let first = """
        INSERT INTO payment_events (payment, sequence, at, kind, operation, amount, state)
        VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1), 1, ?2, ?3,
            (SELECT o.row FROM operations o WHERE o.id = ?4), ?5, ?6)
        """
    /// An event of a record that is held. ?1 the payment's row.
    static let numbered = """
        INSERT INTO payment_events (payment, sequence, at, kind, operation, amount, state)
        VALUES (?1, ?2, ?3, ?4, (SELECT o.row FROM operations o WHERE o.id = ?5), ?6, ?7)
        """
    /// A later event, under the version that its change has just raised. ?1 the payment.
    static let next = """
        INSERT INTO payment_events (payment, sequence, at, kind, operation, amount, state)
        SELECT p.row, p.version, ?2, ?3, (SELECT o.row FROM operations o WHERE o.id = ?4), ?5,
            p.state
        FROM payments p WHERE p.id = ?1
        """
}

extension SQLConnection {
    /// Writes the event that ended an authorization.
    func writeFirst(_ event: BookedEvent, of payment: PaymentID, state: PaymentState) throws {
        try changeLater(
            EventStatements.first, event.values(of: payment) + [state.rawValue.sqlValue])
    }

    /// Writes an event of a record that is held.
    func write(
        _ event: BookedEvent, number: Int64, leadingTo state: PaymentState,
        ofPayment row: SQLValue
    ) throws {
        try changeLater(
            EventStatements.numbered,
            [
                row, number.sqlValue, event.at.value, event.kind.rawValue.sqlValue,
                event.operation?.value.identifier ?? .null, event.amount?.sqlValue ?? .null,
                state.rawValue.sqlValue,
            ])
    }

    /// Writes the event of a change that has raised the payment's version.
    func write(_ event: BookedEvent, of payment: PaymentID) throws {
        try changeLater(EventStatements.next, event.values(of: payment))
    }
}

extension BookedEvent {
    fileprivate func values(of payment: PaymentID) -> [SQLValue] {
        [
            payment.value.identifier, at.value, kind.rawValue.sqlValue,
            operation?.value.identifier ?? .null, amount?.sqlValue ?? .null,
        ]
    }
}
