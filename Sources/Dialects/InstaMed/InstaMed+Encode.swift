import DialectKit
import PaymentDomain

extension InstaMedDialect {
    func reply(to exchange: InstaMedExchange, with result: PaymentResult) -> DialectReply {
        switch result {
        case .registered:
            return registeredReply(to: exchange, with: result)
        case .authorization(let authorization):
            return reply(to: exchange, with: authorization)
        case .kept(let card):
            return reply(to: exchange, with: card)
        case .recorded(let recorded):
            return reply(to: exchange, with: recorded)
        case .found(let found):
            return reply(to: exchange, with: found)
        case .opened, .accounts, .funds, .batches, .payments, .checked:
            // Our own mistake: the result of another command.
            return InstaMedFault(GatewayRefusal.internalError).reply(to: exchange)
        }
    }

    /// The error for a refusal. It names the transaction for which the acquirer may have been asked, or that a repeated
    /// source has paid.
    ///
    /// A Void of everything that finds nothing left isn't an error: a client that lost the reply to the first one sends
    /// it again, and nothing is held any more. If money was taken the engine refuses it for another reason.
    func reply(to exchange: InstaMedExchange, refusing refusal: PaymentRefusal) -> DialectReply {
        if refusal == .depleted, exchange.action == .void, exchange.voided == nil {
            return voidedReply(to: exchange)
        }
        if case .outcomeNotStored(let begun) = refusal, exchange.action?.isNumbered == true {
            return InstaMedFault(refusal).reply(to: exchange, about: begun ?? exchange.number)
        }
        let isPayment = exchange.action?.isPayment == true
        return InstaMedFault(refusal, for: isPayment ? "payment" : RefusalTable.other)
            .reply(to: exchange, about: refusal.spender)
    }

    /// The reply to SaveApplePayToken: the id alone.
    ///
    /// Source: the source document.
    private func registeredReply(
        to exchange: InstaMedExchange, with result: PaymentResult
    ) -> DialectReply {
        guard case .registered(let card) = result,
            let id = InstaMedTokenID(registration: card.id)
        else { return InstaMedFault(GatewayRefusal.internalError).reply(to: exchange) }
        var form = InstaMedForm()
        form.field("applePayTokenID", id.text)
        return form.reply(outcome: "token-saved")
    }

    /// The reply to AuthCapt and Auth.
    private func reply(
        to exchange: InstaMedExchange, with result: AuthorizationResult
    ) -> DialectReply {
        let number = result.number ?? exchange.number
        switch result.outcome {
        case .approved: break
        case .declined: break
        case .notSent where exchange.isApplePay:
            return InstaMedFault(row: "not-sent", for: "apple-pay").reply(
                to: exchange, about: number)
        case .notSent:
            return InstaMedFault(row: "not-sent").reply(to: exchange)
        case .unknown:
            return InstaMedFault(row: "outcome-unknown").reply(to: exchange, about: number)
        }
        let isApproved = result.outcome == .approved
        var receipt = InstaMedReceipt(
            number: number, at: result.at,
            card: InstaMedReceipt.Card(
                network: result.network, issuerPrefix: result.issuerPrefix,
                lastFour: result.lastFour, expiry: result.expiry ?? exchange.expiry))
        receipt.status = exchange.action == .authorize ? .authorized : .captured
        receipt.authorizationNumber = result.authorizationCode
        receipt.address = result.addressCheck
        receipt.securityCode = result.securityCodeCheck
        if !isApproved { receipt.status = .declined }
        if isApproved, result.amountAuthorized != result.amountRequested {
            receipt.partialApproval = result.amountAuthorized
        }
        if !exchange.isApplePay {
            receipt.holder = exchange.cardHolderName
            receipt.primary = number
            receipt.keptCard = result.handle
        }
        return receipt.reply()
    }

    /// The reply to SaveOnFile: a sale's without a sale.
    private func reply(to exchange: InstaMedExchange, with card: KeptCard) -> DialectReply {
        var form = InstaMedForm()
        form.write(
            InstaMedReceipt.Card(
                network: card.network, issuerPrefix: card.issuerPrefix, lastFour: card.lastFour,
                expiry: exchange.expiry), holder: exchange.cardHolderName, style: .keyed)
        form.field("responseCode", "000")
        form.field("responseMessage", "APPROVAL")
        form.field("transactionStatus", InstaMedStatus.savedOnFile.rawValue)
        let id = InstaMedTransactionID(exchange.number)
        form.field("transactionID", id.text)
        form.field("paymentPlanID", card.handle.value)
        form.field("transactionDate", id.date(orElse: card.at))
        form.field("saveOnFileTransactionID", card.handle.value)
        return form.reply(outcome: "card-kept")
    }
}

extension PaymentRefusal {
    /// The transaction that a repeated source has paid, if it has a number.
    fileprivate var spender: TransactionNumber? {
        if case .registrationSpent(let number) = self { return number }
        if case .token(let token) = self { return token.spentOn }
        return nil
    }
}
