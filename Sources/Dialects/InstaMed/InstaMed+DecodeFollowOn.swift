import DialectKit
import PaymentDomain

extension InstaMedDialect {
    /// Capture: without an amount the whole remainder; any rest is released, since a second capture has no name.
    func capture(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> CaptureCommand {
        CaptureCommand(
            reference: try referenced(fields, &exchange), amount: try fields.amount(), isFinal: true
        )
    }

    /// Void: of a payment, or of a refund.
    ///
    /// Source: portal: impossible once the transfer of funds has started.
    func cancellation(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> CancelCommand {
        let command = CancelCommand(
            reference: try referenced(fields, &exchange), amount: try fields.amount())
        exchange.voided = command.amount
        return command
    }

    /// SimpleRefund: an amount must be named, so that none is given back by a slip.
    ///
    /// Source: portal: at most what was paid, up to one year.
    func refund(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> RefundCommand {
        guard let amount = try fields.amount() else { throw InstaMedProblem(.amountMissing) }
        var command = RefundCommand(reference: try referenced(fields, &exchange), amount: amount)
        command.notBefore = exchange.receivedAt.adding(seconds: -InstaMedLimits.refundSeconds)
        return command
    }

    /// ViewReceipt, by the number of a transaction.
    ///
    /// Source: portal: the samples name a sign-on of InstaMed's own pages, which there are none of here. Beside a number it
    /// says nothing more.
    func inquiry(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> InquireCommand {
        let names = ["primaryTransactionID", "transactionID"]
        guard !fields.has("singleSignOnToken") || names.contains(where: fields.has) else {
            throw InstaMedProblem(.singleSignOnUnsupported)
        }
        let number = try fields.primary(names)
        exchange.primary = number
        return InquireCommand(clientName: nil, number: number)
    }

    private func referenced(
        _ fields: InstaMedFields, _ exchange: inout InstaMedExchange
    ) throws(InstaMedProblem) -> PaymentReference {
        let number = try fields.primary(["primaryTransactionID"])
        exchange.primary = number
        return .begunBy(number)
    }
}
