import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// The reply to ViewReceipt: the transaction in its current state, in the shape of a sale's or a refund's.
    func reply(to exchange: InstaMedExchange, with found: [FoundTransaction]) -> DialectReply {
        guard let transaction = found.first(where: { $0.number == exchange.primary }) ?? found.first
        else { return reply(to: exchange, refusing: .paymentNotFound) }
        guard let payment = transaction.payment, let status = status(of: transaction, payment)
        else {
            return InstaMedFault(row: "outcome-unknown", for: "receipt").reply(
                to: exchange, about: transaction.number)
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
            // The status that its client heard: the acquirer refused the capture, and the remainder was released, or
            // would be if the acquirer agreed. If it can be captured again, its real status is reported.
            if case .refused = transaction.standing, status == .voided { return .declined }
            return status
        case .authorization, .credit:
            return InstaMedStatus(payment)
        case .capture, .refund, .void, .release:
            switch transaction.standing {
            case .inProgress, .unknown: return nil
            case .refused: return .declined
            // The acquirer may yet refuse to take it back.
            case .done where transaction.isBeingReversed: return nil
            case .done where transaction.isReversed: return .voided
            case .done: return transaction.batch?.closedAt == nil ? .captured : .settled
            }
        }
    }

    /// The approved part of a payment, if it is less than the requested amount.
    private func part(of payment: FoundPayment) -> Money? {
        let authorized = payment.amounts.authorized
        guard authorized > 0, authorized < payment.requested.minorUnits else { return nil }
        // An approved amount is always valid; this hides nothing.
        return try? Money(minorUnits: authorized, currency: payment.requested.currency)
    }
}
