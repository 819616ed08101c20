import Events
import InstaMed
import Radial
import Webhooks

/// The one list of forms in which events are sent. A protocol that has a form of its own has its row here.
package enum WebhookForms {
    private static let all: [any WebhookRendering] = [
        StandardRendering(), RadialEvents(), InstaMedEvents(),
    ]

    /// The form of a format; nil if this program has none.
    package static func form(_ format: WebhookFormat) -> (any WebhookRendering)? {
        all.first { $0.format == format }
    }

    /// The formats that have something for an event.
    static func formats(of event: Event) -> Set<WebhookFormat> {
        Set(all.filter { $0.body(of: event) != nil }.map(\.format))
    }
}
