import DialectKit
import GoldenExchanges
import PaymentDomain

@testable import Radial

/// What the tests share.
enum Samples {
    /// 2026-11-21T08:57:00.123Z.
    static let now = Timestamp(milliseconds: 1_795_251_420_123)

    /// A dollar amount.
    static func dollars(_ cents: Int64) -> Money {
        (try? Money(minorUnits: cents, currency: .usd)) ?? .zero(.usd)
    }

    /// The handle of the sample reply.
    static let handle: VaultHandle = {
        guard let handle = VaultHandle("4054131ImpMJ6965") else { preconditionFailure() }
        return handle
    }()

    /// A request to one of the routes.
    static func request(
        _ operation: RadialOperation, _ body: String, tender: String = "DW",
        headers: [(name: String, value: String)] = [("content-type", "text/xml")]
    ) -> DialectRequest {
        let route = RadialDialect().routes.first { $0.operation == operation.rawValue }
        let parameters = ["store": "SANDBOX", "tender": tender]
        let head = RequestHead(
            route: route ?? DialectRoute(method: "POST", path: "/", operation: ""),
            parameters: parameters, query: "", headers: headers, receivedAt: now)
        return DialectRequest(head: head, body: Array(body.utf8))
    }

    /// The body of the request of a golden exchange.
    static func body(_ name: String) -> String {
        GoldenExchange.all.first { $0.name == name }?.requestBody ?? ""
    }
}

extension DecodedRequest<RadialExchange> {
    /// The Fault, or nil for a command.
    var fault: DialectReply? {
        if case .reply(let reply) = self { return reply }
        return nil
    }

    /// The command with its key, or nil for a Fault.
    var commanded: (command: PaymentCommand, key: String?, exchange: RadialExchange)? {
        if case .command(let command, let name, _, let exchange) = self {
            return (command, name.repetition.value, exchange)
        }
        return nil
    }
}
