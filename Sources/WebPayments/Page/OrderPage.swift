import DialectKit
import Mustache
import PaymentDomain
import StrictCoding

/// Writes the hosted page of an order.
struct OrderPage: Sendable {
    /// The template; nil if it can't be read, which a test finds.
    private static let template = try? MustacheTemplate(
        string: String(decoding: PackageResources.pay_page_mustache, as: UTF8.self))

    static let contentType = "text/html; charset=utf-8"

    let isTLS: Bool
    /// Scripts in front of ours: in a sandbox, the simulated device.
    let scripts: [String]

    /// The page of an order.
    ///
    /// - Parameter session: The path at which the page asks for Apple's session.
    func reply(_ view: WebOrderView, of merchant: PageConfiguration, session: String)
        -> DialectReply
    {
        let order = view.order
        let state = PageState(view.standing)
        let name = merchant.storefront.displayName
        var content: [String: Any] = [
            "merchant": name,
            "clientSecret": view.clientSecret,
            "session": session,
            "config": String(decoding: merchant.json, as: UTF8.self),
            "details": view.details,
            "amount": order.amount.description,
            "items": order.items.map {
                ["label": $0.label, "amount": $0.amount.description]
            },
            "states": PageState.allCases.map {
                ["name": $0.rawValue, "heading": $0.heading, "text": $0.text]
            },
        ]
        content["description"] = order.description
        return page(
            200, "\(PageTexts.text("title")) \(name)", state.rawValue,
            state.heading, state.text, order: content)
    }

    /// A page without an order: a link that doesn't exist, or a server that can't show the order now.
    func reply(to refusal: GatewayRefusal) -> DialectReply {
        let isUnknown = refusal == .unauthorized
        let name = isUnknown ? "notFound" : "unavailable"
        return page(
            isUnknown ? 404 : refusal.status, PageTexts.text("\(name)Title"),
            isUnknown ? WebOrderRefusal.unknown.code : refusal.rawValue,
            PageTexts.text("\(name)Heading"), PageTexts.text("\(name)Text"))
    }

    private func page(
        _ status: Int, _ title: String, _ state: String, _ heading: String, _ text: String,
        order: [String: Any]? = nil
    ) -> DialectReply {
        var content: [String: Any] = [
            "texts": PageTexts.all, "title": title, "state": state, "heading": heading,
            "text": text, "style": WebAsset.pageStyle.path,
        ]
        if let order {
            content["order"] = order
            content["scripts"] =
                scripts.map { ["path": $0] }
                + [WebAsset.script, WebAsset.pageScript].map {
                    ["path": $0.path, "integrity": $0.integrity]
                }
        }
        return DialectReply(
            status: status, contentType: Self.contentType,
            body: Array((Self.template?.render(content) ?? "").utf8), outcomeCode: state,
            headers: PageHeaders.all(isTLS: isTLS))
    }
}

extension WebOrderView {
    fileprivate var details: String {
        var writer = JSONWriter()
        writer.object { $0.state(of: self) }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension PageState {
    /// What the page of an order shows at first.
    init(_ standing: WebOrderStanding) {
        self =
            switch standing.state {
            case .open: .open
            case .paying: .paying
            case .paid: .paid
            case .declined: standing.tries < WebOrderLimits.tries ? .declined : .closed
            case .unknown: .unknown
            case .expired: .expired
            }
    }
}
