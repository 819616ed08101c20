import PaymentDomain

extension PaymentEngine {
    /// Refunds (part of) what was captured.
    func refund(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if let moment = command.notBefore {
            let found = try await payments(command.reference, request, wanted: .refund)
            guard found.contains(where: { $0.createdAt >= moment }) else { throw .tooOld }
        }
        do {
            return try await untilRoom { () throws(PaymentRefusal) in
                var plan = try await refundable(command, request)
                plan.orderReference = command.orderReference
                let hasPaymentsName = command.orderReference == plan.payment.orderReference
                let isUnnamed = command.isNamedByItsOrder && hasPaymentsName
                return try await adviseIfRoom(plan, isUnnamed ? request.ruled(by: nil) : request)
                    .map { .recorded($0) }
            }
        } catch .amountExceeded
            where command.mayExceedCapture && request.merchant.allowsRefundBeyondCapture
        {
            // The same request may have refunded before, which is why no more is left. A credit claims its name on another
            // handle of the card where another dialect began the payment, and would not find it.
            let first = try await maybeDone(before: .amountExceeded) { () throws(PaymentRefusal) in
                try await earlier(.refund(command), request)
            }
            if let first { return first }
            return try await creditBeyondCapture(command, request)
        }
    }

    private func refundable(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PlannedAdvice {
        if case .number(let number) = command.reference {
            return try await captureRefund(number, command, request)
        }
        guard command.requiresSettlement else {
            let found = try await payment(
                command.reference, request, wanted: .refund, amount: command.amount)
            return PlannedAdvice(.refund, found.amount, of: found.payment)
        }
        return try await settledRefund(command, request)
    }

    /// A refund of one capture gives back its money, and no other capture's; without an amount all that is left of it.
    ///
    /// Source: cnpAPI, credit: without an amount that of the settlement transaction which is named.
    private func captureRefund(
        _ number: TransactionNumber, _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PlannedAdvice {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        let found = try await transaction(number, request, wanted: .refund)
        // A sale that was not approved has none.
        guard let capture = found.operation, let state = found.operationState,
            let left = found.left
        else { throw .wrongState }
        guard command.amount.map({ $0.currency == left.currency }) ?? true else {
            throw .currencyMismatch
        }
        switch state {
        case .confirmed, .settled: break
        case .refused, .voided: throw .wrongState
        case .pending, .voiding:
            let mayFit = command.amount.map { $0.minorUnits <= left.minorUnits } ?? true
            throw mayFit ? .inFlight : .amountExceeded
        }
        let payment = found.authorization.payment
        let captured = capture.advice.amount
        // Refunds of the payment as a whole may have taken what the capture has.
        let room = payment.refundable.minorUnits < left.minorUnits ? payment.refundable : left
        let amount = command.amount ?? room
        guard !amount.isZero, amount.minorUnits <= room.minorUnits else {
            // Of other captures nothing comes; of its own what a refund that is refused, or taken back, leaves.
            let mayCome = payment.amounts.refunding + payment.amounts.unrefunding
            let mayFit =
                mayCome > 0 && amount.minorUnits <= captured.minorUnits
                && amount.minorUnits <= room.minorUnits + mayCome
            throw mayFit ? .inFlight : .amountExceeded
        }
        var plan = PlannedAdvice(.refund, amount, of: payment)
        plan.ofCapture = capture.advice.id
        return plan
    }

    /// What is settled may be given back, and what is not may not.
    private func settledRefund(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PlannedAdvice {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        let found = try await payments(command.reference, request, wanted: .refund)
        guard let payment = found.first(where: { $0.state == .authorized }) else {
            throw .wrongState
        }
        let currency = payment.requested.currency
        guard command.amount.map({ $0.currency == currency }) ?? true else {
            throw .currencyMismatch
        }
        let standing = try await standing(of: payment.id)
        guard standing.settledCaptures > 0 else { throw .notSettled }
        let left = standing.settledRefundable
        let amount = command.amount ?? left
        guard amount.minorUnits <= left.minorUnits, !amount.isZero else {
            // What was captured and waits for its batch can be given back later.
            let now = standing.authorization.payment
            let comesLater = !amount.isZero && amount.minorUnits <= now.refundable.minorUnits
            throw comesLater ? .notSettled : WantedMoney.refund.shortage(of: now, for: amount)
        }
        var plan = PlannedAdvice(.refund, amount, of: payment)
        plan.settledOnly = true
        return plan
    }

    /// A refund of more than was captured is no refund of that payment, whose amounts stay as they are: it is a credit
    /// to its card. Where nothing is captured, or all of it is being taken back, there is nothing to refund more of.
    private func creditBeyondCapture(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let found = try await payments(command.reference, request, wanted: .refund)
        guard let amount = command.amount,
            let payment = found.first(where: {
                $0.requested.currency == amount.currency
                    && $0.amounts.captured > $0.amounts.uncapturing
            })
        else { throw .amountExceeded }
        return try await credit(
            CreditCommand(
                source: .stored(payment.handle, expiry: nil, securityCode: nil),
                orderReference: command.orderReference ?? payment.orderReference,
                amount: amount), request)
    }
}
