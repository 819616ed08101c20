import Database
import PaymentDomain
import StorageKit
import Webhooks

extension SQLMerchantStore {
    /// The number of the last event whose deliveries are queued.
    package func webhookCursor() async throws(StoreError) -> Int64 {
        try await read { db in
            try db.first("SELECT number FROM webhook_cursor WHERE id = 1") {
                try $0.integer()
            }.orCorrupt
        }
    }

    /// Queues the deliveries of events to the endpoints that want them, and moves the cursor on, at once.
    ///
    /// - Parameters:
    ///   - cursor: Behind which the events were read.
    ///   - next: Up to which they were read.
    /// - Returns: False if another server has moved the cursor meanwhile. Then nothing was queued.
    package func queue(
        _ events: [NewEvent], after cursor: Int64, upTo next: Int64, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { db in
            let isNext = try db.changesOne(
                "UPDATE webhook_cursor SET number = ?2 WHERE id = 1 AND number = ?1", cursor, next)
            guard isNext else { return false }
            let endpoints = try db.wishes()
            for event in events {
                for (id, wish) in endpoints[event.merchant] ?? [] where wish.includes(event) {
                    try db.change(
                        """
                        INSERT INTO webhook_deliveries
                            (endpoint, event, queued_at, state, tries, lease, due_at)
                        VALUES (?1, ?2, ?3, 'pending', 0, 0, ?3) ON CONFLICT DO NOTHING
                        """,
                        id, event.id, now)
                }
            }
            return true
        }
    }

    /// The endpoints in use that have due deliveries.
    package func webhooksDue(at now: Timestamp) async throws(StoreError) -> [DueEndpoint] {
        try await read { db in
            try db.allRows(
                """
                SELECT w.id, w.since FROM (
                    SELECT e.id AS id, (SELECT d.due_at FROM webhook_deliveries d
                        WHERE d.endpoint = e.id AND d.due_at IS NOT NULL
                        ORDER BY d.due_at LIMIT 1) AS since
                    FROM webhook_endpoints e WHERE e.disabled_at IS NULL) w
                WHERE w.since <= ? ORDER BY w.id
                """, now
            ) { columns in
                let (id, since) = try (columns.text(), columns.timestamp())
                return WebhookID(id).map { DueEndpoint(id: $0, since: since) }
            }.compactMap { $0 }
        }
    }

    /// Claims up to this many due deliveries of an endpoint in use, those due longest first, and counts a try of each.
    package func claimDeliveries(
        of endpoint: WebhookID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [ClaimedDelivery] {
        try await write { db in
            let due = try db.allRows(
                """
                SELECT d.event, d.tries, d.lease FROM webhook_deliveries d
                WHERE d.endpoint = ?1 AND d.due_at <= ?2 AND EXISTS (SELECT 1
                    FROM webhook_endpoints e WHERE e.id = ?1 AND e.disabled_at IS NULL)
                ORDER BY d.due_at LIMIT ?3
                \(db.skipLockedClause(for: "d"))
                """,
                endpoint.value, now, max(limit, 0)
            ) { columns in
                try ClaimedDelivery(
                    endpoint: endpoint, event: columns.text(), tries: columns.count() + 1,
                    lease: columns.integer() + 1)
            }
            for delivery in due {
                try db.changeOne(
                    """
                    UPDATE webhook_deliveries SET tries = ?3, lease = ?4, due_at = ?5
                    WHERE endpoint = ?1 AND event = ?2
                    """,
                    endpoint.value, delivery.event, delivery.tries, delivery.lease, leasedUntil)
            }
            return due
        }
    }

    /// Writes results. The result of an older claim doesn't count.
    ///
    /// - Returns: The endpoints to disable: those that are gone, and those that have done nothing but fail for too long.
    package func conclude(
        _ deliveries: [ConcludedDelivery], at now: Timestamp
    ) async throws(StoreError) -> [WebhookID: DisablingReason] {
        try await write { db in
            var disabled: [WebhookID: DisablingReason] = [:]
            // Two servers that write results of the same endpoints lock their rows in the same order.
            for conclusion in deliveries.sorted(by: { $0.place < $1.place }) {
                guard try db.write(conclusion, at: now), !conclusion.isCutOff else { continue }
                let endpoint = conclusion.delivery.endpoint
                let isFailing = try db.note(conclusion.result, of: endpoint, at: now)
                if conclusion.verdict == .gone {
                    disabled[endpoint] = .gone
                } else if conclusion.result.isDelivered, disabled[endpoint] == .failing {
                    disabled[endpoint] = nil
                } else if isFailing, disabled[endpoint] == nil {
                    disabled[endpoint] = .failing
                }
            }
            return disabled
        }
    }
}

/// The events that an endpoint wants.
private struct EventWish: Sendable {
    let kinds: Set<String>
    let format: WebhookFormat
    /// Behind which event.
    let start: Int64
    /// Up to which; nil of an endpoint in use.
    let end: Int64?

