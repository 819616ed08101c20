import Database
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Loads a payment and its operations, and locks its row until the transaction ends; nil if there isn't one.
    ///
    /// - Throws: ``SQLError/corrupt`` if the payment contradicts its operations.
    func hold(_ payment: PaymentID) throws -> HeldRecord? {
        try records("p.id = ?1", [payment.value.identifier], ending: lockClause(for: "p")).first
    }

    /// Loads a payment and its operations from this snapshot; nil if there isn't one.
    ///
    /// - Throws: As ``hold(_:)-(PaymentID)``.
    func record(_ payment: PaymentID) throws -> HeldRecord? {
        try records("p.id = ?1", [payment.value.identifier], ending: "").first
    }

    /// Loads payments and their operations, the oldest payment first.
    ///
    /// The operations are read by a statement of their own: on PostgreSQL it sees what was committed while it waited for
    /// the rows.
    ///
    /// - Parameters:
    ///   - condition: On the payment `p`.
    ///   - ending: How the query of the payments ends.
    func records(_ condition: String, _ values: [SQLValue], ending: String) throws -> [HeldRecord] {
        let found = try allRows(
            """
            SELECT \(RecordColumns.payment) FROM payments p WHERE \(condition) ORDER BY p.row \(ending)
            """, values
        ) { columns in try columns.recordedPayment() }
        guard !found.isEmpty else { return [] }
        let operations = try storedOperations(
            "o.payment IN (SELECT p.row FROM payments p WHERE \(condition))", values,
            in: Dictionary(
                found.map { ($0.row, $0.payment.requested.currency) },
                uniquingKeysWith: { first, _ in first }))
        return try found.map { try record($0, operations[$0.row] ?? []) }
    }

    private func record(
        _ found: RecordedPayment, _ stored: [StoredOperationRow]
    ) throws -> HeldRecord {
        var payment = found.payment
        var operations = stored.map(\.operation)
        #if DEBUG
            if let misread = misread(payment, operations) { (payment, operations) = misread }
        #endif
        let row = found.row.sqlValue
        let before = found.closing == .renewed ? try operationsBeforeRenewal(of: row) : nil
        let loaded = try? PaymentRecord(
            stored: payment, operations, version: found.version, closing: found.closing,
            operationsBeforeRenewal: before, isCancelled: found.isCancelled)
        let record = try loaded.orCorrupt
        return HeldRecord(
            row: row, merchant: found.merchant, authorization: found.authorization,
            sent: Dictionary(
                stored.compactMap { stored in
                    stored.message.map { (stored.operation.id, $0) }
                }, uniquingKeysWith: { first, _ in first }),
            stored: record, record: record)
    }

    /// The operations of payments by the payments' rows, in the order in which they were written.
    ///
    /// - Parameters:
    ///   - condition: On the operation `o`.
    ///   - currencies: The payments' currencies by their rows. Operations of other payments are left out.
    func storedOperations(
        _ condition: String, _ values: [SQLValue], in currencies: [Int64: Currency]
    ) throws -> [Int64: [StoredOperationRow]] {
        // An operation names only older ones.
        var names: [Int64: OperationID] = [:]
        var operations: [Int64: [StoredOperationRow]] = [:]
        try eachRow(
            """
            SELECT o.payment, \(RecordColumns.operation) FROM operations o
            WHERE \(condition) ORDER BY o.row
            """, values
        ) { columns in
            let payment = try columns.integer()
            guard let currency = currencies[payment] else { return }
            operations[payment, default: []].append(
                try columns.recordedOperation(in: currency, &names))
        }
        return operations
    }

    /// How many operations a hold had when its renewal closed it.
    private func operationsBeforeRenewal(of row: SQLValue) throws -> Int {
        try first(
            """
            SELECT count(*) FROM payment_events e
            WHERE e.payment = ?1 AND e.operation IS NOT NULL
                AND e.kind IN ('approved', 'requested')
                AND e.sequence < (SELECT r.sequence FROM payment_events r
                    WHERE r.payment = ?1 AND r.kind = 'renewed')
            """,
            row
        ) { try $0.count() }.orCorrupt
    }
}

/// An operation of a record, and its row.
struct StoredOperationRow {
    let row: Int64
    let operation: PaymentOperation
    /// How the acquirer knows it; nil of a credit.
    let message: MessageReference?
}

private enum RecordColumns {
    static let payment = """
        \(PaymentColumns.payment), p.row, p.version, p.closed_by, p.cancelled,
        p.merchant_number, p.terminal_number, p.category_code, p.trace_number,
        p.acquirer_reference
        """
    static let operation = """
        o.row, o.id, o.kind, o.gives_up_hold, o.amount, o.created_at, o.target, o.of_capture,
        o.replaces, o.is_final, o.is_sale, o.state, o.accepted, o.refusal, o.batch, o.answered_at,
        o.seen, o.trace_number, o.acquirer_reference
        """
}

private struct RecordedPayment {
    let payment: Payment
    let row: Int64
    let version: Int64
    let closing: Closing
    let isCancelled: Bool
    let merchant: AcquirerMerchant
    let authorization: MessageReference
}

extension RowColumns {
    fileprivate mutating func recordedPayment() throws -> RecordedPayment {
        let payment = try payment()
        return try RecordedPayment(
            payment: payment, row: integer(), version: integer(),
            closing: namedOrNil(Closing.self) ?? .open, isCancelled: flag(),
            merchant: acquirerMerchant(), authorization: messageReference(at: payment.createdAt))
    }

    /// - Parameter names: The operations that were read, by their rows; this one is added.
    fileprivate mutating func recordedOperation(
        in currency: Currency, _ names: inout [Int64: OperationID]
    ) throws -> StoredOperationRow {
        let row = try integer()
        var operation = try PaymentOperation(
            id: operationID(), named(OperationKind.self).recorded(givesUpHold: flag()),
            money(in: currency), at: timestamp())
        names[row] = operation.id
        operation.target = try integerOrNil().flatMap { names[$0] }
        operation.ofCapture = try integerOrNil().flatMap { names[$0] }
        operation.replaces = try moneyOrNil(in: currency)
        operation.isFinal = try flag()
        operation.isSale = try flag()
        let state = try named(OperationState.self)
        operation.wasAccepted = try flag()
        operation.state = try state.recorded(wasAccepted: operation.wasAccepted)
        operation.refusal = try namedOrNil()
        operation.batch = try integerOrNil()
        operation.answeredAt = try timestampOrNil()
        operation.newestPayment = try integer()
        return try StoredOperationRow(
            row: row, operation: operation, message: messageReferenceOrNil(at: operation.at))
    }
}
