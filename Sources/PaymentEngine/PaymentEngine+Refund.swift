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
        let payment = found.authorization.payment
        let captured = capture.advice.amount
        let decision = payment.canRefund(command.amount, ofCapture: captured, left: left)
        switch (state, decision) {
        case (_, .refuse(.currencyMismatch)): throw .currencyMismatch
        case (.refused, _), (.voided, _): throw .wrongState
        case (.pending, _), (.voiding, _):
            let mayFit = command.amount.map { $0.minorUnits <= left.minorUnits } ?? true
            throw mayFit ? .inFlight : .amountExceeded
        case (.confirmed, _), (.settled, _): break
        }
        var plan = PlannedAdvice(.refund, try decision.get(), of: payment)
        plan.ofCapture = capture.advice.id
        return plan
    }

    /// What is settled may be given back, and what is not may not.
    private func settledRefund(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PlannedAdvice {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        let found = try await payments(command.reference, request, wanted: .refund)
        guard let authorized = found.first(where: { $0.state == .authorized }) else {
            throw .wrongState
        }
        let standing = try await standing(of: authorized.id)
        let payment = standing.authorization.payment
        let amount = try payment.canRefund(command.amount, ofSettled: standing.settledCaptures)
            .get()
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
