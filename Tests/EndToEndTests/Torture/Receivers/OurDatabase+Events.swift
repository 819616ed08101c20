import Database
import Events
import MerchantStorage
import PaymentDomain
import StorageKit

@testable import PaymentStorage

extension OurDatabase {
    /// All public events of a merchant, in order.
    func events(of merchant: MerchantID) async throws -> [Event] {
        try await lend { store in
            var events: [Event] = []
            var cursor = EventCursor()
            while true {
                let page = try await store.events(after: cursor, of: merchant)
                events += page.events
                cursor = page.next
                if page.isEnd, !cursor.isWaiting { return events }
            }
        }
    }

    /// Whether an event is still to be delivered, or to be queued.
    func hasOpenDeliveries() async throws -> Bool {
        try await lend { store in
            let queued = try await store.merchantStore.webhookCursor()
            return try await store.read { db in
                try db.exists("SELECT 1 FROM webhook_deliveries WHERE due_at IS NOT NULL")
                    || db.exists("SELECT 1 FROM payment_events WHERE number > ?", queued)
            }
        }
    }

    /// Makes deliveries due at once that wait for longer than a time. A try that is under way no longer counts.
    func makeDeliveriesDue(after wait: Duration) async throws {
        let now = presentTime()
        let last = now.adding(seconds: wait.components.seconds)
        try await lend(isWriting: true) { store in
            _ = try await store.write { db in
                try db.change(
                    """
                    UPDATE webhook_deliveries SET due_at = ?1, lease = lease + 1 WHERE due_at > ?2
                    """, now, last)
            }
        }
    }
}
