import DialectKit
import Events
import PaymentDomain
import StrictCoding
import Webhooks

// The merchant's own endpoints.

extension NativeDialect {
    /// What is asked of the merchant's endpoints.
    func webhooks(
        _ operation: NativeOperation, _ request: DialectRequest
    ) throws(NativeProblem) -> Answer {
        let command = try webhookCommand(operation, request)
        return { [ports, id = request.head.id] merchant in
            do throws(OwnWebhookError) {
                return webhookReply(try await ports.webhooks(command, merchant))
            } catch {
                switch error {
                case .refused(let fault): return NativeProblem(fault).reply(to: id)
                case .unavailable:
                    return NativeProblem(PaymentRefusal.storeUnavailable).reply(to: id)
                }
            }
        }
    }

    private func webhookCommand(
        _ operation: NativeOperation, _ request: DialectRequest
    ) throws(NativeProblem) -> OwnWebhookCommand {
        switch operation {
        case .listWebhooks: return .list
        case .createWebhook: return try creation(request)
        case .removeWebhook: return .remove(try webhook(request.head))
        case .testWebhook:
            _ = try NativeFields(reading: request.body, mayBeEmpty: true, allowing: [])
            return .test(try webhook(request.head))
        case .rotateWebhook:
            let fields = try NativeFields(
                reading: request.body, mayBeEmpty: true, allowing: ["atOnce"])
            let isAtOnce = try fields.boolean("atOnce") ?? false
            return .rotate(
                try webhook(request.head),
                overlapSeconds: isAtOnce ? 0 : NativeLimits.secretOverlapSeconds)
        case .listDeliveries:
            let fields = try query(request.head, allowing: ["limit"])
            return .deliveries(try webhook(request.head), limit: try pageSize(fields))
        case .findWebhook: return .show(try webhook(request.head))
        case .createPayment, .findPayment, .listPayments, .capture, .void, .refund, .checkToken,
            .decryptToken, .listBatches, .findBatch, .listEvents, .findEvent, .describe:
            throw NativeProblem(.pathNotFound)
        }
    }

    private func creation(_ request: DialectRequest) throws(NativeProblem) -> OwnWebhookCommand {
        let fields = try NativeFields(
            reading: request.body, mayBeEmpty: false, allowing: ["url", "events", "scheme"])
        guard let url = try fields.text("url", upTo: WebhookLimits.urlBytes) else {
            throw NativeProblem(.fieldMissing, "url")
        }
        let kinds = try fields.texts("events") ?? []
        guard kinds.allSatisfy({ EventKind(rawValue: $0) != nil }) else {
            throw NativeProblem(.kindUnknown, "events")
        }
        let scheme: WebhookSecret.Scheme
        switch try fields.text("scheme", upTo: NativeLimits.wordBytes) {
        case "hmac", nil: scheme = .hmac
        case "ed25519": scheme = .ed25519
        case .some: throw NativeProblem(.schemeUnknown, "scheme")
        }
        return .create(url: url, kinds: Set(kinds), scheme)
    }

    /// The endpoint of a path. What can't be one of ours is unknown, like any other that isn't the merchant's.
    private func webhook(_ head: RequestHead) throws(NativeProblem) -> WebhookID {
        guard let id = head.parameters["id"].flatMap({ WebhookID($0) }) else {
            throw NativeProblem(WebhookFault.webhookUnknown)
        }
        return id
    }

    private func webhookReply(_ result: OwnWebhookResult) -> DialectReply {
        switch result {
        case .endpoints(let webhooks):
            return json(200, "webhooks") { $0.member("webhooks", webhooks) { $0.webhook($1) } }
        case .endpoint(let webhook): return json(200, "webhook") { $0.webhook(webhook) }
        case .secret(let webhook, let verifier):
            var reply = json(201, "webhook-secret") { object in
                object.webhook(webhook)
                object.member("secret", verifier)
            }
            // Source: RFC 9111, 5.2.2.5.
            reply.headers["Cache-Control"] = "no-store"
            return reply
        case .removed(let id):
            return json(200, "webhook-removed") { object in
                object.member("id", id.value)
                object.member("state", "removed")
            }
        case .tested(let event, let result, let milliseconds):
            return json(200, result.isDelivered ? "webhook-took-test" : "webhook-failed-test") {
                object in
                object.member("event", event)
                object.member("delivered", result.isDelivered)
                object.member("status", optional: result.status.map { Int64($0) })
                object.member("error", optional: result.code)
                object.member("milliseconds", milliseconds)
            }
        case .deliveries(let deliveries):
            return json(200, "deliveries") { object in
                object.member("deliveries", deliveries) { $0.delivery($1) }
            }
        }
    }
}

extension JSONWriter.Object {
    fileprivate mutating func webhook(_ webhook: OwnWebhook) {
        let endpoint = webhook.endpoint
        member("id", endpoint.id.value)
        member("url", endpoint.url.description)
        member("format", endpoint.format.rawValue)
        if !endpoint.kinds.isEmpty { member("events", texts: endpoint.kinds.sorted()) }
        member("state", webhook.disabledAt == nil ? "enabled" : "disabled")
        member("disabledAt", optional: webhook.disabledAt?.iso8601)
        member("disabledBy", optional: webhook.disabledBy?.rawValue)
        member("failingSince", optional: webhook.failingSince?.iso8601)
        member("createdAt", endpoint.createdAt.iso8601)
    }

    fileprivate mutating func delivery(_ delivery: OwnDelivery) {
        member("event", delivery.event)
        member("state", delivery.state.rawValue)
        member("tries", Int64(delivery.tries))
        member("queuedAt", delivery.queuedAt.iso8601)
        member("dueAt", optional: delivery.dueAt?.iso8601)
        member("lastAt", optional: delivery.lastAt?.iso8601)
        member("lastStatus", optional: delivery.lastStatus.map { Int64($0) })
        member("lastError", optional: delivery.lastError)
    }

    fileprivate mutating func member(_ name: StaticString, optional number: Int64?) {
        if let number { member(name, number) }
    }
}

extension NativeProblem {
    /// The problem of what an endpoint doesn't allow.
    init(_ fault: WebhookFault) {
        let row =
            switch fault {
            case .webhookUnknown: "webhook-unknown"
            case .webhookExists, .tooManyWebhooks, .webhookDisabled: "webhook-conflict"
            case .badURL, .plainHTTP, .portRefused, .hostUnresolved, .addressRefused, .badKind,
                .noTest, .badSecret:
                "webhook-refused"
            }
        self.init(row: row, code: fault.code, about: fault.sentence)
    }
}
