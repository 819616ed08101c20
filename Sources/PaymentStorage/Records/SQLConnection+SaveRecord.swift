import StorageKit
import Database
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Writes what has changed of a record, with one event for each change, and queues the messages of the operations
    /// to send.
    ///
    /// - Parameters:
    ///   - due: When the worker may send them.
    ///   - requestID: The request that makes the changes and sends the messages; nil of a worker's.
    ///   - askedAs: How it asked for them, as ``RequestIdentity/askedAs``.
    ///   - numbers: The trace numbers of the messages.
    /// - Returns: The messages.
    @discardableResult
    func save(
        _ held: HeldRecord, due: Timestamp, at now: Timestamp, by requestID: RequestIdentifier?,
        askedAs: String? = nil, _ numbers: TraceNumbers
    ) throws -> [Delivery] {
        guard !held.record.changes.isEmpty else { return [] }
        try writePayment(held)
        for (index, operation) in held.record.operations.enumerated() {
            if index >= held.stored.count {
                let identity = try MessageIdentity(
                    traceNumber: numbers.draw(), transmittedAt: operation.at)
                try insert(operation, numbered: identity.traceNumber, of: held.record.payment.id)
                held.sent.append(MessageReference(identity))
            } else if operation != held.stored[index] {
                try write(operation, held.sent[index], over: held.stored[index])
            }
        }
        for (index, change) in held.record.changes.enumerated() {
            let (kind, operation) = try PaymentEventKind.of(change.event, in: held.record)
            let event = BookedEvent(
                kind: kind, operation: operation?.id, amount: operation?.amount.minorUnits,
                number: held.storedVersion + Int64(index) + 1, state: change.state, at: now,
                requestID: requestID, askedAs: change.event.isAskedFor ? askedAs : nil)
            try write(event, of: held.record.payment.id)
        }
        return try held.sending.map { operation in
            var message = try held.message(of: operation, due: due)
            try queue(message)
            message.requestID = requestID
            return message
        }
    }

    /// The amounts are those that the operations add up to: no statement adds to one.
    private func writePayment(_ held: HeldRecord) throws {
        let record = held.record
        let amounts = record.amounts
        let isClosed = record.closing != .open
        try changeOne(
            """
            UPDATE payments SET state = ?, released = ?, releasing = ?, captured = ?,
                capturing = ?, refunded = ?, refunding = ?, uncapturing = ?, unrefunding = ?,
                closing = ?, closed_by = ?, cancelled = ?, version = ?
            WHERE row = ? AND version = ?
            """,
            record.payment.state.rawValue, amounts.released, amounts.releasing, amounts.captured,
            amounts.capturing, amounts.refunded, amounts.refunding, amounts.uncapturing,
            amounts.unrefunding, isClosed, isClosed ? record.closing.rawValue : nil,
            record.isCancelled,
            record.version, held.row, held.storedVersion)
    }

    /// Writes a new operation.
    ///
    /// - Parameter traceNumber: The trace number of its message; nil for a credit.
    func insert(
        _ operation: PaymentOperation, numbered traceNumber: Int64?, of payment: PaymentID
    ) throws {
        try changeOne(
            """
            INSERT INTO operations
                (id, payment, kind, amount, state, target, of_capture, replaces, is_final,
                is_sale, gives_up_hold, trace_number, created_at, answered_at, seen)
            VALUES (?, (SELECT p.row FROM payments p WHERE p.id = ?), ?, ?, ?,
                (SELECT t.row FROM operations t WHERE t.id = ?),
                (SELECT c.row FROM operations c WHERE c.id = ?), ?, ?, ?, ?, ?, ?, ?,
                \(OperationColumns.newestPayment))
            """,
            operation.id, payment, OperationKind(operation.kind).rawValue,
            operation.amount.minorUnits, OperationState(operation.state).rawValue,
            operation.target, operation.ofCapture, operation.replaces?.minorUnits,
            operation.isFinal, operation.isSale, operation.kind == .captureVoid(givesUpHold: true),
            traceNumber, operation.at, operation.answeredAt)
    }

    /// Writes what has changed of an operation.
    ///
    /// - Parameter message: How the acquirer knows it.
    private func write(
        _ operation: PaymentOperation, _ message: MessageReference?, over stored: PaymentOperation
    ) throws {
        let values = sqlValues(
            OperationState(operation.state).rawValue, operation.wasAccepted,
            operation.refusal?.rawValue, operation.answeredAt, message?.acquirerReference?.bytes,
            operation.id)
        let update = """
            UPDATE operations SET state = ?, accepted = ?, refusal = ?, answered_at = ?,
                acquirer_reference = ?
            WHERE id = ?
            """
        guard stored.state == .confirmed else {
            return try changeOne(update, values)
        }
        // A batch is closed without holding its payments.
        let stillConfirmed = update + " AND state = 'confirmed' AND batch IS NULL"
        let changed = try change(stillConfirmed, values)
        guard changed == 1 else { throw OptimisticConflict() }
    }
}

/// The open holds of a payment's order, card and currency that are older, if its protocol names payments by their order:
/// they take no capture after its last one. ?1 the payment's row.
private let olderHolds = """
    SELECT h.id FROM payments p JOIN payments h ON h.merchant = p.merchant
        AND h.order_reference = p.order_reference AND h.handle = p.handle
        AND h.currency = p.currency AND h.row < p.row
    WHERE p.row = ?1 AND h.state = 'authorized' AND h.closing = 0
        AND NOT EXISTS (SELECT 1 FROM transactions t WHERE t.payment = p.row)
    ORDER BY h.row DESC
    """

extension SQLConnection {
    /// Releases the older authorizations of an order whose final capture the acquirer took.
    ///
    /// - Parameter captured: The row of the captured payment.
    func releaseOlder(
        than captured: SQLValue, at now: Timestamp, by requestID: RequestIdentifier?,
        _ numbers: TraceNumbers
    ) throws {
        let older = try allRows(olderHolds, captured) { try $0.paymentID() }
        for hold in older { try releaseRemainder(of: hold, at: now, by: requestID, numbers) }
    }

    /// Releases what is left of a hold, if anything is: the worker sends the message.
    fileprivate func releaseRemainder(
        of payment: PaymentID, at now: Timestamp, by requestID: RequestIdentifier?,
        _ numbers: TraceNumbers
    ) throws {
        guard let held = try hold(payment), held.record.payment.state == .authorized,
            !held.record.payment.remaining.isZero
        else { return }
        let release = PaymentOperation(
            id: OperationID(at: now), .release, held.record.payment.remaining, at: now)
        guard held.record.hasRoom(for: [release]) else { return }
        try held.apply(.requested(release), at: now)
        try save(held, due: now, at: now, by: requestID, numbers)
    }
}
