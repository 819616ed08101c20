import AppleSimulator
import PaymentDomain

/// InstaMed, in two requests: what is damaged is the first.
struct ConformingInstaMed: ConformingShop {
    let server: RunningServer
    private var shop: InstaMedTestShop { InstaMedTestShop(server: server) }

    func pay(
        _ token: SimulatedToken, _ amount: Money, order: String, damage: Damage?
    ) async throws -> ShopAnswer {
        var shop = shop
        if damage == .wrongCredential { shop.password = "sandbox-instamee" }
        let form = shop.saving(token)
        let reply = try await shop.send(damage?.body(form) ?? form)
        guard let id = reply.field("applePayTokenID") else { return answer(reply) }
        return answer(try await self.shop.send(shop.paying(id, amount, action: "Auth")))
    }

    func capture(_ amount: Money, of payment: ShopAnswer) async throws -> ShopAnswer {
        answer(try await shop.send(shop.referenced("Capture", payment.name, amount)))
    }

    func refund(_ amount: Money, of capture: ShopAnswer) async throws -> ShopAnswer {
        answer(try await shop.send(shop.referenced("SimpleRefund", capture.name, amount)))
    }

    /// InstaMed has no name for an order: the books have the transaction's own, and none where the reply has none. A
    /// refusal may name an earlier one, which was paid with the same token.
    private func answer(_ reply: HTTPReply) -> ShopAnswer {
        let verdict = verdict(reply)
        let transaction = verdict == .refused ? "" : reply.field("transactionID") ?? ""
        return ShopAnswer(
            verdict: verdict, reply: reply, order: transaction, name: transaction)
    }

    private func verdict(_ reply: HTTPReply) -> ShopVerdict {
        if reply.status == 413 { return .tooLarge }
        switch reply.field("errorCode") {
        case "401": return .unauthorized
        case "504": return .unknown
        case .some: return .refused
        case nil: break
        }
        return reply.field("transactionStatus") == "D" ? .declined : .approved
    }
}
