import PaymentDomain
import Synchronization
import WebhookDelivery
import Webhooks

/// Deliveries in memory: each endpoint has a URL and events in a row.
final class MemoryLedger: WebhookLedger {
    struct Entry: Sendable {
        let endpoint: WebhookID
        let event: String
        var tries = 0
        var lease: Int64 = 0
        /// Nil once it has ended.
        var dueAt: Timestamp?
        var last: DeliveryResult?
    }

    private struct State {
        var entries: [Entry] = []
        var disabled: Set<WebhookID> = []
        var isUnusable = false
    }

    private let urls: [WebhookID: WebhookURL]
    private let state = Mutex(State())

    init(_ urls: [WebhookID: WebhookURL]) {
        self.urls = urls
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    var disabled: Set<WebhookID> { state.withLock { $0.disabled } }

    func add(_ count: Int, to endpoint: WebhookID, at now: Timestamp) {
        state.withLock { state in
            for number in 0..<count {
                state.entries.append(
                    Entry(endpoint: endpoint, event: "evt_\(endpoint)_\(number)", dueAt: now))
            }
        }
    }

    func fail() { state.withLock { $0.isUnusable = true } }

    func queueNewEvents(at now: Timestamp) async throws(StoreError) -> Bool {
        if state.withLock({ $0.isUnusable }) { throw .unavailable }
        return false
    }

    func endpointsDue(at now: Timestamp) async throws(StoreError) -> [DueEndpoint] {
        state.withLock { state in
            var since: [WebhookID: Timestamp] = [:]
            for entry in state.entries where !state.disabled.contains(entry.endpoint) {
                guard let dueAt = entry.dueAt, dueAt <= now else { continue }
                since[entry.endpoint] = min(since[entry.endpoint] ?? dueAt, dueAt)
            }
            return since.map { DueEndpoint(id: $0.key, since: $0.value) }
        }
    }

    func claim(
        of endpoint: WebhookID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [ClaimedDelivery] {
        state.withLock { state in
            var claimed: [ClaimedDelivery] = []
            guard !state.disabled.contains(endpoint) else { return [] }
            for index in state.entries.indices where claimed.count < limit {
                guard state.entries[index].endpoint == endpoint,
                    let dueAt = state.entries[index].dueAt, dueAt <= now
                else { continue }
                state.entries[index].tries += 1
                state.entries[index].lease += 1
                state.entries[index].dueAt = leasedUntil
                let entry = state.entries[index]
                claimed.append(
                    ClaimedDelivery(
                        endpoint: endpoint, event: entry.event, tries: entry.tries,
                        lease: entry.lease))
            }
            return claimed
        }
    }

    func request(
        of delivery: ClaimedDelivery, at now: Timestamp
    ) async throws(StoreError) -> WebhookRequest? {
        urls[delivery.endpoint].map {
            WebhookRequest(url: $0, headers: [("webhook-id", delivery.event)], body: [])
        }
    }

    func conclude(
        _ deliveries: [ConcludedDelivery], at now: Timestamp
    ) async throws(StoreError) {
        state.withLock { state in
            for conclusion in deliveries {
                let index = state.entries.firstIndex { entry in
                    entry.endpoint == conclusion.delivery.endpoint
                        && entry.event == conclusion.delivery.event
                        && entry.lease == conclusion.delivery.lease
                }
                guard let index else { continue }
                state.entries[index].last = conclusion.result
                switch conclusion.verdict {
                case .retry(let at): state.entries[index].dueAt = at
                case .delivered, .exhausted: state.entries[index].dueAt = nil
                case .gone:
                    state.entries[index].dueAt = nil
                    state.disabled.insert(conclusion.delivery.endpoint)
                }
            }
        }
    }
}
