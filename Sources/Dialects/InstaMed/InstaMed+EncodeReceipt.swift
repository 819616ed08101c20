import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// The reply to ViewReceipt: the transaction as it stands now, in the shape of a sale's or a refund's.
    func reply(to exchange: InstaMedExchange, with found: [FoundTransaction]) -> DialectReply {
        guard let transaction = found.first(where: { $0.number == exchange.primary }) ?? found.first
        else { return reply(to: exchange, refusing: .paymentNotFound) }
        guard let payment = transaction.payment, let status = status(of: transaction, payment)
        else {
            return InstaMedFault.stillUnknown.reply(to: exchange, about: transaction.number)
        }
        var receipt = InstaMedReceipt(
            number: transaction.number, at: transaction.at, card: InstaMedReceipt.Card(payment))
        if let network = transaction.network { receipt.card.network = network }
        receipt.status = status
        receipt.isReversed = payment.state == .reversed
        receipt.isRefund = transaction.kind == .refund
        if receipt.isRefund {
            // The approval is the sale's: no issuer was asked for the refund.
            receipt.primary = transaction.originalNumber
        } else {
            receipt.authorizationNumber = transaction.authorizationCode
            receipt.partialApproval = part(of: payment)
        }
        if !payment.isWallet {
            receipt.holder = ""
            receipt.keptCard = payment.handle
            if !receipt.isRefund { receipt.primary = transaction.number }
        }
        return receipt.reply(outcome: "receipt")
    }

    /// The status of a transaction; nil where nobody knows it yet.
    private func status(
        of transaction: FoundTransaction, _ payment: FoundPayment
    ) -> InstaMedStatus? {
        switch transaction.kind {
        case .sale, .forcedCapture:
            if transaction.standing == .inProgress { return nil }
            let status = InstaMedStatus(payment)
            // What its client was told: the acquirer refused the capture, and the hold was given up, or would be if the
            // acquirer released it. Where it can be captured again it is told as what it is.
            if case .refused = transaction.standing, status == .voided { return .declined }
            return status
        case .authorization, .credit:
            return InstaMedStatus(payment)
        case .capture, .refund, .void, .release:
            switch transaction.standing {
            case .inProgress, .unknown: return nil
            case .refused: return .declined
            // The acquirer may yet refuse to take it back.
            case .done where transaction.isBeingTakenBack: return nil
            case .done where transaction.isTakenBack: return .voided
            case .done: return transaction.batch?.closedAt == nil ? .captured : .settled
            }
        }
    }

    /// What was approved of a payment, where it was less than was asked for.
    private func part(of payment: FoundPayment) -> Money? {
        let authorized = payment.amounts.authorized
        guard authorized > 0, authorized < payment.requested.minorUnits else { return nil }
        // An approved amount is an amount; nothing is hidden where it is not.
        return try? Money(minorUnits: authorized, currency: payment.requested.currency)
    }
}
