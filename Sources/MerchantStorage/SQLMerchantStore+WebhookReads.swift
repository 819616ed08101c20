import Database
import PaymentDomain
import StorageKit
import Webhooks

/// A delivery as its operator sees it.
package struct DeliveryRecord: Sendable, Hashable {
    package let endpoint: WebhookID
    package let merchant: MerchantID
    /// The event's identifier.
    package let event: String
    package let queuedAt: Timestamp
    package let state: DeliveryState
    package let tries: Int
    /// When it is tried next, or the lease of the try in progress ends; nil once it has ended.
    package let dueAt: Timestamp?
    package let last: LastTry?

    /// The result of the newest try.
    package struct LastTry: Sendable, Hashable {
        package let at: Timestamp
        /// The status of the answer; nil without one.
        package let status: Int?
        /// A code of why no answer came.
        package let error: String?
    }
}

/// Which deliveries are listed; nil for any.
package struct DeliveryFilter: Sendable, Hashable {
    package var endpoint: WebhookID?
    package var merchant: MerchantID?
    package var state: DeliveryState?
    /// The identifiers of events.
    package var events: [String]?

    package init(
        endpoint: WebhookID? = nil, merchant: MerchantID? = nil, state: DeliveryState? = nil,
        events: [String]? = nil
    ) {
        self.endpoint = endpoint
        self.merchant = merchant
        self.state = state
        self.events = events
    }
}

extension SQLMerchantStore {
    /// The merchants with endpoints.
    package func webhookMerchants() async throws(StoreError) -> [MerchantID] {
        try await read { db in
            try db.allRows(
                "SELECT DISTINCT merchant FROM webhook_endpoints WHERE removed_at IS NULL"
            ) { try $0.merchant() }
        }
    }

    /// The deliveries that were queued last, the newest first.
    package func deliveries(
        _ filter: DeliveryFilter, limit: Int
    ) async throws(StoreError) -> [DeliveryRecord] {
        if filter.events?.isEmpty == true { return [] }
        return try await read { db in
            var conditions = ["e.removed_at IS NULL"]
            var values: [SQLValue] = []
            func require(_ condition: String, _ value: SQLValue) {
                values.append(value)
                conditions.append("\(condition) = ?\(values.count)")
            }
            if let endpoint = filter.endpoint { require("d.endpoint", endpoint.value.sqlValue) }
            if let merchant = filter.merchant { require("e.merchant", merchant.sqlValue) }
            if let state = filter.state {
                require("d.state", state.stored.sqlValue)
                if let hasTries = state.hasTries {
                    conditions.append(hasTries ? "d.tries > 0" : "d.tries = 0")
                }
            }
            if let events = filter.events {
                let places = events.map { event in
                    values.append(event.sqlValue)
                    return "?\(values.count)"
                }
                conditions.append("d.event IN (\(places.joined(separator: ", ")))")
            }
            values.append(max(limit, 0).sqlValue)
            return try db.allRows(
                """
                SELECT d.endpoint, e.merchant, d.event, d.queued_at, d.state, d.tries, d.due_at,
                    d.last_at, d.last_status, d.last_error
                FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint
                WHERE \(conditions.joined(separator: " AND "))
                ORDER BY d.queued_at DESC, d.event DESC, d.endpoint LIMIT ?\(values.count)
                """, values
            ) { try $0.delivery() }
        }
    }
}

extension RowColumns {
    fileprivate mutating func delivery() throws -> DeliveryRecord {
        let (endpoint, merchant, event) = try (WebhookID(text()).orCorrupt, merchant(), text())
        let (queuedAt, stored, tries) = try (timestamp(), text(), count())
        let (dueAt, lastAt) = try (timestampOrNil(), timestampOrNil())
        let (status, error) = try (integerOrNil(), textOrNil())
        return try DeliveryRecord(
            endpoint: endpoint, merchant: merchant, event: event, queuedAt: queuedAt,
            state: DeliveryState(stored: stored, tries: tries).orCorrupt, tries: tries,
            dueAt: dueAt,
            last: lastAt.map {
                DeliveryRecord.LastTry(at: $0, status: status.map { Int($0) }, error: error)
            })
    }
}
