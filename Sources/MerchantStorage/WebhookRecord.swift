import CardVault
import PaymentDomain
import StorageKit
import Webhooks

/// An endpoint in the database, with its secrets.
package struct WebhookRecord: Sendable, Hashable {
    package let endpoint: WebhookEndpoint
    /// Since when it gets no more events; nil if it gets them.
    package let disabledAt: Timestamp?
    package let disabledBy: DisablingReason?
    /// Since when it has taken no event that was sent; nil if it took the last one.
    package let failingSince: Timestamp?
    /// Oldest first: one, or two during an overlap. Each signs.
    package let secrets: [WebhookSecretRecord]

    package init(
        endpoint: WebhookEndpoint, disabledAt: Timestamp? = nil,
        disabledBy: DisablingReason? = nil, failingSince: Timestamp? = nil,
        secrets: [WebhookSecretRecord]
    ) {
        self.endpoint = endpoint
        self.disabledAt = disabledAt
        self.disabledBy = disabledBy
        self.failingSince = failingSince
        self.secrets = secrets
    }
}

/// An endpoint whose row isn't ours to read. It gets no events; the others go on.
package struct UnreadableWebhook: Sendable, Hashable {
    /// As the row has it.
    package let id: String

    /// An endpoint by its row's name.
    package init(id: String) {
        self.id = id
    }
}

/// A secret of an endpoint, encrypted.
package struct WebhookSecretRecord: Sendable, Hashable {
    package let sealed: SealedRecord
    /// From when it was in use.
    package let validFrom: Timestamp
    /// When it is erased; nil for the newest one.
    package let expiresAt: Timestamp?

    package init(sealed: SealedRecord, validFrom: Timestamp, expiresAt: Timestamp?) {
        self.sealed = sealed
        self.validFrom = validFrom
        self.expiresAt = expiresAt
    }
}

extension WebhookID {
    /// The associated data of a secret, which is encrypted under its merchant's key.
    package func secretBinding(of merchant: MerchantID) -> AssociatedData {
        AssociatedData(merchant: merchant, subject: value, kind: .webhookSecret)
    }
}

extension SealedColumn {
    /// The secrets of endpoints.
    package static let webhookSecrets = SealedColumn(
        table: "webhook_secrets", row: "number", key: "key_id", sealed: "sealed_secret",
        subject: "endpoint", kind: .webhookSecret)
}
