import DialectKit
import PaymentDomain
import StrictXML

extension RadialDialect {
    /// ConfirmFundsRequest.
    func fundsConfirmation(
        _ root: XMLNode, _ exchange: RadialExchange
    ) throws(RadialProblem) -> RadialDecoded {
        let message = try reading { () throws(XMLReadError) in try ConfirmFundsMessage(root) }
        let context = try message.frame.context.mirrored()
        return decoded(
            .confirmFunds(
                ConfirmFundsCommand(
                    reference: .order(context.orderID, card: context.handle),
                    amount: message.amount, renews: message.renews)),
            message.frame, context, exchange)
    }

    /// PaymentAuthCancelRequest.
    func cancellation(
        _ root: XMLNode, _ exchange: RadialExchange
    ) throws(RadialProblem) -> RadialDecoded {
        let message = try reading { () throws(XMLReadError) in try AuthCancelMessage(root) }
        let context = try message.frame.context.mirrored()
        var release = ReleaseCommand(
            reference: .order(context.orderID, card: context.handle), amount: message.amount)
        // Shops send the order's whole amount, also where part of it was shipped.
        release.takesWholeForRest = true
        var cancel = decoded(.release(release), message.frame, context, exchange)
        cancel.asking = RadialAsking(.cancel, store: exchange.store)
        return cancel
    }

    /// PaymentSettlementRequest: a debit captures, a credit refunds.
    ///
    /// Source: Radial, Payment-Service-PaymentSettlement-1.0.xsd, FinalDebit: "If the last order
    /// line item has been cancelled, the client still needs to send a settlement with final debit =
    /// True and amount = 0."
    func settlement(
        _ root: XMLNode, tender: RadialTender?, _ exchange: RadialExchange
    ) throws(RadialProblem) -> RadialDecoded {
        let message = try reading { () throws(XMLReadError) in try SettlementMessage(root) }
        let context = try message.frame.context.mirrored()
        if let handle = context.handle, let card = RadialTender(handle: handle), card != tender {
            throw .broken(.invalidTender)
        }
        let reference = PaymentReference.order(context.orderID, card: context.handle)
        var exchange = exchange
        exchange.isCredit = message.kind == .credit
        let command: PaymentCommand
        switch (message.kind, message.amount.isZero) {
        case (.debit, false):
            command = .capture(
                CaptureCommand(
                    reference: reference, amount: message.amount, isFinal: message.isFinalDebit))
        case (.debit, true) where message.isFinalDebit:
            var release = ReleaseCommand(reference: reference, amount: nil)
            release.currency = message.amount.currency
            command = .release(release)
        case (.credit, false):
            command = .refund(RefundCommand(reference: reference, amount: message.amount))
        case (.debit, true), (.credit, true):
            throw .broken(.amountZero)
        }
        var settlement = decoded(command, message.frame, context, exchange)
        settlement.asking = RadialAsking(
            message.kind == .credit ? .credit : .debit, store: exchange.store,
            clientContext: message.clientContext)
        return settlement
    }

    private func decoded(
        _ command: PaymentCommand, _ frame: MessageFrame, _ context: RadialContext,
        _ exchange: RadialExchange
    ) -> RadialDecoded {
        var exchange = exchange
        exchange.sessionID = frame.sessionID
        exchange.context = context
        return RadialDecoded(command: command, requestID: frame.requestID, exchange: exchange)
    }
}
