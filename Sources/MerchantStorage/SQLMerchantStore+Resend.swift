import Database
import PaymentDomain
import StorageKit
import Webhooks

extension SQLMerchantStore {
    /// Sends an event again, from its first try on, to each endpoint in use that it was queued for.
    ///
    /// - Returns: How many endpoints there are.
    package func resend(
        event: String, to scope: ResendScope, at now: Timestamp
    ) async throws(StoreError) -> Int {
        try await write { db in
            try db.endpoints(in: scope).reduce(0) { count, endpoint in
                try count + db.resend(event, to: endpoint, at: now, if: "")
            }
        }
    }

    /// Sends again, in small steps, what had ended without success and was queued since a time.
    ///
    /// - Returns: How many deliveries there are.
    package func resendFailed(
        since: Timestamp, to endpoint: WebhookID, at now: Timestamp
    ) async throws(StoreError) -> Int {
        var total = 0
        var last = ""
        while true {
            // To find them takes long if there are many that succeeded, and must keep nobody from writing.
            let place = last
            let failed = try await read { db in
                try db.allRows(
                    """
                    SELECT event FROM webhook_deliveries
                    WHERE endpoint = ? AND event > ? AND state = 'exhausted' AND queued_at >= ?
                    ORDER BY event LIMIT ?
                    """,
                    endpoint.value, place, since, WebhookLimits.changedPerStep
                ) { try $0.text() }
            }
            total += try await write { db in
                try failed.reduce(0) { count, event in
                    try count
                        + db.resend(
                            event, to: endpoint.value, at: now, if: "AND state = 'exhausted'")
                }
            }
            guard failed.count == WebhookLimits.changedPerStep, let end = failed.last else {
                return total
            }
            last = end
        }
    }
}

extension SQLConnection {
    /// The endpoints in use to which an event may be sent again.
    fileprivate func endpoints(in scope: ResendScope) throws -> [String] {
        let (condition, values): (String, [SQLValue]) =
            switch scope {
            case .everyMerchant: ("", [])
            case .merchant(let merchant): ("AND merchant = ?", [merchant.sqlValue])
            case .endpoint(let endpoint): ("AND id = ?", [endpoint.value.sqlValue])
            }
        return try allRows(
            "SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL \(condition) ORDER BY id",
            values
        ) { try $0.text() }
    }

    /// Makes a delivery due from its first try on. A try that is under way no longer counts.
    fileprivate func resend(
        _ event: String, to endpoint: String, at now: Timestamp, if condition: String
    ) throws -> Int {
        try change(
            """
            UPDATE webhook_deliveries SET state = 'pending', due_at = ?3, tries = 0,
                lease = lease + 1
            WHERE endpoint = ?1 AND event = ?2 \(condition)
                AND endpoint IN (SELECT id FROM webhook_endpoints WHERE disabled_at IS NULL)
            """,
            endpoint, event, now)
    }
}
