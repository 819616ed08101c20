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
        return try found.map { try record($0, operations[$0.row] ?? StoredOperations()) }
    }

    private func record(
        _ found: RecordedPayment, _ stored: StoredOperations
    ) throws -> HeldRecord {
        let row = found.row.sqlValue
        let before = found.closing == .renewed ? try operationsBeforeRenewal(of: row) : nil
        let loaded = try? PaymentRecord(
            stored: found.payment, stored.operations, version: found.version,
            closing: found.closing,
            operationsBeforeRenewal: before, isCancelled: found.isCancelled)
        let record = try loaded.orCorrupt
        return HeldRecord(
            record, row: row, merchant: found.merchant, authorization: found.authorization,
            sent: stored.messages)
    }

    /// The operations of payments by the payments' rows, in the order in which they were written.
    ///
    /// - Parameters:
    ///   - condition: On the operation `o`.
    ///   - currencies: The payments' currencies by their rows. Operations of other payments are left out.
    func storedOperations(
        _ condition: String, _ values: [SQLValue], in currencies: [Int64: Currency]
    ) throws -> [Int64: StoredOperations] {
        var operations: [Int64: StoredOperations] = [:]
        try eachRow(
            """
            SELECT o.payment, \(RecordColumns.operation) FROM operations o
            WHERE \(condition) ORDER BY o.row
            """, values
        ) { columns in
            let payment = try columns.integer()
            guard let currency = currencies[payment] else { return }
            try operations[payment, default: StoredOperations()].add(&columns, in: currency)
        }
        return operations
    }

    /// How many operations a hold had when its renewal closed it: all but those of later events. Earlier events may be
    /// erased.
    private func operationsBeforeRenewal(of row: SQLValue) throws -> Int {
        try first(
            """
            SELECT (SELECT count(*) FROM operations o WHERE o.payment = ?1)
                - (SELECT count(*) FROM payment_events e
                    WHERE e.payment = ?1 AND e.kind = 'requested' AND e.sequence > r.sequence)
            FROM payment_events r WHERE r.payment = ?1 AND r.kind = 'renewed'
            """,
            row
        ) { try $0.count() }.orCorrupt
    }
}

/// The operations of a payment in the order in which they were written, with the columns that are not of the record.
struct StoredOperations {
    private(set) var operations: [PaymentOperation] = []
    /// The operations' rows, which grow.
    private(set) var rows: [Int64] = []
    /// How the acquirer knows the operations; nil of a credit.
    private(set) var messages: [MessageReference?] = []

    /// The operation of a row.
    subscript(row: Int64) -> PaymentOperation? {
        rows.firstIndex(of: row).map { operations[$0] }
    }
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
}

extension StoredOperations {
    /// Adds the operation of a row. It names only older ones.
    fileprivate mutating func add(_ columns: inout RowColumns, in currency: Currency) throws {
        let row = try columns.integer()
        var operation = try PaymentOperation(
            id: columns.operationID(),
            columns.named(OperationKind.self).recorded(givesUpHold: columns.flag()),
            columns.money(in: currency), at: columns.timestamp())
        operation.target = try columns.integerOrNil().flatMap { self[$0]?.id }
        operation.ofCapture = try columns.integerOrNil().flatMap { self[$0]?.id }
        operation.replaces = try columns.moneyOrNil(in: currency)
        operation.isFinal = try columns.flag()
        operation.isSale = try columns.flag()
        let state = try columns.named(OperationState.self)
        operation.wasAccepted = try columns.flag()
        operation.state = try state.recorded(wasAccepted: operation.wasAccepted)
        operation.refusal = try columns.namedOrNil()
        operation.batch = try columns.integerOrNil()
        operation.answeredAt = try columns.timestampOrNil()
        operation.newestPayment = try columns.integer()
        messages.append(try columns.messageReferenceOrNil(at: operation.at))
        operations.append(operation)
        rows.append(row)
    }
}
