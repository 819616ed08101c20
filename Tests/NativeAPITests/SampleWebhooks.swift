import PaymentDomain
import Webhooks

@testable import NativeAPI

/// A merchant with one endpoint.
enum SampleWebhooks {
    static let id = "wh_4f2ksd81mzq07ahx3c9t"

    /// The port's answer. The endpoint's host says what else may come.
    static func perform(
        _ command: OwnWebhookCommand
    ) throws(OwnWebhookError) -> OwnWebhookResult {
        switch command {
        case .list: return .endpoints([try webhook("https://shop.example/webhooks", [])])
        case .show(let id):
            guard id.value == self.id else { throw .refused(.webhookUnknown) }
            return .endpoint(try webhook("https://shop.example/webhooks", ["payment.captured"]))
        case .create(let url, let kinds, let scheme):
            if url.contains("again") { throw .refused(.webhookExists) }
            if url.contains("unavailable") { throw .unavailable }
            return .secret(try webhook(url, kinds), verifier: "secret of \(scheme)")
        case .remove(let id): return .removed(id)
        case .test:
            return .tested(
                event: "evt_test_1", .answered(status: 500, retryAfter: nil), milliseconds: 12)
        case .rotate(_, let overlap):
            let webhook = try webhook("https://shop.example/webhooks", [])
            return .secret(webhook, verifier: "signs beside the old one for \(overlap) s")
        case .deliveries(_, let limit):
            var failed = OwnDelivery(
                event: "evt_batch_7", queuedAt: Samples.now, state: .retrying, tries: 2)
            failed.dueAt = Samples.now
            failed.lastAt = Samples.now
            failed.lastStatus = 503
            let new = OwnDelivery(
                event: "evt_batch_6", queuedAt: Samples.now, state: .pending, tries: 0)
            return .deliveries(Array([failed, new].prefix(limit)))
        }
    }

    private static func webhook(
        _ url: String, _ kinds: Set<String>
    ) throws(OwnWebhookError) -> OwnWebhook {
        guard let id = WebhookID(id) else { throw .unavailable }
        do throws(WebhookFault) {
            return OwnWebhook(
                WebhookEndpoint(
                    id: id, merchant: .sandbox, url: try WebhookURL(typed: url), kinds: kinds,
                    createdAt: Samples.now))
        } catch {
            throw .refused(error)
        }
    }
}
