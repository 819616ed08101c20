import AcquirerKit
import PaymentDomain
import PaymentEngine

extension WorldpayLine {
    /// Asks about a transaction that there isn't.
    ///
    /// Worldpay has no message for a test of the connection; a query moves no money.
    package func echo(as merchant: AcquirerMerchant) async -> LineEcho {
        let message = CNPRequest(echo: OperationID(), of: merchant, by: account)
        switch await send(message) {
        case .notSent(let reason): return .notSent(reason)
        case .silence(let reason): return .silence(reason)
        case .answered(let reply):
            switch read(reply, to: message) {
            case .unclear, .notSent: return .unclear
            case .refused: return .refused(words(of: reply))
            case .answered(let answer):
                return WorldpayCode.queryAnswers.contains(answer.response)
                    ? .answered : .refused("response \(answer.response)")
            }
        }
    }

    /// The words of a refused document. A validation error may repeat what we sent.
    private func words(of reply: LineReply) -> String {
        let words =
            LineTrace.worldpay(reply.body).fields
            .first { $0.name == "cnpOnlineResponse message" }?.value ?? "no message"
        return words.replacing(account.password, with: "***")
    }
}
