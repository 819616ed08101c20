import PaymentDomain
import PaymentStorage
import Webhooks

@testable import CosterServer

extension DoctorRow {
    /// The endpoints that events are sent to.
    static let webhooks: [DoctorRow] = [
        webhook("an endpoint that works"),
        webhook("an endpoint that its operator disabled", sql: disabled("operator")),
        webhook("an endpoint that answered 410", .webhookDisabled, sql: disabled("gone")),
        webhook(
            "an endpoint that failed for five days", .webhookDisabled, sql: disabled("failing")),
        webhook("an endpoint that has failed for a moment", sql: failing(seconds: 60)),
        webhook(
            "an endpoint that has failed for long", .webhookFailing, sql: failing(seconds: 3_700)),
        webhook(
            "a damaged secret of an endpoint", .webhookSecretClosed,
            sql: { _ in "UPDATE webhook_secrets SET sealed_secret = zeroblob(100)" }),
        webhook(
            "an endpoint's row that isn't ours", .webhookUnreadable,
            sql: { _ in "UPDATE webhook_endpoints SET url = 'ftp://a'" }),
    ]

    private static func disabled(_ reason: String) -> @Sendable (Timestamp) -> String {
        {
            "UPDATE webhook_endpoints SET disabled_at = \($0.milliseconds), disabled_by = '\(reason)'"
        }
    }

    private static func failing(seconds: Int64) -> @Sendable (Timestamp) -> String {
        {
            "UPDATE webhook_endpoints SET failing_since = \($0.adding(seconds: -seconds).milliseconds)"
        }
    }

    private static func webhook(
        _ cause: String, _ findings: FindingKind...,
        sql: (@Sendable (Timestamp) -> String)? = nil
    ) -> DoctorRow {
        DoctorRow(cause, findings, words: findings.isEmpty ? "" : "endpoint wh_") { fixture in
            try await createWebhook(fixture)
            if let sql { try await fixture.spoil(sql(fixture.now)) }
            return .ordinary
        }
    }

    private static func createWebhook(_ fixture: DoctorFixture) async throws {
        let endpoint = WebhookEndpoint(
            id: WebhookID(), merchant: DoctorFixture.shop,
            url: try WebhookURL(typed: "https://shop.example/hook"), kinds: [],
            createdAt: fixture.now)
        let sealed = try await fixture.vault(of: DoctorFixture.shop).seal(
            Array(WebhookSecret(.hmac).text.utf8),
            for: endpoint.id.secretBinding(of: DoctorFixture.shop))
        try await fixture.database { store in
            _ = try await store.merchantStore.create(endpoint, secret: sealed, by: "test")
        }
    }
}
