import Events
import WebhookDelivery
import Webhooks

/// A test event that was sent to an endpoint, and its result.
package struct WebhookTrial: Sendable {
    /// The event's identifier.
    package let event: String
    package let result: DeliveryResult
    /// How long it took.
    package let milliseconds: Int64

    /// Sends a test event once, as a delivery is sent.
    package init(of event: TestEvent, _ request: WebhookRequest, by client: WebhookClient) async {
        self.event = event.id
        let begun = SystemClock.engine.uptime()
        result = await client.send(request.body, headers: request.headers, to: request.url)
        let (seconds, attoseconds) = (SystemClock.engine.uptime() - begun).components
        milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
    }
}
