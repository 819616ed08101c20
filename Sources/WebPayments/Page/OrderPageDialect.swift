import DialectKit
import PaymentDomain

/// `GET /pay/{link}`: the page on which a customer pays an order. The link is all that the customer has.
///
/// `POST /pay/{link}/session` opens Apple's session for that page alone, so that a merchant needs no publishable key.
package struct OrderPageDialect: Dialect {
    /// Asks Apple for a session, if the page is on a domain of the merchant's.
    package typealias OpenSession =
        @Sendable (PageSessionRequest, MerchantID) async -> Result<[UInt8], SessionRefusal>

    private let page: OrderPage
    private let find: OrderPorts.Find
    private let merchant: @Sendable (MerchantID) -> PageConfiguration?
    private let openSession: OpenSession

    /// The pages.
    ///
    /// - Parameters:
    ///   - isTLS: Whether this server itself speaks TLS.
    ///   - scripts: The paths of scripts in front of ours: in a sandbox, the simulated device.
    ///   - merchant: What a page shows of a merchant; nil if it was removed.
    package init(
        _ ports: OrderPorts, isTLS: Bool, scripts: [String],
        merchant: @escaping @Sendable (MerchantID) -> PageConfiguration?,
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
    package var limitsAddresses: Bool { true }

    package var clientNamespace: String { OrderPass.link.namespace }

    package func credential(in head: RequestHead) -> CredentialLocation {
        .head(OrderPass.link.credential(head.parameters["link"] ?? ""))
    }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        let link = request.head.parameters["link"] ?? ""
        guard request.head.route.method == "POST" else {
            return .question { [self] _ in await show(link) }
        }
        do throws(SessionRefusal) {
            let page = try PageSessionRequest(request)
            // Another site's page has no link, and no business here.
            guard let host = request.head.header("host")?.lowercased(),
                ["https://\(host)", "http://\(host)"].contains(page.origin)
            else { throw .originNotAllowed }
            return .question { [openSession] merchant in
                switch await openSession(page, merchant) {
                case .success(let bytes): .json(200, bytes, "ok")
                case .failure(let refusal): refusal.reply
                }
            }
        } catch {
            return .reply(error.reply)
        }
    }

    private func show(_ link: String) async -> DialectReply {
        do throws(WebOrderRefusal) {
            let view = try await find(.link(link))
            guard let merchant = merchant(view.order.merchant) else { throw .unknown }
            return page.reply(
                view, of: merchant,
                session: Self.path(ofLink: link) + "/session")
        } catch {
            return page.reply(to: error)
        }
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        guard refusal == .unauthorized, head.route.method != "POST" else {
            return refusal.passReply
        }
        return page.reply(to: .unknown)
    }
}
