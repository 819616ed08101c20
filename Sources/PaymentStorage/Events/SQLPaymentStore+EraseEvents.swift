import Database
import Events
import MerchantStorage
import PaymentDomain
import PaymentEngine
import StorageKit

extension SQLPaymentStore {
    package func eraseHistory(
        _ limits: RetentionLimits, after place: Int64
    ) async throws(StoreError) -> Int64? {
        let next = try await eraseEvents(before: limits.events, after: place)
        let erased = try await merchantStore.eraseDeliveries(endedBefore: limits.deliveries)
        // Behind the last number there are no events.
        return next ?? (erased > 0 ? .max : nil)
    }

    /// Erases the events of payments that wait for nothing and whose newest event is before a time. All events of a
    /// payment go at once: what is left can be counted, and a repeated read gives the same bytes or none.
    ///
    /// The events of a hold that was renewed stay, since its record is loaded by them, and those of batches.
    ///
    /// - Returns: The number of the last event that was looked at; nil if no later one is before the time.
    private func eraseEvents(
        before moment: Timestamp, after place: Int64
    ) async throws(StoreError) -> Int64? {
        let found = try await read { db in try db.oldEvents(before: moment, after: place) }
        guard let found else { return nil }
        var erased: Int64 = 0
        var reached = found.last
        var payments: [OldPayment] = []
        for payment in found.payments {
            guard erased < StorageLimits.eventsPerErasingStep else {
                reached = payment.firstEvent - 1
                break
            }
            erased += payment.events
            payments.append(payment)
        }
        if !payments.isEmpty {
            try await write { [payments] db in
                let merchants = try db.merchantsWithEndpoints()
                let numbers = try payments.flatMap { try db.erase($0, merchants) }
                guard let last = numbers.max() else { return }
                try db.change(
                    "UPDATE erased_events SET number = ?1 WHERE id = 1 AND number < ?1", last)
            }
        }
        return reached
    }
}

/// A payment whose events may be erased.
private struct OldPayment: Sendable {
    let row: Int64
    let id: PaymentID
    let merchant: MerchantID
    let version: Int64
    /// How many events it has.
    let events: Int64
    /// The number of the first of them that was looked at.
    let firstEvent: Int64
}

/// That a payment `p` waits for nothing and is settled, and that all its events are before ?1 and queued for delivery, if
/// there are endpoints. The newest event of all stays: SQLite would give its number to the next one.
private let isFinal = """
    p.state NOT IN ('authorizing', 'outcomeUnknown')
        AND p.events_erased >= 0 AND p.events_erased < p.version
        AND p.releasing + p.capturing + p.refunding + p.uncapturing + p.unrefunding = 0
        AND coalesce(p.closed_by, '') <> 'renewed'
        AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.payment = p.row)
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.payment = p.row AND o.batch IS NULL
            AND o.state = 'confirmed' AND o.kind IN ('capture', 'refund', 'credit'))
        AND NOT EXISTS (SELECT 1 FROM payment_events n WHERE n.payment = p.row AND (n.at >= ?1
            OR n.number = (SELECT max(l.number) FROM payment_events l)
            OR n.number > (SELECT c.number FROM webhook_cursor c WHERE c.id = 1)
                AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.removed_at IS NULL)))
    """

extension SQLConnection {
    /// The payments of the next events behind a place, and the last of these events; nil if none is before the time.
    fileprivate func oldEvents(
        before moment: Timestamp, after place: Int64
    ) throws -> (last: Int64, payments: [OldPayment])? {
        let events = try allRows(
            "SELECT number, at FROM payment_events WHERE number > ? ORDER BY number LIMIT ?",
            place, StorageLimits.eventsPerErasingStep
        ) { try (number: $0.integer(), at: $0.timestamp()) }
        guard let last = events.last?.number, events.contains(where: { $0.at < moment }) else {
            return nil
        }
        let rows = try allRows(
            """
            SELECT p.row, p.id, p.merchant, p.version, p.version - p.events_erased, e.number
            FROM payment_events e JOIN payments p ON p.row = e.payment
            WHERE e.number > ?2 AND e.number <= ?3 AND \(isFinal) ORDER BY e.number
            """,
            moment, place, last
        ) { columns in
            try OldPayment(
                row: columns.integer(), id: columns.paymentID(), merchant: columns.merchant(),
                version: columns.integer(), events: columns.integer(),
                firstEvent: columns.integer())
        }
        var seen: Set<Int64> = []
        return (last, rows.filter { seen.insert($0.row).inserted })
    }

    /// Erases the events of a payment, unless it has changed since or an endpoint still waits for one.
    ///
    /// - Returns: Their numbers.
    fileprivate func erase(
        _ payment: OldPayment, _ merchants: Set<MerchantID>
    ) throws -> [Int64] {
        if merchants.contains(payment.merchant) {
            for sequence in (payment.version - payment.events + 1)...payment.version {
                let event = EventID.payment(payment.id, sequence: sequence).description
                if try isWaiting(event: event, of: payment.merchant) { return [] }
            }
        }
        let isUnchanged = try changesOne(
            "UPDATE payments SET events_erased = version WHERE row = ? AND version = ?",
            payment.row, payment.version)
        guard isUnchanged else { return [] }
        return try allRows(
            "DELETE FROM payment_events WHERE payment = ? RETURNING number", payment.row
        ) { try $0.integer() }
    }
}
