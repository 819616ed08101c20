import Database
import Events
import PaymentDomain
import StorageKit

/// The next public events, and where to go on.
package struct EventPage: Sendable, Hashable {
    package let events: [Event]
    /// The cursor behind them, and behind changes that aren't public.
    package let next: EventCursor
    /// Whether no more can be read now.
    package let isEnd: Bool
}

extension SQLPaymentStore {
    /// The public events behind a cursor, in order. None is ever passed over, however many transactions write at once.
    ///
    /// - Parameters:
    ///   - limit: How many changes are read, at most ``StorageLimits/eventsPerPage``; not all are public.
    ///   - merchant: Whose events are returned, with that merchant's totals of batches; nil for all.
    ///   - kinds: Which kinds are returned; nil for all.
    package func events(
        after cursor: EventCursor, limit: Int = StorageLimits.eventsPerPage,
        of merchant: MerchantID? = nil, kinds: Set<EventKind>? = nil
    ) async throws(StoreError) -> EventPage {
        let most = min(max(limit, 1), StorageLimits.eventsPerPage)
        let hasManyWriters = database.server != nil
        let writers = cursor.isWaiting ? try await eventWriters() : []
        let found = try await read { db -> ReadEvents in
            let rows = try db.allRows(
                """
                SELECT \(EventColumns.event) FROM payment_events e
                WHERE e.number > ? ORDER BY e.number LIMIT ?
                """, cursor.number, most
            ) { try $0.eventRow() }
            let numbers = rows.map(\.number)
            var next = cursor
            var count = rows.count
            if hasManyWriters {
                let erased = try db.first(EventColumns.erased) { try $0.integer() }
                count = next.advance(over: numbers, beside: writers, erased: erased ?? 0)
            } else {
                next.advance(over: numbers)
            }
            let isAtNewGap = count < rows.count && !next.isWaiting
            return ReadEvents(
                events: try db.events(Array(rows.prefix(count)), of: merchant, kinds: kinds),
                next: next,
                isEnd: count < most, gapEnd: isAtNewGap ? numbers.last : nil)
        }
        var next = found.next
        if let end = found.gapEnd {
            next.stop(at: EventGap(end: end, writers: try await eventWriters()))
        }
        return EventPage(events: found.events, next: next, isEnd: found.isEnd)
    }

    /// The change of a number, in words that no other change has: a restored database may give the number again. Nil if
    /// there isn't one.
    func change(ofEvent number: Int64) async throws(StoreError) -> String? {
        try await read { db in
            try db.first(
                "SELECT payment, sequence, at FROM payment_events WHERE number = ?", number
            ) { columns in
                try "\(number) \(columns.integer()) \(columns.integer()) \(columns.integer())"
            }
        }
    }

    /// Who writes events on PostgreSQL now, by their virtual transactions.
    ///
    /// A statement of its own: locks are seen as they are, and rows as they were when a snapshot was taken.
    private func eventWriters() async throws(StoreError) -> Set<String> {
        try await look { db in Set(try db.allRows(EventColumns.writers) { try $0.text() }) }
    }

    /// A cursor in front of the newest events: at most so many public ones are behind it.
    package func eventCursor(
        beforeNewest count: Int, of merchant: MerchantID? = nil
    ) async throws(StoreError) -> EventCursor {
        let most = min(max(count, 0), StorageLimits.recentEvents)
        let values = [most.sqlValue] + (merchant.map { [$0.sqlValue] } ?? [])
        return try await read { db in
            let first = try db.first(
                """
                SELECT e.number FROM payment_events e
                WHERE e.kind NOT IN (\(EventColumns.hiddenKinds))
                    \(merchant == nil ? "" : EventColumns.isOfMerchant)
                ORDER BY e.number DESC LIMIT 1 OFFSET ?1
                """, values
            ) { try $0.integer() }
            return EventCursor(first ?? 0)
        }
    }

    /// The public events of a payment, in order.
    package func events(of payment: PaymentID) async throws(StoreError) -> [Event] {
        try await read { db in try db.events(of: payment) }
    }

