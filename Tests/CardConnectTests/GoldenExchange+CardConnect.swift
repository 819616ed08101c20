import DialectKit
import GoldenExchanges

/// Results are named by ``ScriptedResults``; `unauthorized` is one more.
extension GoldenExchange {
    /// All with CardConnect.
    static let all = read()

    static let ofCardSecure = all.filter(\.isCardSecure)
    static let ofGateway = all.filter { !$0.isCardSecure }

    /// Whether it is with CardSecure and not with the gateway.
    var isCardSecure: Bool { path.hasPrefix("/cardsecure/") }

    /// The request as the gateway hands it to the dialect.
    func dialectRequest(_ routes: [DialectRoute]) -> DialectRequest {
        let target = query.isEmpty ? path : "\(path)?\(query)"
        return DialectRequest(
            head: Samples.head(method, target, routes: routes, headers: headers),
            body: Array(requestBody.utf8))
    }
}
