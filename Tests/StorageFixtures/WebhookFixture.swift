import PaymentDomain
import Webhooks

/// Endpoints for tests.
package enum WebhookFixture {
    package static func endpoint(
        of merchant: MerchantID, _ url: String = "https://shop.example/hook?key=1",
        kinds: Set<String> = [], format: WebhookFormat = .standard,
        at now: Timestamp = StoreFixture.now
    ) throws -> WebhookEndpoint {
        WebhookEndpoint(
            id: WebhookID(), merchant: merchant, url: try WebhookURL(typed: url), kinds: kinds,
            format: format, createdAt: now)
    }
}