    /// The merchants that have a part in a closed batch, by name.
    package func merchants(inBatch number: Int64) async throws(StoreError) -> [MerchantID] {
        try await read { db in
            try db.allRows(
                """
                SELECT DISTINCT p.merchant FROM operations o JOIN payments p ON p.row = o.payment
                WHERE o.batch = ? ORDER BY p.merchant
                """, number
            ) { try $0.merchant() }
        }
    }

    /// A public event by its identifier; nil if it doesn't exist, or was erased.
    ///
    /// - Parameter merchant: Who asks. Another merchant's event isn't found, and a batch has this merchant's totals. Nil
    ///   for the operator.
    package func event(
        _ id: EventID, of merchant: MerchantID? = nil
    ) async throws(StoreError) -> Event? {
        try await read { db in
            let row =
                switch id {
                case .payment(let payment, let sequence):
                    try db.first(
                        """
                        SELECT \(EventColumns.event) FROM payment_events e
                            JOIN payments p ON p.row = e.payment
                        WHERE p.id = ? AND e.sequence = ?
                        """, payment, sequence
                    ) { try $0.eventRow() }
                case .batch(let number):
                    try db.first(
                        """
                        SELECT \(EventColumns.event) FROM payment_events e
                        WHERE e.payment = \(BatchEvent.payment) AND e.sequence = ?
                        """, number
                    ) { try $0.eventRow() }
                }
            return try row.flatMap { try db.events([$0], of: merchant).first }
        }
    }
}

/// The events of one snapshot.
private struct ReadEvents: Sendable {
    let events: [Event]
    let next: EventCursor
    let isEnd: Bool
    /// The last number that was found behind a new gap.
    let gapEnd: Int64?
}

/// A row of `payment_events`.
struct StoredEventRow: Sendable {
    let number: Int64
    let payment: Int64
    let sequence: Int64
    let at: Timestamp
    /// The word of the change.
    let kind: String
    /// The row of its operation.
    let operation: Int64?
    let amount: Int64?
    let state: String
    let askedAs: String?
    /// The payment's merchant; nil of a batch.
    let merchant: MerchantID?
}

private enum EventColumns {
    static let event = """
        e.number, e.payment, e.sequence, e.at, e.kind, e.operation, e.amount, e.state, e.asked_as,
        (SELECT m.merchant FROM payments m WHERE m.row = e.payment)
        """
    static let erased = "SELECT number FROM erased_events WHERE id = 1"
    static let writers = """
        SELECT l.virtualtransaction FROM pg_locks l
        WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock'
            AND l.relation = CAST('payment_events' AS regclass)
            AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
        """
    /// That the merchant ?2 may see an event `e`.
    static let isOfMerchant = """
        AND (EXISTS (SELECT 1 FROM payments p WHERE p.row = e.payment AND p.merchant = ?2)
            OR e.payment = \(BatchEvent.payment) AND EXISTS (SELECT 1 FROM operations o
                JOIN payments p ON p.row = o.payment
                WHERE o.batch = e.sequence AND p.merchant = ?2))
        """
    /// The changes that are never public.
    static let hiddenKinds = PaymentEventKind.allCases
        .filter { !$0.isPublic }.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}

extension SQLConnection {
    /// The public events of a payment, in order.
    func events(of payment: PaymentID) throws -> [Event] {
        let rows = try allRows(
            """
            SELECT \(EventColumns.event) FROM payment_events e
                JOIN payments p ON p.row = e.payment
            WHERE p.id = ? ORDER BY e.sequence
            """, payment
        ) { try $0.eventRow() }
        return try events(rows, of: nil)
    }
}

extension RowColumns {
    fileprivate mutating func eventRow() throws -> StoredEventRow {
        try StoredEventRow(
            number: integer(), payment: integer(), sequence: integer(), at: timestamp(),
            kind: text(), operation: integerOrNil(), amount: integerOrNil(), state: text(),
            askedAs: textOrNil(), merchant: textOrNil().map { MerchantID($0) })
    }
}
