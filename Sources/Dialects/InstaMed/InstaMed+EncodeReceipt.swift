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
        receipt.authorizationNumber = transaction.authorizationCode
        receipt.isRefund = transaction.kind == .refund
        if receipt.isRefund {
            receipt.primary = transaction.originalNumber
        } else if let part = part(of: payment) {
            receipt.partialApproval = part
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
        case .authorization, .sale, .forcedCapture, .credit:
            return InstaMedStatus(payment)
        case .capture, .refund, .void, .release:
            switch transaction.standing {
            case .inProgress, .unknown: return nil
            case .refused: return .declined
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
