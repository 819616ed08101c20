import DialectKit
import PaymentDomain

@testable import NativeAPI

/// What the tests share.
enum Samples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)
    static let chance = RequestRandomness(open: 0x1234_5678_9ABC_DEF0, secret: 1)
    static let requestID = RequestIdentifier(0x0123_4567_89AB_CDEF)
    static let paymentID = "019ab6f3c2d84a8f8f3a6d1e2b4c5d6e"

    /// The sandbox's key may do everything, the others one thing.
    static let dialect = NativeDialect { name in
        NativeClients.scopes(details: name == "sandbox" ? [] : [name])
    }

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
        case .checkToken: #"{"applePayToken":\#(token)}"#
        case .findPayment, .listPayments, .listBatches, .describe: nil
        }
    }

    static func head(
        _ operation: NativeOperation, query: String = "", key: String? = "csk_sandbox",
        idempotencyKey: String? = "k-1", id: String = paymentID
    ) -> RequestHead {
        var headers: [(name: String, value: String)] = []
        if let key { headers.append((name: "authorization", value: "Bearer \(key)")) }
        if let idempotencyKey { headers.append((name: "idempotency-key", value: idempotencyKey)) }
        return RequestHead(
            route: operation.route, parameters: ["id": id], query: query, headers: headers,
            receivedAt: now, chance: chance, id: requestID)
    }

    static func request(_ operation: NativeOperation, _ body: String? = nil) -> DialectRequest {
        DialectRequest(
            head: head(operation), body: Array((body ?? self.body(of: operation) ?? "").utf8))
    }
}

/// What decoding gave, taken apart.
extension DecodedRequest<NativeExchange> {
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
