import DialectKit
import GoldenExchanges
import PaymentDomain

extension GoldenExchange {
    static let all = read()

    /// The request as the gateway hands it to the dialect; nil if no route fits.
    var dialectRequest: DialectRequest? {
        for route in Samples.dialect.routes where route.method == method {
            guard let parameters = parameters(route.path) else { continue }
            let head = RequestHead(
                route: route, parameters: parameters, query: query,
                headers: headers.map { (name: ASCIICase.lowered($0.name), value: $0.value) },
                receivedAt: Samples.now, chance: Samples.chance, id: Samples.requestID)
            return DialectRequest(head: head, body: Array(requestBody.utf8))
        }
        return nil
    }

    /// The variable parts of the path; nil if it isn't of the pattern.
    private func parameters(_ pattern: String) -> [String: String]? {
        let (wanted, given) = (pattern.split(separator: "/"), path.split(separator: "/"))
        guard wanted.count == given.count else { return nil }
        var found: [String: String] = [:]
        for (part, text) in zip(wanted, given) where part != text {
            guard part.first == "{" else { return nil }
            found[String(part.dropFirst().dropLast())] = String(text)
        }
        return found
    }

    /// The command in words and the reply; nil if the file's result doesn't fit.
    func run(_ request: DialectRequest) async -> (words: String, reply: DialectReply)? {
        let dialect = Samples.dialect
        if let refusal = GatewayRefusal(rawValue: result) {
            return ("none", dialect.refuse(refusal, on: request.head, exchange: nil))
        }
        switch dialect.decode(request) {
        case .reply(let reply): return result == "none" ? ("none", reply) : nil
        case .question(_, let answer):
            return result == "answered" ? ("question", await answer(.sandbox)) : nil
        case .answer, .proof: return nil
        case .command(let command, let name, _, let exchange):
            return ScriptedResults.named(result).map {
                (words(command, name), dialect.encode($0, for: exchange))
            }
        }
    }
}

/// A command in words, for review: every field that decoding can set.
private func words(_ command: PaymentCommand, _ name: RequestIdentity) -> String {
    let number = name.number?.description ?? "none"
    return "key=\(name.repetition.value ?? "none") number=\(number)\n\(words(command))"
}

private func words(_ command: PaymentCommand) -> String {
    switch command {
    case .authorize(let authorize):
        guard case .applePay(.json(let token)) = authorize.source else { return "another source" }
        return """
            authorize order=\(authorize.orderReference) amount=\(words(authorize.amount)) \
            captures=\(authorize.capturesAtOnce) token=\(token.count) bytes
            """
    case .capture(let capture):
        return """
            capture \(words(capture.reference)) amount=\(words(capture.amount)) \
            final=\(capture.isFinal)
            """
    case .refund(let refund):
        return "refund \(words(refund.reference)) amount=\(words(refund.amount))"
    case .cancel(let cancel):
        return "cancel \(words(cancel.reference)) amount=\(words(cancel.amount))"
    case .checkToken(let check): return "check-token amount=\(words(check.amount))"
    case .openToken: return "open-token"
    case .findPayments(.one(let payment)): return "find payment=\(payment)"
    case .findPayments(.newest(let limit, let before)):
        return "list limit=\(limit) before=\(before?.value ?? "none")"
    case .listBatches(let list): return "batches \(list.selection)"
    default: return "not of this dialect"
    }
}

private func words(_ amount: Money?) -> String { amount.map { "\($0)" } ?? "none" }

private func words(_ reference: PaymentReference) -> String {
    guard case .payment(let id) = reference else { return "another reference" }
    return "payment=\(id)"
}
