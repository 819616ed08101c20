import Events
import Logging
import MerchantStorage
import PaymentDomain
import PaymentStorage
import Synchronization
import WebhookDelivery
import Webhooks

/// The deliveries of a server's database, with the endpoints and the secrets of its directory.
final class DatabaseWebhooks: WebhookLedger {
    /// The actor of an endpoint that is disabled, in the audit log.
    private static let actor = "webhooks"
    /// How many changes of payments are looked at in one step.
    private static let eventsPerStep = 100

    private let store: SQLPaymentStore
    private let directory: CurrentDirectory
    private let logger: Logger
    /// Behind the last event that was queued. It knows of gaps in the numbers, which the database doesn't keep.
    private let cursor = Mutex(EventCursor())

    init(_ store: SQLPaymentStore, _ directory: CurrentDirectory, _ logger: Logger) {
        self.store = store
        self.directory = directory
        self.logger = logger
    }

    /// Without endpoints nothing is read, and the first endpoint begins with the events after its creation.
    func queueNewEvents(at now: Timestamp) async throws(StoreError) -> Bool {
        guard !directory.webhooks.isEmpty else { return false }
        let records = store.merchantStore
        let queued = try await records.webhookCursor()
        let known = cursor.withLock { $0 }
        let start = known.number == queued ? known : EventCursor(queued)
        let page = try await store.events(after: start, limit: DatabaseWebhooks.eventsPerStep)
        if page.next.number != queued {
            // If another server was faster, its place is read in the next round.
            let isQueued = try await records.queue(
                try await newEvents(page.events), after: queued, upTo: page.next.number, at: now)
            guard isQueued else { return false }
        }
        cursor.withLock { $0 = page.next }
        return !page.isEnd
    }

    /// The events as the merchants may see them: a batch is an event of each merchant that has a part in it.
    private func newEvents(_ events: [Event]) async throws(StoreError) -> [NewEvent] {
        var found: [NewEvent] = []
        for event in events {
            switch event.subject {
            case .payment(let payment): found.append(NewEvent(event, of: payment.merchant))
            case .batch(let batch):
                let receivers = Set(try await store.merchantStore.webhookMerchants())
                for merchant in try await store.merchants(inBatch: batch.number)
                where receivers.contains(merchant) {
                    found.append(NewEvent(event, of: merchant))
                }
            }
        }
        return found
    }

    /// Those that this server has with their secrets; the others' deliveries wait for a server that has them.
    func endpointsDue(at now: Timestamp) async throws(StoreError) -> [DueEndpoint] {
        let webhooks = directory.webhooks
        guard !webhooks.endpoints.isEmpty else { return [] }
        return try await store.merchantStore.webhooksDue(at: now)
            .filter { webhooks.endpoints[$0.id] != nil }
    }

    func claim(
        of endpoint: WebhookID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [ClaimedDelivery] {
        try await store.merchantStore.claimDeliveries(
            of: endpoint, at: now, leasedUntil: leasedUntil, limit: limit)
    }

    func request(
        of delivery: ClaimedDelivery, at now: Timestamp
    ) async throws(StoreError) -> WebhookRequest? {
        guard let endpoint = directory.webhooks.endpoints[delivery.endpoint],
            let id = EventID(delivery.event),
            let event = try await store.event(id, of: endpoint.endpoint.merchant),
            let message = WebhookForms.form(endpoint.endpoint.format)?.message(of: event)
        else { return nil }
        return endpoint.request(message, at: now)
    }

    func conclude(
        _ deliveries: [ConcludedDelivery], at now: Timestamp
    ) async throws(StoreError) {
        let disabled = try await store.merchantStore.conclude(deliveries, at: now)
        for (endpoint, reason) in disabled {
            do throws(AdministrationError) {
                _ = try await store.merchantStore.disable(
                    endpoint, because: reason, by: DatabaseWebhooks.actor, at: now)
                logger.error(
                    "an endpoint is disabled, and gets no more events; to see why, run coster webhook deliveries",
                    metadata: ["endpoint": "\(endpoint)", "reason": "\(reason.rawValue)"])
            } catch .store(let error) {
                throw error
            } catch {
                // Another server, or an operator, has disabled or removed it meanwhile.
                continue
            }
        }
    }
}

extension NewEvent {
    fileprivate init(_ event: Event, of merchant: MerchantID) {
        self.init(
            id: event.id.description, kind: event.kind.rawValue, merchant: merchant,
            number: event.number,
            formats: WebhookForms.formats(of: event))
    }
}
