import DialectKit
import PaymentDomain
import StrictCoding

extension CardPointeDialect {
    /// The reply to a capture. One that the acquirer hasn't answered is final and is sent again until it is answered.
    ///
    /// Source: CardPointe Gateway API, capture.
    func captureReply(
        to exchange: CardPointeExchange, with result: RecordedResult
    ) -> DialectReply {
        let code = code(of: result, exchange)
        let isRefused = result.refusal != nil
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("merchid", exchange.merchid ?? "")
            let account = result.payment?.shownAccount ?? ""
            reply.member("account", account)
            reply.member("amount", amount(of: result))
            reply.member("retref", exchange.retref ?? "")
            let queued = result.payment?.isSettled == true ? "Accepted" : "Queued for Capture"
            reply.member("setlstat", isRefused ? "Rejected" : queued)
            reply.member("respcode", code.code)
            reply.member("resptext", code.text)
            reply.member("respproc", code.processor)
            reply.member("respstat", code.status.rawValue)
            reply.member("commcard", "N")
            reply.member("token", account)
            if !isRefused {
                reply.member("authcode", optional: result.payment?.authorizationCode)
            }
            // An order without a name has the retref as its own.
            let order = result.orderReference
            reply.member("orderid", optional: order == exchange.retref ? nil : order)
        }
        return answered(writer.bytes, exchange, outcome: isRefused ? "declined" : "recorded")
    }

    /// The reply to a void: the amount is what is left, where that is known.
    ///
    /// Source: a recorded reply.
    func voidReply(to exchange: CardPointeExchange, with result: RecordedResult) -> DialectReply {
        let code = code(of: result, exchange)
        let isRefused = result.refusal != nil
        let currency = result.amount.currency
        var writer = JSONWriter()
        writer.object { reply in
            if !isRefused { reply.member("authcode", "REVERS") }
            reply.member("respproc", code.processor)
            let left: Int64? = exchange.isWhole ? 0 : result.leftByVoid
            reply.member("amount", optional: left.map { currency.written($0) })
            reply.member("resptext", code.text)
            reply.member("currency", currency.code)
            reply.member("retref", exchange.retref ?? result.number?.description ?? "")
            reply.member("respstat", code.status.rawValue)
            reply.member("respcode", code.code)
            reply.member("merchid", exchange.merchid ?? "")
            reply.member("orderId", optional: exchange.orderID)
        }
        return answered(writer.bytes, exchange, outcome: isRefused ? "declined" : "recorded")
    }

    /// The reply to a refund, which has a retref of its own.
    func refundReply(
        to exchange: CardPointeExchange, with result: RecordedResult
    ) -> DialectReply {
        let code = code(of: result, exchange)
        let isRefused = result.refusal != nil
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("respproc", code.processor)
            reply.member("amount", amount(of: result))
            reply.member("resptext", code.text)
            reply.member("retref", (result.number ?? exchange.number).description)
            reply.member("respstat", code.status.rawValue)
            reply.member("respcode", code.code)
            reply.member("merchid", exchange.merchid ?? "")
            if !isRefused { reply.member("authcode", "REFUND") }
            let network = result.payment.flatMap { CardNetwork(issuerPrefix: $0.issuerPrefix) }
            reply.write(CardPointeDeclineCategory(result.refusal, network, code))
            if exchange.receipt != nil { reply.member("orderId", result.orderReference) }
        }
        return answered(writer.bytes, exchange, outcome: isRefused ? "declined" : "recorded")
    }

    private func code(of result: RecordedResult, _ exchange: CardPointeExchange) -> CardPointeCode {
        let processor = processor(exchange)
        return result.refusal.map { processor.decline($0) } ?? processor.approval
    }

    private func amount(of result: RecordedResult) -> String {
        result.refusal == nil ? result.amount.decimal : result.amount.currency.nothing
    }
}

extension PaymentAmounts {
    /// The amount that is still held or captured: a pending release counts until the acquirer has agreed.
    var standing: Int64 { authorized - released }

    /// The captured amount, including pending captures.
    var standingCapture: Int64 { captured + capturing }
}

extension RecordedResult {
    /// The amount that is left after a void of an amount; nil if it isn't known. A part can be voided only if nothing
    /// was captured. If something is captured, the amount was all of that, or all of a refund, of which nothing is
    /// left.
    ///
    /// This doesn't follow for a void that is sent again: the payment may have been captured since, and the void may
    /// have been of a part as well as of all that is being voided now. No amount is better than a wrong one.
    ///
    /// Source: CardPointe Gateway API, void: a queued capture is voided as a whole.
    fileprivate var leftByVoid: Int64? {
        guard let amounts = payment?.amounts else { return nil }
        guard amounts.captured > 0 || amounts.capturing > 0 else { return amounts.remaining }
        return isRepetition ? nil : 0
    }
}

extension FoundPayment {
    /// The card as later replies show it. A wallet's has no token to be paid with again: its wallet token is spent, and
    /// its number without a cryptogram is not to be charged.
    var shownAccount: String {
        guard isWallet else { return handle.value }
        return maskedAccount(issuerPrefix, lastFour, CardNetwork(issuerPrefix: issuerPrefix))
    }
}