    func includes(_ event: NewEvent) -> Bool {
        (kinds.isEmpty || kinds.contains(event.kind))
            && event.formats.contains(format)
            && event.number > start && end.map { event.number <= $0 } ?? true
    }
}

extension SQLConnection {
    /// The events that each merchant's endpoints want. A disabled one still gets what happened before. A row that isn't
    /// ours to read must not keep the others from their events.
    fileprivate func wishes() throws -> [MerchantID: [(id: String, wish: EventWish)]] {
        let rows = try allRows(
            """
            SELECT merchant, id, kinds, format, takes_after, takes_until FROM webhook_endpoints
            WHERE removed_at IS NULL
            """
        ) { columns in
            try (
                merchant: columns.merchant(), id: columns.text(), wish: columns.wish()
            )
        }
        return Dictionary(grouping: rows, by: \.merchant).mapValues { endpoints in
            endpoints.compactMap { row in row.wish.map { (row.id, $0) } }
        }
    }

    /// - Returns: Whether the delivery was still its claim's.
    fileprivate func write(_ conclusion: ConcludedDelivery, at now: Timestamp) throws -> Bool {
        let (state, dueAt): (String, Timestamp?) =
            switch conclusion.verdict {
            case .delivered: ("delivered", nil)
            case .retry(let next): ("pending", next)
            case .exhausted: ("exhausted", nil)
            // If the endpoint couldn't be disabled now, it is after the next try.
            case .gone: ("pending", now.adding(seconds: WebhookLimits.leaseSeconds))
            }
        return try changesOne(
            """
            UPDATE webhook_deliveries SET state = ?4, due_at = ?5, last_at = ?6, last_status = ?7,
                last_error = ?8
            WHERE endpoint = ?1 AND event = ?2 AND lease = ?3 AND state = 'pending'
            """,
            conclusion.delivery.endpoint.value, conclusion.delivery.event,
            conclusion.delivery.lease, state, dueAt, now, conclusion.result.status,
            conclusion.result.code)
    }

    /// Notes when an endpoint's failures began, or that they ended. They begin again after a time without tries, in which
    /// nobody knows how it was.
    ///
    /// - Returns: Whether it has failed for too long.
    fileprivate func note(
        _ result: DeliveryResult, of endpoint: WebhookID, at now: Timestamp
    ) throws -> Bool {
        let (since, last) = try first(
            "SELECT failing_since, failed_at FROM webhook_endpoints WHERE id = ?", endpoint.value
        ) { try ($0.timestampOrNil(), $0.timestampOrNil()) }.orCorrupt
        let isLong = last.map { now > $0.adding(seconds: WebhookLimits.farthestDueSeconds) } ?? true
        let start = result.isDelivered ? nil : isLong ? now : since ?? now
        guard start != nil || since != nil else { return false }
        try change(
            "UPDATE webhook_endpoints SET failing_since = ?2, failed_at = ?3 WHERE id = ?1",
            endpoint.value, start, result.isDelivered ? nil : now)
        return start.map { now >= $0.adding(seconds: WebhookLimits.failingSeconds) } ?? false
    }
}

extension RowColumns {
    /// What an endpoint wants; nil of a form that isn't known.
    fileprivate mutating func wish() throws -> EventWish? {
        let kinds = try text().split(separator: " ").map(String.init)
        let format = try WebhookFormat(rawValue: text())
        let (start, end) = try (integer(), integerOrNil())
        return format.map {
            EventWish(kinds: Set(kinds), format: $0, start: start, end: end)
        }
    }
}

extension ConcludedDelivery {
    /// In whose order results are written.
    fileprivate var place: (String, String) { (delivery.endpoint.value, delivery.event) }
}
