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
    private let ports: OrderPorts
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
        self.ports = ports
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

    /// In the path: the port checks it, which finds the order by it.
    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        let link = request.head.parameters["link"] ?? ""
        guard request.head.route.method == "POST" else {
            return ports.proof(.link(link)) { [self] in await show($0, link) }
        }
        do throws(SessionRefusal) {
            let page = try PageSessionRequest(request)
            // Another site's page has no link, and no business here.
            guard let host = request.head.header("host")?.lowercased(),
                ["https://\(host)", "http://\(host)"].contains(page.origin)
            else { throw .originNotAllowed }
            return ports.proof(.link(link)) { [openSession] order in
                DialectReply(session: await openSession(page, order.merchant))
            }
        } catch {
            return .reply(error.reply)
        }
    }

    private func show(_ order: WebOrder, _ link: String) async -> DialectReply {
        guard let merchant = merchant(order.merchant) else { return page.reply(to: .unauthorized) }
        do throws(WebOrderRefusal) {
            return page.reply(
                try await ports.view(order), of: merchant,
                session: Self.path(ofLink: link) + "/session")
        } catch {
            return page.reply(to: .overloaded)
        }
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply {
        head.route.method == "POST" ? refusal.passReply : page.reply(to: refusal)
    }
}
