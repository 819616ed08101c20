import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// The reply to Capture, Void and SimpleRefund.
    func reply(to exchange: InstaMedExchange, with result: RecordedResult) -> DialectReply {
        switch exchange.action {
        case .capture: captureReply(to: exchange, with: result)
        case .void: voidReply(to: exchange, with: result)
        case .simpleRefund: refundReply(to: exchange, with: result)
        case .saveApplePayToken, .authorizeAndCapture, .authorize, .viewReceipt, .saveOnFile, nil:
            // Our own mistake: the result of another command.
            InstaMedFault(GatewayRefusal.internalError).reply(to: exchange)
        }
    }

    /// Capture: the payment keeps its number.
    private func captureReply(
        to exchange: InstaMedExchange, with result: RecordedResult
    ) -> DialectReply {
        let isDone = result.refusal == nil
        let response: InstaMedResponse = isDone ? .approved : .declined
        let id = exchange.primary.map { InstaMedTransactionID($0) }
        var form = InstaMedForm()
        form.field("responseCode", response.code)
        form.field("responseMessage", response.message)
        form.field(
            "transactionStatus",
            (isDone ? InstaMedStatus.captured : InstaMedStatus.declined).rawValue)
        form.field("primaryTransactionID", optional: id?.text)
        form.field("primaryTransactionStatus", optional: standing(of: result, done: .captured))
        form.field("transactionID", optional: id?.text)
        form.field("transactionDate", optional: id?.date(orElse: result.at))
        return form.reply(outcome: isDone ? "captured" : "declined")
    }

    /// Void. VOIDED, since a client in production takes no other word; the portal's sample says APPROVED.
    private func voidReply(
        to exchange: InstaMedExchange, with result: RecordedResult
    ) -> DialectReply {
        let isDone = result.refusal == nil
        let isWhole = isDone && !isPart(exchange.voided, of: result.payment)
        return voidReply(
            to: exchange, isDone: isDone,
            standing: isWhole
                ? InstaMedStatus.voided.rawValue : standing(of: result, done: .voided))
    }

    /// The reply to a second Void.
    func voidedReply(to exchange: InstaMedExchange) -> DialectReply {
        voidReply(to: exchange, isDone: true, standing: InstaMedStatus.voided.rawValue)
    }

    private func voidReply(
        to exchange: InstaMedExchange, isDone: Bool, standing: String?
    ) -> DialectReply {
        let response: InstaMedResponse = isDone ? .voided : .declined
        var form = form(of: response, isDone: isDone, exchange)
        form.field("primaryTransactionStatus", optional: standing)
        return form.reply(outcome: response.outcome)
    }

    /// The fields that begin a reply without a receipt.
    private func form(
        of response: InstaMedResponse, isDone: Bool, _ exchange: InstaMedExchange
    ) -> InstaMedForm {
        var form = InstaMedForm()
        form.field("responseCode", response.code)
        form.field("responseMessage", response.message)
        form.field(
            "transactionStatus",
            (isDone ? InstaMedStatus.captured : InstaMedStatus.declined).rawValue)
        form.field(
            "primaryTransactionID",
            optional: exchange.primary.map { InstaMedTransactionID($0).text })
        return form
    }

    /// Whether a Void released less than the authorized amount, so that some is still held.
    private func isPart(_ amount: Money?, of payment: FoundPayment?) -> Bool {
        guard let amount, let payment else { return false }
        let amounts = payment.amounts
        return amounts.captured == 0 && amounts.remaining > 0
            && amount.minorUnits < amounts.authorized
    }

    /// The payment's state after the operation; nil if it isn't known.
    private func standing(of result: RecordedResult, done: InstaMedStatus) -> String? {
        if let payment = result.payment { return InstaMedStatus(payment)?.rawValue }
        return result.refusal == nil ? done.rawValue : nil
    }

    /// SimpleRefund.
    private func refundReply(
        to exchange: InstaMedExchange, with result: RecordedResult
    ) -> DialectReply {
        let number = result.number ?? exchange.number
        guard let payment = result.payment else {
            return shortRefundReply(to: exchange, with: result, number)
        }
        var receipt = InstaMedReceipt(
            number: number, at: result.at, card: InstaMedReceipt.Card(payment))
        receipt.isRefund = true
        receipt.status = result.refusal == nil ? .captured : .declined
        receipt.primary = exchange.primary
        if !payment.isWallet {
            receipt.holder = ""
            receipt.keptCard = payment.handle
        }
        return receipt.reply(outcome: result.refusal == nil ? "refunded" : nil)
    }

    /// The reply to SimpleRefund without the payment: the fields that need none.
    private func shortRefundReply(
        to exchange: InstaMedExchange, with result: RecordedResult, _ number: TransactionNumber
    ) -> DialectReply {
        let isDone = result.refusal == nil
        let response: InstaMedResponse = isDone ? .approved : .declined
        var form = form(of: response, isDone: isDone, exchange)
        let id = InstaMedTransactionID(number)
        form.field("transactionID", id.text)
        form.field("transactionDate", id.date(orElse: result.at))
        return form.reply(outcome: isDone ? "refunded" : "declined")
    }
}

extension InstaMedReceipt.Card {
    /// The card of a payment from the database.
    init(_ payment: FoundPayment) {
        self.init(
            network: CardNetwork(issuerPrefix: payment.issuerPrefix),
            issuerPrefix: payment.issuerPrefix, lastFour: payment.lastFour, expiry: payment.expiry)
    }
}
