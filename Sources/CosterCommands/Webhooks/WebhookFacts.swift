import MerchantStorage
import PaymentDomain
import Webhooks

/// An endpoint for a machine, without its secrets. The names in JSON are an interface.
struct WebhookFacts: Encodable {
    let id: String
    let merchant: String
    let url: String
    let format: String
    /// The kinds of events that it gets; missing for all.
    let events: [String]?
    /// `enabled` or `disabled`.
    let state: String
    let disabledAt: String?
    /// `operator`, `gone` or `failing`.
    let disabledBy: String?
    /// Since when it has taken no event that was sent.
    let failingSince: String?
    let createdAt: String
    let secrets: [Secret]

    /// A secret; nothing of it but its times.
    struct Secret: Encodable {
        let validFrom: String
        let expiresAt: String?
    }

    init(_ webhook: WebhookRecord) {
        let endpoint = webhook.endpoint
        id = endpoint.id.value
        merchant = endpoint.merchant.value
        url = endpoint.url.description
        format = endpoint.format.rawValue
        events = endpoint.kinds.isEmpty ? nil : endpoint.kinds.sorted()
        state = webhook.disabledAt == nil ? "enabled" : "disabled"
        disabledAt = webhook.disabledAt?.iso8601Seconds
        disabledBy = webhook.disabledBy?.rawValue
        failingSince = webhook.failingSince?.iso8601Seconds
        createdAt = endpoint.createdAt.iso8601Seconds
        secrets = webhook.secrets.map {
            Secret(
                validFrom: $0.validFrom.iso8601Seconds, expiresAt: $0.expiresAt?.iso8601Seconds)
        }
    }

    var stateForPeople: String {
        disabledBy.map { "\(state): \($0)" } ?? failingSince.map { "failing since \($0)" } ?? state
    }
    var eventsForPeople: String { events?.joined(separator: ", ") ?? "all" }

    /// The endpoint for a person.
    var lines: [String] {
        let facts = [
            "endpoint    \(id)", "merchant    \(merchant)", "url         \(url)",
            "format      \(format)",
            "events      \(eventsForPeople)", "state       \(stateForPeople)",
            "since       \(createdAt)",
        ]
        let secrets = secrets.map { secret in
            let end = secret.expiresAt.map { "signs until \($0)" } ?? "signs"
            return "secret      from \(secret.validFrom), \(end)"
        }
        return (facts + secrets).map(\.terminalSafe)
    }
}

/// A new secret for a machine, which is shown once.
struct WebhookSecretFacts: Encodable {
    let id: String
    /// `whsec_` and a shared secret, `whpk_` and a public key, or a user name, a colon and a password; missing if the
    /// operator brought it.
    let secret: String?
}
