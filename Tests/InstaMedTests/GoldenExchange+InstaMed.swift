import DialectKit
import GoldenExchanges

@testable import InstaMed

/// Results are named by ``ScriptedResults``; `unauthorized` is one more.
extension GoldenExchange {
    /// All with InstaMed.
    static let all = read()

    /// Whether the exchange is with a sandbox.
    var isSandbox: Bool { name.hasPrefix("sandbox-") }

    /// The request as the gateway hands it to the dialect.
    var dialectRequest: DialectRequest {
        let plain = Samples.head(method)
        let head = RequestHead(
            route: plain.route, parameters: [:], query: query, headers: headers,
            receivedAt: plain.receivedAt, chance: plain.chance)
        return DialectRequest(head: head, body: Array(requestBody.utf8))
    }

    /// What comes of it; nil where the file's result does not fit.
    func run() -> (command: String, reply: DialectReply)? {
        let dialect = isSandbox ? Samples.sandbox : Samples.dialect
        let request = dialectRequest
        if result == "unauthorized" {
            return ("none", dialect.refuse(.unauthorized, on: request.head, exchange: nil))
        }
        switch dialect.decode(request) {
        case .reply(let reply): return result == "none" ? ("none", reply) : nil
        case .question, .answer, .proof: return nil
        case .command(let command, let name, _, let exchange):
            return ScriptedResults.named(result, command).map {
                (words(command, name), dialect.encode($0, for: exchange))
            }
        }
    }
}
