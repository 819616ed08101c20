import CardVault
import Events
import MerchantStorage
import PaymentDomain
import WebhookDelivery
import Webhooks

/// The endpoints of a server, with their secrets.
///
/// It is a part of the ``MerchantDirectory``, so that a change of an endpoint reaches running servers as any other change
/// does.
package struct WebhookDirectory: Sendable {
    /// An endpoint in use, with the secrets that sign.
    package struct Endpoint: Sendable {
        /// A secret, and when it signs no more.
        private struct Signer: Sendable {
            let secret: WebhookSecret
            let expiresAt: Timestamp?
        }

        package let endpoint: WebhookEndpoint
        private let signers: [Signer]

        /// Opens an endpoint's secrets; nil if one doesn't decrypt, since its receivers may have that one.
        package init?(_ record: WebhookRecord, _ vault: CardVault) {
            endpoint = record.endpoint
            let binding = record.endpoint.id.secretBinding(of: record.endpoint.merchant)
            var signers: [Signer] = []
            for stored in record.secrets {
                guard let opened = try? vault.open(stored.sealed, for: binding),
                    let secret = try? WebhookSecret(String(decoding: opened, as: UTF8.self))
                else { return nil }
                signers.append(Signer(secret: secret, expiresAt: stored.expiresAt))
            }
            guard !signers.isEmpty else { return nil }
            self.signers = signers
        }

        /// How the newest secret signs.
        fileprivate var scheme: WebhookSecret.Scheme? { signers.last?.secret.scheme }

        /// The secrets that sign at a time.
        fileprivate func secrets(at now: Timestamp) -> [WebhookSecret] {
            signers.filter { $0.expiresAt.map { now < $0 } ?? true }.map(\.secret)
        }
    }

    /// The endpoints that events are sent to.
    package private(set) var endpoints: [WebhookID: Endpoint] = [:]
    /// Those with a secret that doesn't decrypt: their deliveries wait.
    private(set) var closed: [WebhookID] = []
    /// The identifiers of those whose rows can't be read, as the rows have them.
    let unreadable: [String]

    /// The endpoints of the database.
    init(_ records: MerchantRecords, vault: CardVault) {
        unreadable = records.unreadableWebhooks.map(\.id)
        isEmpty = records.webhooks.isEmpty && unreadable.isEmpty
        for record in records.webhooks where record.disabledAt == nil {
            let id = record.endpoint.id
            if let endpoint = Endpoint(record, vault) {
                endpoints[id] = endpoint
            } else {
                closed.append(id)
            }
        }
    }

    /// Whether there are none, so that nobody reads events. A disabled one still gets those from before.
    let isEmpty: Bool
}

extension WebhookRecord {
    /// The scheme of a new secret, unless another one is asked for: the present one's, if it decrypts.
    package func newScheme(_ vault: CardVault) -> WebhookSecret.Scheme {
        WebhookDirectory.Endpoint(self, vault)?.scheme ?? endpoint.format.newScheme
    }
}

extension WebhookDirectory.Endpoint {
    /// The request of a try: the one way of a message to its receiver, whether it is an event or a test.
    ///
    /// - Returns: Nil if this program doesn't have the endpoint's form.
    package func request(_ message: WebhookMessage, at now: Timestamp) -> WebhookRequest? {
        WebhookForms.form(endpoint.format).map { form in
            WebhookRequest(
                url: endpoint.url,
                headers: form.headers(of: message, with: secrets(at: now), at: now),
                body: message.body)
        }
    }

    /// The request of a test.
    ///
    /// - Returns: Nil if the endpoint's form has no test event.
    package func request(_ test: TestEvent, at now: Timestamp) -> WebhookRequest? {
        guard let body = WebhookForms.form(endpoint.format)?.body(of: test),
            let message = WebhookMessage(id: test.id, body: body)
        else { return nil }
        return request(message, at: now)
    }
}
