import Events
import Webhooks

/// The forms in which events are sent: our own, and those of protocols that have one.
package enum WebhookForms {
    private static let all: [any WebhookRendering] = [StandardRendering()] + Dialects.eventForms

    /// The form of a format; nil if this program has none.
    package static func form(_ format: WebhookFormat) -> (any WebhookRendering)? {
        all.first { $0.format == format }
    }

    /// The formats that have something for an event.
    static func formats(of event: Event) -> Set<WebhookFormat> {
        Set(all.filter { $0.body(of: event) != nil }.map(\.format))
    }
}
