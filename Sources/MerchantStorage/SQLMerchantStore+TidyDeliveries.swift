import Database
import PaymentDomain
import StorageKit
import Webhooks

/// What the recovery worker does to deliveries beside sending them: a bounded number of rows at a time.
extension SQLMerchantStore {
    /// Makes due at once what a clock that was ahead has put off, and forgets failures that it dated ahead.
    ///
    /// - Returns: How many deliveries there were.
    package func bringDeliveriesForward(at now: Timestamp) async throws(StoreError) -> Int {
        var total = 0
        // The worker goes on with the acquirer's messages soon.
        for _ in 0..<WebhookLimits.stepsInARow {
            let count = try await bringSomeForward(at: now)
            total += count
            guard count == WebhookLimits.changedPerStep else { break }
        }
        return total
    }

    private func bringSomeForward(at now: Timestamp) async throws(StoreError) -> Int {
        try await write { db in
            try db.change(
                """
                UPDATE webhook_endpoints SET failing_since = NULL, failed_at = NULL
                WHERE failing_since > ?1 OR failed_at > ?1
                """, now)
            return try db.change(
                """
                UPDATE webhook_deliveries SET due_at = ?1 WHERE (endpoint, event) IN (
                    SELECT d.endpoint, d.event
                    FROM webhook_endpoints w CROSS JOIN webhook_deliveries d
                    WHERE d.endpoint = w.id AND d.due_at > ?2 LIMIT ?3 \(db.skipLockedClause(for: "d")))
                """,
                now, now.adding(seconds: WebhookLimits.farthestDueSeconds),
                WebhookLimits.changedPerStep)
        }
    }

    /// Erases deliveries that ended before a time, those that wait for a disabled endpoint since before it, and all of
    /// removed endpoints.
    ///
    /// - Returns: How many rows were erased; if it isn't zero, more may be left.
    package func eraseDeliveries(endedBefore moment: Timestamp) async throws(StoreError) -> Int {
        let ended = try await erase(
            "webhook_deliveries d WHERE d.due_at IS NULL AND d.last_at < ?1 ORDER BY d.last_at",
            moment)
        let waiting = try await erase(
            """
            webhook_endpoints w CROSS JOIN webhook_deliveries d
            WHERE d.endpoint = w.id AND w.disabled_at IS NOT NULL AND d.due_at < ?1
            """, moment)
        return try await ended + waiting + eraseRemoved()
    }

    /// - Parameter source: Which deliveries `d`, in the words of FROM.
    private func erase(
        _ source: String, _ moment: Timestamp
    ) async throws(StoreError) -> Int {
        try await write { db in
            try db.change(
                """
                DELETE FROM webhook_deliveries WHERE (endpoint, event) IN (
                    SELECT d.endpoint, d.event FROM \(source) LIMIT ?2
                    \(db.skipLockedClause(for: "d")))
                """,
                moment, WebhookLimits.changedPerStep)
        }
    }

    /// Erases deliveries of a removed endpoint, and the endpoint itself when it has none.
    private func eraseRemoved() async throws(StoreError) -> Int {
        try await write { db in
            let removed = try db.first(
                "SELECT id FROM webhook_endpoints WHERE removed_at IS NOT NULL ORDER BY id LIMIT 1"
            ) { try $0.text() }
            guard let removed else { return 0 }
            let erased = try db.change(
                """
                DELETE FROM webhook_deliveries WHERE endpoint = ?1 AND event IN (
                    SELECT event FROM webhook_deliveries WHERE endpoint = ?1 LIMIT ?2)
                """,
                removed, WebhookLimits.changedPerStep)
            guard erased == 0 else { return erased }
            return try db.change(
                "DELETE FROM webhook_endpoints WHERE id = ? AND removed_at IS NOT NULL", removed)
        }
    }
}

extension SQLConnection {
    /// The merchants that have endpoints.
    package func merchantsWithEndpoints() throws -> Set<MerchantID> {
        Set(
            try allRows(
                "SELECT DISTINCT merchant FROM webhook_endpoints WHERE removed_at IS NULL"
            ) { try $0.merchant() })
    }

    /// Whether an endpoint of a merchant still waits for an event.
    package func isWaiting(event: String, of merchant: MerchantID) throws -> Bool {
        try exists(
            """
            SELECT 1 FROM webhook_endpoints w CROSS JOIN webhook_deliveries d
            WHERE d.endpoint = w.id AND w.merchant = ? AND w.removed_at IS NULL AND d.event = ? AND d.due_at IS NOT NULL
            """, merchant, event)
    }
}
