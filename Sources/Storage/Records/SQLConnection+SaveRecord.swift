import Database
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Writes what has changed of a record, with one event for each change, and queues the messages of operations.
    ///
    /// - Parameters:
    ///   - operations: Those to send now.
    ///   - due: When the worker may send them.
    ///   - numbers: The trace numbers of the messages.
    /// - Returns: Their messages.
    func save(
        _ held: HeldRecord, sending operations: [PaymentOperation] = [], due: Timestamp,
        at now: Timestamp, _ numbers: TraceNumbers
    ) throws -> [Delivery] {
        var held = held
        guard !held.record.changes.isEmpty else { return [] }
        try writePayment(held)
        for (index, operation) in held.record.operations.enumerated() {
            if index >= held.stored.operations.count {
                let identity = MessageIdentity(
                    traceNumber: try numbers.draw(), transmittedAt: operation.at)
                try insert(operation, identity, of: held.row)
                held.sent[operation.id] = MessageReference(identity)
            } else if operation != held.stored.operations[index] {
                try write(operation, over: held.stored.operations[index])
            }
        }
        for (index, change) in held.record.changes.enumerated() {
            let event = try BookedEvent(change.event, in: held.record, at: now)
            try write(
                event, number: held.stored.version + Int64(index) + 1, leadingTo: change.state,
                ofPayment: held.row)
        }
        let messages = try operations.map { try held.message(of: $0, due: due) }
        for message in messages { try queue(message) }
        return messages
    }

    /// The amounts are those that the operations add up to: no statement adds to one.
    private func writePayment(_ held: HeldRecord) throws {
        let record = held.record
        let amounts = record.amounts
        let closing = record.closing == .open ? SQLValue.null : record.closing.rawValue.sqlValue
        try changeOne(
            """
            UPDATE payments SET state = ?, released = ?, releasing = ?, captured = ?,
                capturing = ?, refunded = ?, refunding = ?, uncapturing = ?, unrefunding = ?,
                closing = ?, closed_by = ?, cancelled = ?, version = ?
            WHERE row = ? AND version = ?
            """,
            [
                record.payment.state.rawValue.sqlValue, amounts.released.sqlValue,
                amounts.releasing.sqlValue, amounts.captured.sqlValue,
                amounts.capturing.sqlValue, amounts.refunded.sqlValue,
                amounts.refunding.sqlValue, amounts.uncapturing.sqlValue,
                amounts.unrefunding.sqlValue, (record.closing != .open).sqlValue, closing,
                record.isCancelled.sqlValue,
                record.version.sqlValue, held.row, held.stored.version.sqlValue,
            ])
    }

    private func insert(
        _ operation: PaymentOperation, _ identity: MessageIdentity, of row: SQLValue
    ) throws {
        try changeOne(
            """
            INSERT INTO operations
                (id, payment, kind, amount, state, target, of_capture, replaces, is_final,
                is_sale, gives_up_hold, trace_number, created_at, seen)
            VALUES (?, ?, ?, ?, ?, (SELECT t.row FROM operations t WHERE t.id = ?),
                (SELECT c.row FROM operations c WHERE c.id = ?), ?, ?, ?, ?, ?, ?,
                \(OperationColumns.newestPayment))
            """,
            [
                operation.id.value.identifier, row,
                OperationKind(operation.kind).rawValue.sqlValue,
                operation.amount.minorUnits.sqlValue,
                OperationState(operation.state).rawValue.sqlValue,
                operation.target?.value.identifier ?? .null,
                operation.ofCapture?.value.identifier ?? .null,
                operation.replaces?.minorUnits.sqlValue ?? .null, operation.isFinal.sqlValue,
                operation.isSale.sqlValue,
                (operation.kind == .captureVoid(givesUpHold: true)).sqlValue,
                identity.traceNumber.sqlValue, operation.at.value,
            ])
    }

    private func write(_ operation: PaymentOperation, over stored: PaymentOperation) throws {
        let values = [
            OperationState(operation.state).rawValue.sqlValue, operation.wasAccepted.sqlValue,
            operation.refusal?.rawValue.sqlValue ?? .null,
            operation.answeredAt?.value ?? .null, operation.id.value.identifier,
        ]
        let update = """
            UPDATE operations SET state = ?, accepted = ?, refusal = ?, answered_at = ?
            WHERE id = ?
            """
        guard stored.state == .confirmed else { return try changeOne(update, values) }
        // A batch is closed without holding its payments.
        let changed = try change(update + " AND state = 'confirmed' AND batch IS NULL", values)
        guard changed == 1 else { throw OptimisticConflict() }
    }
}
