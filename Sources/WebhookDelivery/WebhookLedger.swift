import PaymentDomain
import Webhooks

/// A request to an endpoint, rendered and signed at each try.
package struct WebhookRequest: Sendable {
    package let url: WebhookURL
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(url: WebhookURL, headers: [(name: String, value: String)], body: [UInt8]) {
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// The deliveries in the database.
package protocol WebhookLedger: Sendable {
    /// Queues the deliveries of a bounded number of new events.
    ///
    /// - Returns: Whether there may be more.
    func queueNewEvents(at now: Timestamp) async throws(StoreError) -> Bool

    /// The endpoints in use that have due deliveries.
    func endpointsDue(at now: Timestamp) async throws(StoreError) -> [DueEndpoint]

    /// Claims up to this many due deliveries of an endpoint, those due longest first, and counts a try of each.
    func claim(
        of endpoint: WebhookID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [ClaimedDelivery]

    /// The request of a delivery; nil if its endpoint or its event is gone, or its secrets don't decrypt.
    func request(
        of delivery: ClaimedDelivery, at now: Timestamp
    ) async throws(StoreError) -> WebhookRequest?

    /// Writes results. An endpoint that is gone, or has done nothing but fail for too long, is disabled.
    func conclude(
        _ deliveries: [ConcludedDelivery], at now: Timestamp
    ) async throws(StoreError)
}
