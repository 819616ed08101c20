import DialectKit
import PaymentDomain
import StrictCoding

extension CardPointeDialect {
    /// The reply to an authorization, sale, check or forced credit.
    ///
    /// Silence isn't a decline: PPS 62 with respstat B, since an amount may be held until our reversal is acknowledged.
    /// A request that was never sent gets PPS 61, B too: nothing is held.
    func authorizationReply(
        to exchange: CardPointeExchange, with result: AuthorizationResult
    ) -> DialectReply {
        let processor = processor(exchange)
        switch result.outcome {
        case .approved:
            let isPartial =
                result.amountAuthorized.minorUnits < result.amountRequested.minorUnits
            return approvalReply(
                to: exchange, with: result,
                isPartial ? processor.partialApproval : processor.approval)
        case .declined(let reason):
            let code = exchange.magic.decline ?? processor.decline(reason)
            return declineReply(to: exchange, with: result, code, reason, outcome: "declined")
        case .notSent:
            return declineReply(
                to: exchange, with: result, CardPointeCode(.lineDown), nil, outcome: "not-sent")
        case .unknown:
            return declineReply(
                to: exchange, with: result, CardPointeCode(.timedOut), nil, outcome: "unknown")
        }
    }

    /// In the order of recorded replies, then what is newer.
    private func approvalReply(
        to exchange: CardPointeExchange, with result: AuthorizationResult, _ code: CardPointeCode
    ) -> DialectReply {
        let token = exchange.card.token ?? result.handle.value
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("amount", result.amountAuthorized.decimal)
            reply.member("resptext", code.text)
            // No table of commercial cards is kept.
            reply.member("commcard", "N")
            reply.member("cvvresp", securityCodeLetter(exchange, result))
            reply.member("avsresp", addressLetter(exchange, result))
            reply.member("respcode", code.code)
            reply.member("merchid", exchange.merchid ?? "")
            reply.member("token", token)
            reply.member("authcode", optional: result.authorizationCode)
            reply.member("respproc", code.processor)
            reply.member("retref", (result.number ?? exchange.number).description)
            reply.member("respstat", code.status.rawValue)
            reply.member("account", account(exchange, result, token))
            reply.member("expiry", optional: result.expiry?.mmyy)
            reply.member("entrymode", entryMode(exchange, result))
            reply.member("cof", optional: exchange.card.cardOnFile)
            reply.member("profileid", optional: result.account?.profile.value)
            reply.member("acctid", optional: result.account?.number.map(String.init))
            if exchange.card.wantsBIN {
                reply.member("binInfo") { bin in
                    bin.member("bin", result.issuerPrefix)
                    bin.member("product", result.network.productLetter)
                }
            }
            writeReceipt(&reply, exchange, result)
        }
        return answered(writer.bytes, exchange, outcome: "approved")
    }

    /// In the order of recorded replies: an amount of nothing, no approval code.
    private func declineReply(
        to exchange: CardPointeExchange, with result: AuthorizationResult, _ code: CardPointeCode,
        _ reason: DeclineReason?, outcome: String
    ) -> DialectReply {
        let token = exchange.card.token ?? result.handle.value
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("respproc", code.processor)
            reply.member("amount", result.amountRequested.currency.nothing)
            reply.member("resptext", code.text)
            reply.member("cardproc", processor(exchange).rawValue)
            reply.member("commcard", "N")
            reply.member("retref", (result.number ?? exchange.number).description)
            reply.member("respstat", code.status.rawValue)
            reply.member("respcode", code.code)
            reply.member("account", account(exchange, result, token))
            reply.member("merchid", exchange.merchid ?? "")
            reply.member("token", token)
            reply.member("expiry", optional: result.expiry?.mmyy)
            reply.member("entrymode", entryMode(exchange, result))
            reply.write(CardPointeDeclineCategory(reason, result.network, code))
            if exchange.receipt != nil { reply.member("orderId", result.orderReference) }
        }
        return answered(writer.bytes, exchange, outcome: outcome)
    }

    /// The fields that receipt asks for: the order's name, and the data of a printed receipt. The merchant's address is
    /// his own to print.
    private func writeReceipt(
        _ reply: inout JSONWriter.Object, _ exchange: CardPointeExchange,
        _ result: AuthorizationResult
    ) {
        guard let receipt = exchange.receipt else { return }
        reply.member("orderId", result.orderReference)
        let content: (inout JSONWriter.Object) -> Void = { object in
            object.member("dateTime", result.at.cardConnectTime)
        }
        switch receipt {
        case .object: reply.member("receiptObj", content)
        case .text:
            var writer = JSONWriter()
            writer.object(content)
            reply.member("receipt", String(decoding: writer.bytes, as: UTF8.self))
        }
    }

    private func account(
        _ exchange: CardPointeExchange, _ result: AuthorizationResult, _ token: String
    ) -> String {
        guard exchange.card.isMasked else { return token }
        return maskedAccount(result.issuerPrefix, result.lastFour, result.network)
    }

    /// `DigitalWallet` for a token that is not the card's own handle: it named a wallet's registration.
    private func entryMode(
        _ exchange: CardPointeExchange, _ result: AuthorizationResult
    ) -> String {
        guard let token = exchange.card.token, token != result.handle.value else {
            return exchange.card.entryMode
        }
        return "DigitalWallet"
    }

    private func addressLetter(
        _ exchange: CardPointeExchange, _ result: AuthorizationResult
    ) -> String {
        // Source: a recorded reply has a space if nothing was compared.
        exchange.magic.address ?? result.addressCheck?.letter ?? " "
    }

    private func securityCodeLetter(
        _ exchange: CardPointeExchange, _ result: AuthorizationResult
    ) -> String {
        exchange.magic.securityCode ?? result.securityCodeCheck?.letter
            ?? (exchange.card.hasSecurityCode ? "X" : "P")
    }
}

/// `41XXXXXXXXXX1111`: first two digits and last four.
func maskedAccount(_ prefix: String, _ lastFour: String, _ network: CardNetwork?) -> String {
    let hidden = network == .amex ? 9 : 10
    return prefix.prefix(2) + String(repeating: "X", count: hidden) + lastFour
}

extension CardNetwork? {
    /// `product` of binInfo.
    var productLetter: String {
        switch self {
        case .visa: "V"
        case .mastercard: "M"
        case .discover, .diners, .jcb, .unionPay: "D"
        case .amex: "A"
        case nil: "N"
        }
    }
}

extension JSONWriter.Object {
    /// Both fields of the category, if there is one.
    mutating func write(_ category: CardPointeDeclineCategory?) {
        guard let category else { return }
        member("declineCategory", category.rawValue)
        member("declineCategoryText", category.text)
    }
}
