import DialectKit
import PaymentDomain

extension CardPointeDialect {
    /// capture, void and voidByOrderId.
    func later(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> PaymentCommand {
        if exchange.operation == .voidByOrderID {
            guard
                let order = try fields.value(
                    "orderid", upTo: CardConnectLimits.orderID, else: .invalidField)
            else { throw .answer(.invalidField) }
            exchange.orderID = maskedOrder(order)
            let amount = try partialAmount(fields)
            exchange.isWhole = amount == nil
            return .cancel(CancelCommand(reference: .order(order, card: nil), amount: amount))
        }
        let reference = try reference(fields, &exchange)
        if exchange.operation == .void {
            // Source: CardPointe Gateway API, void: of an authorization in part or whole, of a capture only whole.
            let amount = try partialAmount(fields)
            exchange.isWhole = amount == nil
            return .cancel(CancelCommand(reference: reference, amount: amount))
        }
        // Not final: until the batch is closed another amount may replace this one, and needs the remainder.
        var command = CaptureCommand(
            reference: reference, amount: try amount(fields), isFinal: false)
        // Source: CardPointe Gateway API, capture: of a transaction that is queued for capture, the last one counts.
        command.replacesEarlier = true
        return .capture(command)
    }

    func refund(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> RefundCommand {
        let reference = try reference(fields, &exchange)
        if let order = try fields.value(
            "orderid", upTo: CardConnectLimits.orderID, else: .invalidField)
        {
            exchange.orderID = maskedOrder(order)
        }
        switch try fields.value("receipt") {
        case "Y", "y", "json": exchange.receipt = .text
        case .some, nil: break
        }
        var command = RefundCommand(reference: reference, amount: try partialAmount(fields))
        // Source: CardPointe Gateway API, refund: of a settled transaction; before that, void.
        command.requiresSettlement = !refundsUnsettled
        command.orderReference = exchange.orderID
        command.isNamedByItsOrder = true
        if isSandbox, let amount = command.amount,
            let code = CardPointeTestTriggers.decline(amount, processor(exchange))
        {
            throw .scripted(code)
        }
        return command
    }

    /// retref; what cannot be one is not found, and comes back as it was sent.
    private func reference(
        _ fields: CardConnectFields, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> PaymentReference {
        .begunBy(try number(try fields.value("retref"), &exchange))
    }

    /// The number that a retref is.
    func number(
        _ retref: String?, _ exchange: inout CardPointeExchange
    ) throws(CardPointeProblem) -> TransactionNumber {
        if let retref, retref.mayComeBack { exchange.retref = retref }
        guard let retref, retref.isDigits, retref.utf8.count <= CardConnectLimits.retref,
            let number = Int64(retref).flatMap({ TransactionNumber($0) })
        else { throw .answer(.notFound) }
        return number
    }

    /// amount of a capture; nil for all that there is.
    private func amount(_ fields: CardConnectFields) throws(CardPointeProblem) -> Money? {
        guard let text = try fields.value("amount") else { return nil }
        guard let amount = CardPointeAmount(text, currency), !amount.isCredit else {
            throw .answer(.invalidAmount)
        }
        return amount.money
    }

    /// amount of a void or refund: 0 means all. Source: CardPointe Gateway API, void, refund.
    private func partialAmount(_ fields: CardConnectFields) throws(CardPointeProblem) -> Money? {
        guard let amount = try amount(fields), !amount.isZero else { return nil }
        return amount
    }
}

extension String {
    /// Whether what was sent as a retref may be said again: a card number in the wrong field, as `account` may write one,
    /// does not come back. Digits of a retref's length do, since one in ten of these passes for a card number.
    fileprivate var mayComeBack: Bool {
        let digits = filter { $0 != " " && $0 != "-" }
        if digits == self, isDigits, CardConnectLimits.retrefLengths.contains(utf8.count) {
            return true
        }
        return (try? PAN(digits: digits)) == nil
    }
}
