/// Why an endpoint, its secret or its address is refused. It holds nothing that was entered.
package enum WebhookFault: String, Error, Sendable, Hashable, CaseIterable {
    /// Not a URL that events are sent to.
    case badURL = "bad-webhook-url"
    /// Plain HTTP, which only a sandbox sends to, and only on its own machine.
    case plainHTTP = "webhook-url-not-https"
    /// A port that public addresses aren't asked at.
    case portRefused = "webhook-port-refused"
    /// The host's name has no address.
    case hostUnresolved = "webhook-host-unresolved"
    /// An address of the host is private, of this machine, or otherwise not public.
    case addressRefused = "webhook-address-refused"
    /// A kind of events that isn't in the catalogue.
    case badKind = "bad-event-kind"
    /// The endpoint's form has no test event.
    case noTest = "webhook-without-test"
    /// A secret of the wrong form or length.
    case badSecret = "bad-webhook-secret"
    /// The merchant has an endpoint with this URL.
    case webhookExists = "webhook-exists"
    /// There is no such endpoint.
    case webhookUnknown = "webhook-unknown"
    /// The merchant has as many endpoints as it may have.
    case tooManyWebhooks = "too-many-webhooks"
    /// The endpoint gets no more events.
    case webhookDisabled = "webhook-disabled"

    /// A stable code for scripts and the audit log.
    package var code: String { rawValue }

    /// The fault, and what to do next.
    package var sentence: String {
        switch self {
        case .badURL:
            "Invalid URL. Use https://, a host, perhaps a port, a path and a query, for example https://shop.example/webhooks."
        case .plainHTTP:
            "The URL isn't HTTPS. Use https://. Only a sandbox also sends to http://127.0.0.1 and http://localhost."
        case .portRefused:
            "The port is refused. Use 443 or 8443. Addresses that `webhook-allow` names may use any port."
        case .hostUnresolved:
            "The host's name has no address. Check the URL and the server's DNS."
        case .addressRefused:
            "An address of the host isn't public. To send into your own network, name that network in `webhook-allow`."
        case .badKind:
            "There is no such kind of event. docs/reference/events.md lists the kinds."
        case .noTest:
            "The endpoint's format has no test event. Make a payment, and see `coster webhook deliveries`."
        case .badSecret:
            "Invalid secret. Use whsec_ and the base64 of 24 to 64 random bytes, or what the endpoint's format asks for."
        case .webhookExists:
            "The merchant has an endpoint with this URL already. Use that one, or remove it first."
        case .webhookUnknown: "No endpoint has this ID. Check the ID."
        case .tooManyWebhooks:
            "The merchant has 16 endpoints, and can't have more. Remove one that it no longer uses."
        case .webhookDisabled:
            "The endpoint is disabled. Enable it first."
        }
    }
}
