import Events
import PaymentDomain
import Webhooks

/// What the API asks for besides commands of payments.
package struct NativePorts: Sendable {
    /// Finds events.
    package typealias FindEvents =
        @Sendable (EventQuery, MerchantID) async throws(StoreError) -> EventAnswer
    /// Finds an event; nil if it isn't there for the merchant.
    package typealias FindEvent =
        @Sendable (EventID, MerchantID) async throws(StoreError) -> Event?

    /// Uses the endpoints of a merchant.
    package typealias UseWebhooks =
        @Sendable (OwnWebhookCommand, MerchantID) async throws(OwnWebhookError)
        -> OwnWebhookResult

    /// What the key of a name may do; read for each request, since operators create keys on a running server.
    let scopes: @Sendable (String) -> Set<NativeScope>
    let events: FindEvents
    let event: FindEvent
    let webhooks: UseWebhooks

    package init(
        scopes: @escaping @Sendable (_ name: String) -> Set<NativeScope>,
        events: @escaping FindEvents, event: @escaping FindEvent,
        webhooks: @escaping UseWebhooks
    ) {
        self.scopes = scopes
        self.events = events
        self.event = event
        self.webhooks = webhooks
    }
}
