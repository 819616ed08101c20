import DialectKit
import PaymentDomain

/// `GET /assets/…`: the scripts and the style of payment pages.
package struct AssetDialect: Dialect {
    package init() {}

    package var name: String { WebOrder.dialect }
    package var isForPages: Bool { true }
    package var routes: [DialectRoute] {
        ["GET", "HEAD"].map {
            DialectRoute(method: $0, path: WebAsset.root + "{file}", operation: "asset")
        }
    }

    package func credential(in head: RequestHead) -> CredentialLocation { .body }

    package func decode(_ request: DialectRequest) -> DecodedRequest<Never> {
        let file = request.head.parameters["file"] ?? ""
        for asset in WebAsset.all {
            if WebAsset.root + file == asset.path { return .reply(asset.reply(isPinned: true)) }
            if file == asset.name { return .reply(asset.reply(isPinned: false)) }
        }
        return .reply(OrderProblem(.asset).reply)
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply { refusal.webReply }
}
