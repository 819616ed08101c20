import PaymentDomain
import PaymentEngine
import Database

extension SQLPaymentStore {
    /// A batch that is being closed appears once it is complete; an interrupted one, once the next has begun.
    ///
    /// Entries without a number, or with one that the client can't ask by, are left out. Batches are shared; one
    /// without entries of the merchant is left out.
    package func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID
    ) async throws(StoreError) -> [SettledBatch] {
        try await batches(command, of: merchant, upTo: EngineLimits.entriesPerList)
    }

    /// - Parameters:
    ///   - limit: How many entries are returned; if there are more, the last batch says so.
    ///   - batchLimit: How many batches are read; if there are more, the next of them comes last, cut and without
    ///     entries: whether it and later ones have any of the merchant isn't known.
    func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID, upTo limit: Int,
        in batchLimit: Int = EngineLimits.batchesPerList
    ) async throws(StoreError) -> [SettledBatch] {
        let asked = AskedBatches(command.selection, upTo: batchLimit)
        let numbers = command.numbers ?? 1...Int64.max
        return try await read { db in
            var batches: [SettledBatch] = []
            var count = 0
            try db.eachRow(
                asked.entries,
                asked.values + [asked.limit.sqlValue]
                    + [merchant.sqlValue, numbers.lowerBound.sqlValue, numbers.upperBound.sqlValue]
                    // One more, to know whether there is one.
                    + [(limit + 1).sqlValue]
            ) { columns in
                guard count < limit else {
                    batches[batches.count - 1].isCut = true
                    return
                }
                count += 1
                let number = try columns.integer()
                let closedAt = try columns.timestamp()
                if batches.last?.number != number {
                    batches.append(SettledBatch(number: number, closedAt: closedAt, entries: []))
                }
                batches[batches.count - 1].entries.append(try columns.entry())
            }
            // The rest of a cut batch comes before the next one.
            if batches.last?.isCut != true, let next = try db.batch(after: asked) {
                batches.append(next)
            }
            return batches
        }
    }
}

extension SQLConnection {
    /// The batch behind those that are looked at, cut and without entries; nil if there isn't one.
    fileprivate func batch(after asked: AskedBatches) throws -> SettledBatch? {
        try first(asked.next, asked.values + [asked.limit.sqlValue]) { columns in
            var batch = try SettledBatch(
                number: columns.integer(), closedAt: columns.timestamp(), entries: [])
            batch.isCut = true
            return batch
        }
    }
}

/// The batches that a command asks for, in SQL.
struct AskedBatches: Sendable {
    /// The condition, and the order.
    private let which: String
    private let direction: String
    /// The condition's values.
    let values: [SQLValue]
    /// How many batches are looked at.
    let limit: Int

    init(_ selection: ListBatchesCommand.Selection, upTo most: Int) {
        (which, direction, values, limit) =
            switch selection {
            case .number(let number): ("number = ?", "ASC", [number.sqlValue], 1)
            case .closed(let from, let to):
                ("closed_at >= ? AND closed_at < ?", "ASC", [from.sqlValue, to.sqlValue], most)
            case .newest(let count, let from):
                ("number <= ?", "DESC", [(from ?? .max).sqlValue], min(count, most))
            }
    }

    private var batches: String {
        """
        SELECT number, closed_at FROM batches WHERE closing = 0 AND \(which)
        ORDER BY number \(direction)
        """
    }

    /// A capture has the number of the transaction that began its payment, a refund or credit its own.
    ///
    /// The query goes from the batches to their entries. SQLite does so only if the query forces it: otherwise it
    /// begins with all payments of the merchant. The plus keeps it from scanning all numbers instead of the payment's.
    var entries: String {
        """
        WITH asked AS (\(batches) LIMIT ?)
        SELECT a.number, a.closed_at, p.currency, t.number, o.kind,
            COALESCE(t.order_reference, p.order_reference), o.amount, p.authorization_code, p.network
        FROM asked a CROSS JOIN operations o CROSS JOIN payments p CROSS JOIN transactions t
        WHERE o.batch = a.number AND p.row = o.payment AND p.merchant = ? AND t.payment = p.row
            AND CASE o.kind WHEN 'capture' THEN t.kind IN \(TransactionColumns.beginnings)
                ELSE t.operation = o.row AND t.kind = o.kind END
            AND +t.number BETWEEN ? AND ?
        ORDER BY a.number \(direction), o.row LIMIT ?
        """
    }

    /// The first batch behind as many as are looked at.
    var next: String { "\(batches) LIMIT 1 OFFSET ?" }
}

extension RowColumns {
    fileprivate mutating func entry() throws -> SettledBatch.Entry {
        let currency = try currency()
        return try SettledBatch.Entry(
            number: transactionNumber(), kind: named(), orderReference: text(),
            amount: money(in: currency), authorizationCode: textOrNil(), network: namedOrNil())
    }
}
