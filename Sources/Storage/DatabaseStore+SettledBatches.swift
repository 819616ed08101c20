import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// The closed batches that a command asks for, oldest first, with what is in them of a
    /// merchant. A batch that is still being closed comes when it is whole; one whose end was cut off,
    /// when the next has been begun.
    ///
    /// What has no number is left out, or one by which the client cannot ask: it could not know it. A
    /// batch is everyone's; one that has nothing else of the merchant is none to it.
    public func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID
    ) async throws(StoreError) -> [SettledBatch] {
        try await batches(command, of: merchant, upTo: EngineLimits.entriesPerList)
    }

    /// - Parameters:
    ///   - limit: How many entries are told; where there are more, the last batch says so.
    ///   - batchLimit: How many batches are looked at; where there are more, the next of them comes
    ///     last, without entries and cut: what it and those after it hold of the merchant is not known.
    func batches(
        _ command: ListBatchesCommand, of merchant: MerchantID, upTo limit: Int,
        in batchLimit: Int = EngineLimits.batchesPerList
    ) async throws(StoreError) -> [SettledBatch] {
        try await read { db in
            var batches: [SettledBatch] = []
            var told = 0
            try db.eachRow(
                SettledBatchColumns.query,
                [
                    merchant.value.bookValue, command.batch?.bookValue ?? .null,
                    command.from.value, command.to.value, batchLimit.bookValue,
                    // One more, to know whether there is one.
                    (limit + 1).bookValue,
                    (command.numbers?.lowerBound ?? 1).bookValue,
                    (command.numbers?.upperBound ?? .max).bookValue,
                ]
            ) { columns in
                guard told < limit else {
                    batches[batches.count - 1].isCut = true
                    return
                }
                told += 1
                let number = try columns.integer()
                let closedAt = try columns.timestamp()
                if batches.last?.number != number {
                    batches.append(SettledBatch(number: number, closedAt: closedAt, entries: []))
                }
                batches[batches.count - 1].entries.append(try columns.entry())
            }
            // One batch that is asked for by its number has none behind it.
            guard command.batch == nil else { return batches }
            let next = try db.first(
                SettledBatchColumns.next,
                [command.from.value, command.to.value, batchLimit.bookValue]
            ) { columns in
                SettledBatch(
                    number: try columns.integer(), closedAt: try columns.timestamp(), entries: [])
            }
            if var next {
                next.isCut = true
                batches.append(next)
            }
            return batches
        }
    }
}

/// The columns of what is in a batch, in the order in which they are read.
enum SettledBatchColumns {
    /// A capture goes by the number of what began its payment, a refund or credit by its own. A
    /// batch that is asked for by number is found whenever it was closed.
    ///
    /// From the batches to what is in them, which SQLite does in this order where it is told to: left
    /// alone it begins with all payments of the merchant. The plus keeps it from looking through all
    /// numbers in place of the payment's.
    static let query = """
        WITH asked AS (
            SELECT number, closed_at FROM batches
            WHERE closing = 0
                AND CASE WHEN CAST(?2 AS BIGINT) IS NULL THEN closed_at >= ?3 AND closed_at < ?4
                ELSE number = ?2 END
            ORDER BY number LIMIT ?5)
        SELECT a.number, a.closed_at, t.number, o.kind, p.currency, o.amount,
            p.authorization_code, p.network
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
        guard let number = TransactionNumber(try integer()) else { throw BookError.corrupt }
        let kind = try named(TransactionKind.self)
        let currency = try currency()
        return SettledBatch.Entry(
            number: number, kind: kind, amount: try money(in: currency),
            authorizationCode: try textOrNil(), network: try namedOrNil(CardNetwork.self))
    }
}
