import PaymentDomain

/// What a merchant asks of its own endpoints.
package enum OwnWebhookCommand: Sendable {
    case list
    case show(WebhookID)
    /// - Parameter kinds: The kinds of events that it gets; empty for all.
    case create(url: String, kinds: Set<String>, WebhookSecret.Scheme)
    case remove(WebhookID)
    /// Sends it a test event once, as a delivery is sent.
    case test(WebhookID)
    /// Gives it a new secret. The one before it signs too for so many seconds.
    case rotate(WebhookID, overlapSeconds: Int64)
    /// Lists the deliveries that were queued last, the newest first.
    case deliveries(WebhookID, limit: Int)
}

package enum OwnWebhookResult: Sendable {
    case endpoints([OwnWebhook])
    case endpoint(OwnWebhook)
    /// A new secret: what a receiver knows the sender by. It is shown once.
    case secret(OwnWebhook, verifier: String)
    case removed(WebhookID)
    case tested(event: String, DeliveryResult, milliseconds: Int64)
    case deliveries([OwnDelivery])
}

/// Why nothing was done.
package enum OwnWebhookError: Error, Sendable, Hashable {
    case refused(WebhookFault)
    /// The database, or a secret in it, can't be read now.
    case unavailable
}

/// An endpoint as its merchant sees it, without its secrets.
package struct OwnWebhook: Sendable, Hashable {
    package let endpoint: WebhookEndpoint
    package let disabledAt: Timestamp?
    package let disabledBy: DisablingReason?
    /// Since when it has taken no event that was sent; nil if it took the last one.
    package let failingSince: Timestamp?

    package init(
        _ endpoint: WebhookEndpoint, disabledAt: Timestamp? = nil,
        disabledBy: DisablingReason? = nil, failingSince: Timestamp? = nil
    ) {
        self.endpoint = endpoint
        self.disabledAt = disabledAt
        self.disabledBy = disabledBy
        self.failingSince = failingSince
    }
}

/// A delivery as the merchant sees it.
package struct OwnDelivery: Sendable, Hashable {
    /// The event's identifier.
    package let event: String
    package let queuedAt: Timestamp
    package let state: DeliveryState
    package let tries: Int
    /// When it is tried next; nil once it has ended.
    package var dueAt: Timestamp?
    /// When it was tried last; nil if it wasn't.
    package var lastAt: Timestamp?
    /// The status of the last answer; nil without one.
    package var lastStatus: Int?
    /// A code of why no answer came.
    package var lastError: String?

    package init(event: String, queuedAt: Timestamp, state: DeliveryState, tries: Int) {
        self.event = event
        self.queuedAt = queuedAt
        self.state = state
        self.tries = tries
    }
}
