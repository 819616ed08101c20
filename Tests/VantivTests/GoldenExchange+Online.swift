import DialectKit
import GoldenExchanges

@testable import Vantiv

/// Results are named by ``OnlineResults``.
extension GoldenExchange {
    /// All of LitleXML and cnpAPI.
    static let online = read("online-")

    /// Whether the exchange is with a sandbox.
    var isSandbox: Bool { path == "/sandbox/communicator/online" }

    /// The version that the request names.
    var version: String? {
        requestBody.firstMatch(of: /version="([0-9.]+)"/).map { String($0.1) }
    }

    /// The dialect that answers it.
    var onlineDialect: VantivDialect { VantivDialect(isSandbox: isSandbox) }

    /// What came of it; nil where the file's result does not fit.
    func runOnline() -> (command: String, reply: DialectReply)? {
        let dialect = onlineDialect
        let request = DialectRequest(
            head: OnlineSamples.head(path), body: Array(requestBody.utf8))
        switch dialect.decode(request) {
        case .reply(let reply): return result == "none" ? ("none", reply) : nil
        case .question, .answer, .proof: return nil
        case .command(let command, let name, _, let exchange):
            let words = onlineWords(command, name)
            if result == "unauthorized" {
                return (
                    words, dialect.refuse(.unauthorized, on: request.head, exchange: exchange)
                )
            }
            guard let result = OnlineResults.named(result, order: exchange.orderID ?? "") else {
                return nil
            }
            return (words, dialect.encode(result, for: exchange))
        }
    }
}
