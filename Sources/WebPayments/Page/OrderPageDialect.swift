import DialectKit
import PaymentDomain

/// `GET /pay/{link}`: the page on which a customer pays an order. The link is all that the customer has.
///
/// `POST /pay/{link}/session` opens Apple's session for that page alone, so that a merchant needs no publishable key.
package struct OrderPageDialect: Dialect {
    /// Asks Apple for a session of a merchant, for the host that the page was loaded from.
    package typealias OpenSession =
        @Sendable (MerchantID, DialectRequest) async -> DialectReply

    private let page: OrderPage
    private let find: OrderPorts.Find
    private let merchant: @Sendable (MerchantID) -> PageMerchant
    private let openSession: OpenSession

    /// The pages.
    ///
    /// - Parameters:
    ///   - isTLS: Whether this server itself speaks TLS.
    ///   - scripts: The paths of scripts in front of ours: in a sandbox, the simulated device.
    ///   - merchant: What a page shows of a merchant.
    package init(
        _ ports: OrderPorts, isTLS: Bool, scripts: [String],
        merchant: @escaping @Sendable (MerchantID) -> PageMerchant,
        openSession: @escaping OpenSession
    ) {
        page = OrderPage(isTLS: isTLS, scripts: scripts)
        find = ports.find
        self.merchant = merchant
        self.openSession = openSession
    }

    /// The path of an order's page.
    package static func path(ofLink link: String) -> String { "/pay/\(link)" }

    package var name: String { WebOrder.dialect }
    package var handles: HandleShape { .scramble }
    package var routes: [DialectRoute] {
        ["GET", "HEAD"].map {
            DialectRoute(method: $0, path: Self.path(ofLink: "{link}"), operation: "order-page")
        } + [
            DialectRoute(
                method: "POST", path: Self.path(ofLink: "{link}") + "/session",
                operation: "order-page-session")
        ]
    }

    /// True: other sites link to the page.
    package var isForPages: Bool { true }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        let link = request.head.parameters["link"] ?? ""
        guard request.head.route.method == "POST" else {
            return .answer { [self] in await show(link) }
        }
        return .answer { [self] in
            do throws(WebOrderRefusal) {
                return await openSession(try await find(.link(link)).order.merchant, request)
            } catch {
                return OrderProblem(error).reply
            }
        }
    }

    private func show(_ link: String) async -> DialectReply {
        do throws(WebOrderRefusal) {
            let view = try await find(.link(link))
            return page.reply(
                view, of: merchant(view.order.merchant),
                session: Self.path(ofLink: link) + "/session")
        } catch {
            return page.reply(to: error)
        }
    }

    package func encode(
        _ outcome: Result<PaymentResult, PaymentRefusal>, for exchange: Never
    ) -> DialectReply {}

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        OrderProblem(refusal).reply
    }
}
