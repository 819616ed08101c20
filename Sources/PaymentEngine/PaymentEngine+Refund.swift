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
            if command.reference.isOrder, !command.requiresSettlement {
                return .recorded(try await refundOfOrder(command, request))
            }
            return .recorded(try await refundOfOne(command, request))
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

    private func refundOfOrder(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        let now = request.now
        return try await take(
            .refund, named: command.reference, for: .refund,
            orderReference: command.orderReference, request
        ) { order in
            StepDecision(order.refund(command.amount)) { amount in
                PaymentOperation(id: OperationID(at: now), .refund, amount, at: now)
            }
        }.first
    }

    /// Refunds a payment that a number names, or settled captures.
    private func refundOfOne(
        _ command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        let scope = try await scope(of: command, request)
        let now = request.now
        return try await take(
            .refund, on: scope.payment, orderReference: command.orderReference,
            named(request, command, scope.payment)
        ) { record in
            StepDecision(record.canRefund(command.amount, of: scope.part), of: record) { amount in
                var refund = PaymentOperation(
                    id: OperationID(at: now), .refund, amount, at: now)
                if case .capture(let id) = scope.part { refund.ofCapture = id }
                return refund
            }
        }.first
    }

    /// The captures that a refund gives back (part of): one, those that are settled, or all of the payment.
    private func scope(
        of command: RefundCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> (payment: Payment, part: RefundScope) {
        if case .number(let number) = command.reference {
            let found = try await transaction(number, request, wanted: .refund)
            // A sale that was not approved has none.
            guard let capture = found.operation?.id else { throw .wrongState }
            return (found.authorization.payment, .capture(capture))
        }
        let found = try await payments(command.reference, request, wanted: .refund)
        if command.requiresSettlement {
            guard let authorized = found.first(where: { $0.state == .authorized }) else {
                throw .wrongState
            }
            return (authorized, .settled)
        }
        guard let payment = found.first else { throw .paymentNotFound }
        return (payment, .payment)
    }

    /// The request without its duplicate rule if the name is that of the payment's own order: an order may have several
    /// refunds.
    private func named(
        _ request: EngineRequest, _ command: RefundCommand, _ payment: Payment
    ) -> EngineRequest {
        let hasPaymentsName = command.orderReference == payment.orderReference
        let isUnnamed = command.isNamedByItsOrder && hasPaymentsName
        return isUnnamed ? request.withoutDuplicateRule : request
    }

    /// Refunds more than was captured as a credit to the card; the payment's amounts don't change. If nothing is
    /// captured, or all captures are being voided, there is nothing to refund more of.
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
