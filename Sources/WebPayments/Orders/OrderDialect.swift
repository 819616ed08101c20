import DialectKit
import PaymentDomain

/// `POST /orders` and `GET /orders/{id}`: a shop's server says what a customer is to pay, and asks what became of it.
///
/// The amount comes from here alone. The page gets the client secret, with which it can pay the order and nothing else.
package struct OrderDialect: Dialect {
    private let keys: OrderKeys
    private let ports: OrderPorts

    package init(_ keys: OrderKeys, _ ports: OrderPorts) {
        self.keys = keys
        self.ports = ports
    }

    package var name: String { WebOrder.dialect }
    package var clientNamespace: String { keys.namespace }
    package var routes: [DialectRoute] {
        [
            DialectRoute(method: "POST", path: "/orders", operation: "create-order"),
            DialectRoute(method: "GET", path: "/orders/{id}", operation: "find-order"),
        ]
    }

    package func credential(in head: RequestHead) -> CredentialLocation {
        keys.credential(head).map { .head($0) } ?? .missing
    }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        do throws(OrderProblem) {
            return .question(try answer(request))
        } catch {
            return .reply(error.reply)
        }
    }

    private func answer(
        _ request: DialectRequest
    ) throws(OrderProblem) -> @Sendable (MerchantID) async -> DialectReply {
        let head = request.head
        let creates = head.route.method == "POST"
        guard let key = keys.credential(head), keys.allows(key.identity, creates) else {
            throw OrderProblem(.scopeMissing)
        }
        guard creates else {
            guard let id = head.parameters["id"].flatMap({ WebOrderID(typed: $0) }) else {
                throw OrderProblem(WebOrderRefusal.unknown)
            }
            return { [ports] merchant in
                await reply(200) { () async throws(WebOrderRefusal) in
                    try await ports.view(try await ports.find(.name(id, of: merchant)))
                }
            }
        }
        try OrderBody.requireJSON(head)
        let order = try NewWebOrder(request.body)
        let idempotencyKey = try Self.idempotencyKey(head)
        return { [create = ports.create] merchant in
            await reply(201) { () async throws(WebOrderRefusal) in
                try await create(order, merchant, idempotencyKey, head.receivedAt)
            }
        }
    }

    /// The text of the header; nil without one. It isn't stored, so any printable text will do.
    private static func idempotencyKey(_ head: RequestHead) throws(OrderProblem) -> String? {
        let fields = head.headers.filter { $0.name == "idempotency-key" }
        guard let key = fields.first?.value else { return nil }
        guard fields.count == 1, (1...Limits.idempotencyKeyBytes).contains(key.utf8.count),
            key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw OrderProblem(.idempotencyKey) }
        return key
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        OrderProblem(refusal).reply
    }
}

private func reply(
    _ status: Int, _ work: () async throws(WebOrderRefusal) -> WebOrderView
) async -> DialectReply {
    do throws(WebOrderRefusal) {
        let view = try await work()
        return .json(status, view.standing.state.rawValue) { object in
            object.order(view)
            object.member("client_secret", view.clientSecret)
            object.member("link", view.path)
        }
    } catch {
        return OrderProblem(error).reply
    }
}
