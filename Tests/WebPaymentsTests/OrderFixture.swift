import DialectKit
import Merchants
import PaymentDomain
import Testing

@testable import WebPayments

/// Orders whose server answers as a test says.
struct OrderFixture: Sendable {
    typealias Outcome = AuthorizationResult.Outcome

    var standing = WebOrderStanding(.open)
    var items: [WebOrder.Item] = []
    var description: String?
    /// Why the order isn't found, though its secret or its link is right.
    var isNotFound: WebOrderRefusal?
    /// Why what was found can't be shown or paid.
    var refusal: WebOrderRefusal?
    var pay: @Sendable (WebOrderPayment) -> Outcome = { _ in .approved }

    /// An order of 14.99.
    func view() throws -> WebOrderView {
        WebOrderView(
            order: try order(), standing: standing, clientSecret: "secret", path: "/pay/link")
    }

    private func order() throws -> WebOrder {
        var order = WebOrder(
            id: WebOrderID(from: Array(0..<24)), merchant: MerchantID("flowers"),
            amount: try Money(minorUnits: 1499, currency: .usd), reference: "o-1",
            createdAt: Timestamp(seconds: 1_795_251_420),
            expiresAt: Timestamp(seconds: 1_795_337_820))
        order.items = items
        order.description = description
        return order
    }

    var ports: OrderPorts {
        OrderPorts(
            create: { _, _, _, _ async throws(WebOrderRefusal) in try shown() },
            find: { sign async throws(WebOrderRefusal) in try found(sign) },
            view: { _ async throws(WebOrderRefusal) in try shown() },
            pay: { _, payment async throws(WebOrderRefusal) in
                if let refusal { throw refusal }
                return result(pay(payment))
            })
    }

    /// The order of the client secret "s" and of the link "link".
    private func found(_ sign: WebOrderSign) throws(WebOrderRefusal) -> WebOrder {
        let isRight =
            switch sign {
            case .clientSecret(let text): text == "s"
            case .link(let text): text == "link"
            case .name: true
            }
        guard isRight, let order = try? order() else { throw .unknown }
        if let isNotFound { throw isNotFound }
        return order
    }

    private func shown() throws(WebOrderRefusal) -> WebOrderView {
        if let refusal { throw refusal }
        guard let view = try? view() else { throw .unknown }
        return view
    }

    private func result(_ outcome: Outcome) -> AuthorizationResult {
        AuthorizationResult(
            paymentID: PaymentID(), orderReference: "o-1", outcome: outcome,
            amountRequested: .zero(.usd), amountAuthorized: .zero(.usd),
            handle: Self.handle, issuerPrefix: "411111", lastFour: "1111",
            at: Timestamp(seconds: 0))
    }

    private static let handle: VaultHandle = {
        guard let handle = VaultHandle("9411111111111111") else {
            preconditionFailure("sixteen digits are a handle")
        }
        return handle
    }()

    /// The reply to `POST /applepay/pay`.
    func pay(_ body: String, type: String = "application/json") async -> DialectReply {
        let dialect = OrderPayDialect(ports)
        return await reply(
            to: dialect, dialect.routes[0], headers: [("content-type", type)], body: body)
    }

    /// The page of a link.
    func show(
        link: String = "link", isTLS: Bool = false, scripts: [String] = []
    ) async -> DialectReply {
        let dialect = page(isTLS: isTLS, scripts: scripts)
        return await reply(
            to: dialect, dialect.routes[0], headers: [], body: "", parameters: ["link": link])
    }

    private func page(isTLS: Bool = false, scripts: [String] = []) -> OrderPageDialect {
        OrderPageDialect(
            ports, isTLS: isTLS, scripts: scripts,
            merchant: { _ in
                guard
                    let storefront = try? Storefront(
                        displayName: "Flowers & <Co>", countryCode: "US", currency: .usd)
                else { return nil }
                return PageConfiguration(
                    appleMerchantIdentifier: "merchant.com.example.flowers",
                    storefront: storefront)
            },
            openSession: { page, merchant in .success(Array("\(merchant) \(page.origin)".utf8)) })
    }
}

extension OrderFixture {
    /// The reply to the page's question for a session.
    func session(origin: String?, link: String = "link") async -> DialectReply {
        let dialect = page()
        return await reply(
            to: dialect, dialect.routes[2],
            headers: [("host", "pay.example")] + (origin.map { [("origin", $0)] } ?? []),
            body: "", parameters: ["link": link])
    }
}

extension OrderFixture {
    /// The reply to a customer whom the gateway refuses.
    func refused(_ refusal: GatewayRefusal) -> DialectReply {
        let dialect = page()
        let head = RequestHead(
            route: dialect.routes[0], parameters: ["link": "link"], query: "", headers: [],
            receivedAt: Timestamp(seconds: 1_795_251_420))
        return dialect.refuse(refusal, on: head, exchange: nil)
    }
}

/// What a dialect answers without a command.
func reply(
    to dialect: some Dialect, _ route: DialectRoute, headers: [(String, String)], body: String,
    parameters: [String: String] = [:]
) async -> DialectReply {
    let head = RequestHead(
        route: route, parameters: parameters, query: "",
        headers: headers.map { (name: $0.0, value: $0.1) },
        receivedAt: Timestamp(seconds: 1_795_251_420))
    switch dialect.decode(DialectRequest(head: head, body: Array(body.utf8))) {
    case .reply(let reply): return reply
    case .answer(let answer): return await answer()
    case .question(_, let answer): return await answer(MerchantID("flowers"))
    case .proof(let prove):
        do throws(GatewayRefusal) {
            return await (try await prove()).reply()
        } catch {
            return dialect.refuse(error, on: head, exchange: nil)
        }
    case .command: return .text(500, "", outcomeCode: "command")
    }
}
