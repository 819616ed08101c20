import DialectKit
import PaymentDomain

/// `GET /assets/…`: the scripts and the style of payment pages.
package struct AssetDialect: Dialect {
    private let earlier: [WebAsset]

    /// The files of this build.
    ///
    /// - Parameter earlier: Files of earlier builds. Only the addresses with their hashes lead to them.
    package init(earlier: [WebAsset] = WebAsset.earlier) {
        self.earlier = earlier
    }

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
        if let pinned = (WebAsset.all + earlier).first(where: { $0.path == WebAsset.root + file }) {
            return .reply(pinned.reply(isPinned: true))
        }
        guard let newest = WebAsset.all.first(where: { $0.name == file }) else {
            return .reply(OrderProblem(.asset).reply)
        }
        return .reply(newest.reply(isPinned: false))
    }

    package func refuse(
        _ refusal: GatewayRefusal, on head: RequestHead, exchange: Never?
    ) -> DialectReply { refusal.webReply }
}
