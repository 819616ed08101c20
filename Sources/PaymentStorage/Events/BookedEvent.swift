import Database
import PaymentDomain

extension PaymentEventKind {
    /// The kind of a record's event, and the operation that it is of.
    static func of(
        _ event: PaymentEvent, in record: PaymentRecord
    ) throws -> (PaymentEventKind, PaymentOperation?) {
        switch event {
        case .requested(let operation): (.requested, operation)
        case .accepted(let id): (.accepted, try record.operation(id).orCorrupt)
        case .answeredOperation(let id, let refusal):
            (refusal == nil ? .confirmed : .refused, try record.operation(id).orCorrupt)
        case .reversalAcknowledged: (.reversed, nil)
        case .renewed: (.renewed, nil)
        case .cancelled: (.cancelled, nil)
        case .nothingLeft: (.nothingLeft, nil)
        // These are written by statements of their own, as yet.
        case .answered, .abandoned: throw SQLError.corrupt
        }
    }
}

/// The row of a closed batch in `payment_events`.
enum BatchEvent {
    /// No payment has this row.
    static let payment: Int64 = 0
    static let kind = "batchClosed"
    static let state = "closed"
}

struct BookedEvent {
    let kind: PaymentEventKind
    /// The operation that it is of, if any.
    var operation: OperationID?
    /// In minor units; nil if the event moves none.
    var amount: Int64?
    /// The payment's version after the event. The first event ends the authorization, whose version was 0.
    var number: Int64 = 1
    let state: PaymentState
    let at: Timestamp
    /// The request that made the change; nil of a worker's.
    var requestID: RequestIdentifier?
    /// How that request asked for it, as ``RequestIdentity/askedAs``.
    var askedAs: String?
}

extension PaymentEvent {
    /// Whether a request asks for it.
    var isAskedFor: Bool {
        switch self {
        case .requested, .cancelled, .nothingLeft: true
        case .answered, .abandoned, .reversalAcknowledged, .accepted, .answeredOperation, .renewed:
            false
        }
    }
}

extension SQLConnection {
    /// Writes an event.
    ///
    /// Each change of a payment adds one to its version and writes one event under that number. The primary key refuses
    /// a second event of the same number, and with it a change that was decided on an older version.
    ///
    /// A statement of values alone, so that the events of neighbours in a transaction are one statement.
    func write(_ event: BookedEvent, of payment: PaymentID) throws {
        try changeLater(
            """
            INSERT INTO payment_events
                (payment, sequence, at, kind, operation, amount, state, request_id, asked_as)
            VALUES ((SELECT p.row FROM payments p WHERE p.id = ?1), ?2, ?3, ?4,
                (SELECT o.row FROM operations o WHERE o.id = ?5), ?6, ?7, ?8, ?9)
            """,
            payment, event.number, event.at, event.kind.rawValue, event.operation, event.amount,
            event.state.rawValue, event.requestID, event.askedAs)
    }
}
