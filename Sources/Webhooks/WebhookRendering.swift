import Events
import PaymentDomain

/// A form in which events are sent. Each protocol that has one brings its own, in its folder.
///
/// A body is made from stored rows alone, so that it is the same bytes at each try.
package protocol WebhookRendering: Sendable {
    /// The endpoints that get this form.
    var format: WebhookFormat { get }
    /// The body's Content-Type.
    var contentType: String { get }
    /// The body of an event; nil if the form has nothing for it.
    func body(of event: Event) -> [UInt8]?
    /// The body of a test event; nil if the form has none.
    func body(of test: TestEvent) -> [UInt8]?
    /// The header fields by which the receiver knows the sender.
    ///
    /// - Parameter secrets: The endpoint's, oldest first: one, or two during an overlap.
    func proof(
        of message: WebhookMessage, with secrets: [WebhookSecret], at now: Timestamp
    ) -> [(name: String, value: String)]
}

extension WebhookRendering {
    /// An event as an endpoint gets it; nil if the form has nothing for it.
    package func message(of event: Event) -> WebhookMessage? {
        body(of: event).flatMap { WebhookMessage(id: event.id.description, body: $0) }
    }

    /// A form without a test event.
    package func body(of test: TestEvent) -> [UInt8]? { nil }

    /// All header fields of a try. Each has the identifier of the event, so that a receiver knows what it has.
    package func headers(
        of message: WebhookMessage, with secrets: [WebhookSecret], at now: Timestamp
    ) -> [(name: String, value: String)] {
        [
            ("content-type", contentType), ("user-agent", "Coster"), ("webhook-id", message.id),
        ] + proof(of: message, with: secrets, at: now)
    }
}

/// Coster's own form: every event, signed.
package struct StandardRendering: WebhookRendering {
    package init() {}

    package var format: WebhookFormat { .standard }
    package var contentType: String { "application/json" }

    package func body(of event: Event) -> [UInt8]? { event.body }

    package func body(of test: TestEvent) -> [UInt8]? { test.body }

    package func proof(
        of message: WebhookMessage, with secrets: [WebhookSecret], at now: Timestamp
    ) -> [(name: String, value: String)] {
        message.signature(with: secrets, at: now)
    }
}
