import DialectKit
import Events
import PaymentDomain
import Webhooks

@testable import NativeAPI

/// What the tests share.
enum Samples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)
    static let chance = RequestRandomness(open: 0x1234_5678_9ABC_DEF0, secret: 1)
    static let requestID = RequestIdentifier(0x0123_4567_89AB_CDEF)
    static let paymentID = "019ab6f3c2d84a8f8f3a6d1e2b4c5d6e"

    /// The sandbox's key may do everything, the others one thing.
    static let dialect = NativeDialect(
        NativePorts(
            scopes: { NativeClients.scopes(details: $0 == "sandbox" ? [] : [$0]) },
            events: { query, merchant async throws(StoreError) in
                try await answer(query, merchant)
            },
            event: { id, _ async throws(StoreError) in id == event?.id ? event : nil },
            webhooks: { command, _ async throws(OwnWebhookError) in
                try SampleWebhooks.perform(command)
            }))

    /// The ports' answer: one event, by a bookmark that says what else may come.
    private static func answer(
        _ query: EventQuery, _ merchant: MerchantID
    ) async throws(StoreError) -> EventAnswer {
        switch query.start?.number {
        case 404: return .bookmarkUnknown
        case 503: throw .unavailable
        default: break
        }
        guard query.payment == nil || query.payment == PaymentID(typed: paymentID) else {
            return .paymentNotFound
        }
        return .page(
            EventSlice(
                events: event.map { query.kinds.contains($0.kind) ? [$0] : [] } ?? [],
                next: bookmark(7), hasMore: query.limit == 1))
    }

    static func bookmark(_ number: Int64) -> EventBookmark {
        EventBookmark(number: number, proof: [UInt8](repeating: 0xAB, count: 16))
    }

    /// The capture of a payment.
    static let event: Event? = {
        guard let amount = try? Money(minorUnits: 1499, currency: .usd) else { return nil }
        var capture = PaymentOperation(
            id: OperationID(stored: paymentID), .capture, amount, at: now)
        capture.isFinal = true
        var amounts = PaymentAmounts()
        amounts.authorized = 1499
        amounts.captured = 1499
        let payment = EventPayment(
            id: PaymentID(stored: paymentID), sequence: 2, merchant: .sandbox, dialect: "native",
            orderReference: "1001", requested: amount, amount: amount, state: .authorized,
            amounts: amounts, network: .visa, lastFour: "1111",
            operation: EventOperation(capture, takingBack: nil), code: .doNotHonor,
            authorizationCode: "123456")
        return Event(number: 7, at: now, kind: .captured, subject: .payment(payment))
    }()

    static let token = #"{"version":"EC_v1","data":"QIoR","header":{"transactionId":"cafa"}}"#
    static let payment = """
        {"amount":{"value":1499,"currency":"USD"},"applePayToken":\(token),\
        "capture":"manual","orderReference":"1001"}
        """

    /// A body that is good for an operation; nil for one that has none.
    static func body(of operation: NativeOperation) -> String? {
        switch operation {
        case .createPayment: payment
        case .capture: #"{"amount":{"value":500,"currency":"USD"},"final":true}"#
        case .refund: #"{"amount":{"value":500,"currency":"USD"}}"#
        case .void: "{}"
        case .checkToken, .decryptToken: #"{"applePayToken":\#(token)}"#
        case .createWebhook: #"{"url":"https://shop.example/webhooks"}"#
        case .testWebhook, .rotateWebhook: "{}"
        case .listWebhooks, .findWebhook, .removeWebhook, .listDeliveries: nil
        case .findPayment, .listPayments, .listBatches, .findBatch, .listEvents, .findEvent,
            .describe:
            nil
        }
    }

    /// The identifier that a path of an operation has.
    private static func id(of operation: NativeOperation) -> String {
        switch operation {
        case .findBatch: "7"
        case .findEvent: "evt_\(paymentID)_2"
        case .findWebhook, .removeWebhook, .testWebhook, .rotateWebhook, .listDeliveries:
            SampleWebhooks.id
        default: paymentID
        }
    }

    static func head(
        _ operation: NativeOperation, query: String = "", key: String? = "csk_sandbox",
        idempotencyKey: String? = "k-1", id: String? = nil
    ) -> RequestHead {
        var headers: [(name: String, value: String)] = []
        if let key { headers.append((name: "authorization", value: "Bearer \(key)")) }
        if let idempotencyKey { headers.append((name: "idempotency-key", value: idempotencyKey)) }
        return RequestHead(
            route: operation.route,
            parameters: ["id": id ?? self.id(of: operation)],
            query: query, headers: headers,
            receivedAt: now, chance: chance, id: requestID)
    }

    static func request(_ operation: NativeOperation, _ body: String? = nil) -> DialectRequest {
        DialectRequest(
            head: head(operation), body: Array((body ?? self.body(of: operation) ?? "").utf8))
    }
}

/// What decoding gave, taken apart.
extension DecodedRequest<NativeExchange> {
    /// The reply to a question of the sandbox's merchant; nil of a command.
    func answered() async -> DialectReply? {
        switch self {
        case .question(_, let answer): await answer(.sandbox)
        case .answer(let answer): await answer()
        case .reply(let reply): reply
        case .command, .proof: nil
        }
    }

    var reply: DialectReply? {
        guard case .reply(let reply) = self else { return nil }
        return reply
    }

    var commanded: (command: PaymentCommand, name: RequestIdentity, exchange: NativeExchange)? {
        guard case .command(let command, let name, _, let exchange) = self else { return nil }
        return (command, name, exchange)
    }
}

extension DialectReply {
    var text: String { String(decoding: body, as: UTF8.self) }
}
