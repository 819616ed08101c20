import CosterServer
import MerchantStorage
import PaymentDomain
import Webhooks

/// Checks the endpoints that events are sent to.
enum WebhookCheck {
    /// The problems of all endpoints. An endpoint that its operator disabled has none.
    static func findings(
        _ records: MerchantRecords, _ opened: KeptKeys.Opened, at now: Timestamp
    ) -> [Finding] {
        let unreadable = records.unreadableWebhooks.map {
            Finding(.webhookUnreadable, "endpoint \($0.id)")
        }
        return unreadable + records.webhooks.flatMap { findings($0, opened, at: now) }
    }

    private static func findings(
        _ webhook: WebhookRecord, _ opened: KeptKeys.Opened, at now: Timestamp
    ) -> [Finding] {
        let place = "endpoint \(webhook.endpoint.id) of \(webhook.endpoint.merchant)"
        if let reason = webhook.disabledBy {
            return reason == .byOperator ? [] : [Finding(.webhookDisabled, place)]
        }
        var findings: [Finding] = []
        // If the database's keys don't open, that is the finding.
        let damaged = webhook.secrets.contains { opened.damaged.contains($0.sealed.keyID) }
        if let vault = opened.vault, !damaged, WebhookDirectory.Endpoint(webhook, vault) == nil {
            findings.append(Finding(.webhookSecretClosed, place))
        }
        if let since = webhook.failingSince,
            since.adding(seconds: DoctorLimits.failingSeconds) <= now
        {
            findings.append(Finding(.webhookFailing, "\(place), since \(since.iso8601Seconds)"))
        }
        return findings
    }
}
