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
        try await read { db in
            var batches: [SettledBatch] = []
            var count = 0
            try db.eachRow(
                SettledBatchColumns.query,
                merchant, command.batch, command.from, command.to, batchLimit,
                // One more, to know whether there is one.
                limit + 1, command.numbers?.lowerBound ?? 1, command.numbers?.upperBound ?? .max
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
            // No batch follows one that is asked for by its number.
            if command.batch == nil, let next = try db.batch(after: batchLimit, in: command) {
                batches.append(next)
            }
            return batches
        }
    }
}

extension SQLConnection {
    /// The batch after as many others, cut and without entries; nil if there isn't one.
    fileprivate func batch(
        after count: Int, in command: ListBatchesCommand
    ) throws -> SettledBatch? {
        try first(SettledBatchColumns.next, command.from, command.to, count) { columns in
            var batch = try SettledBatch(
                number: columns.integer(), closedAt: columns.timestamp(), entries: [])
            batch.isCut = true
            return batch
        }
    }
}

enum SettledBatchColumns {
    /// A capture has the number of the transaction that began its payment, a refund or credit its own. A batch that is
    /// asked for by number is found whenever it was closed.
    ///
    /// The query goes from the batches to their entries. SQLite does so only if the query forces it: otherwise it
    /// begins with all payments of the merchant. The plus keeps it from scanning all numbers instead of the payment's.
    static let query = """
        WITH asked AS (
            SELECT number, closed_at FROM batches
            WHERE closing = 0
                AND CASE WHEN CAST(?2 AS BIGINT) IS NULL THEN closed_at >= ?3 AND closed_at < ?4
                ELSE number = ?2 END
            ORDER BY number LIMIT ?5)
        SELECT a.number, a.closed_at, p.currency, t.number, o.kind,
            COALESCE(t.order_reference, p.order_reference), o.amount, p.authorization_code, p.network
        FROM asked a CROSS JOIN operations o CROSS JOIN payments p CROSS JOIN transactions t
        WHERE o.batch = a.number AND p.row = o.payment AND p.merchant = ?1 AND t.payment = p.row
            AND CASE o.kind WHEN 'capture' THEN t.kind IN \(TransactionColumns.beginnings)
                ELSE t.operation = o.row AND t.kind = o.kind END
            AND +t.number BETWEEN ?7 AND ?8
        ORDER BY a.number, o.row LIMIT ?6
        """

    /// The first batch of a time behind as many as are looked at.
    static let next = """
        SELECT number, closed_at FROM batches
        WHERE closing = 0 AND closed_at >= ? AND closed_at < ?
        ORDER BY number LIMIT 1 OFFSET ?
        """
}

extension RowColumns {
    fileprivate mutating func entry() throws -> SettledBatch.Entry {
        let currency = try currency()
        return try SettledBatch.Entry(
            number: transactionNumber(), kind: named(), orderReference: text(),
            amount: money(in: currency), authorizationCode: textOrNil(), network: namedOrNil())
    }
}
