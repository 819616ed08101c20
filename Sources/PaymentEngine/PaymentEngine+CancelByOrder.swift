import PaymentDomain

extension PaymentEngine {
    /// Voids the newest try of an order that may have moved money: an authorization, a sale, or a credit. If there
    /// isn't one, the newest refund that bears the order's name.
    ///
    /// A client that lost the reply asks again and means the same try, so a try that is already voided counts. An
    /// earlier one is voided by its number.
    func cancelNewest(
        _ command: CancelCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let merchant = request.merchant.id
        let found = try await stored({
            try await ports.reader.payments(command.reference, of: merchant)
        })
        // One whose outcome is unknown is undone as it is, and an earlier one may have been paid.
        let paid = found.first { $0.mayHaveMovedMoney && !$0.state.isBeingUndone }
        guard let payment = paid ?? found.first(where: \.mayHaveMovedMoney) else {
            return try await cancelNewestRefund(command, else: found.first, request)
        }
        guard payment.state == .credited else {
            return try await cancel(payment.id, command, request)
        }
        let order = payment.orderReference
        let begun = try await stored {
            try await ports.reader.transactions(
                .ofOrder(order), of: merchant, upTo: Limits.paymentsPerOrder)
        }
        guard let credit = begun.first(where: { $0.authorization.payment.id == payment.id })
        else { throw .wrongState }
        return try await cancelOperation(of: credit, command, request)
    }

    /// - Parameter payment: A failed try of the order, which is reported if there is no refund.
    private func cancelNewestRefund(
        _ command: CancelCommand, else payment: Payment?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        var refunds: [StoredTransaction] = []
        if case .order(let order, card: nil) = command.reference {
            refunds = try await transactions(
                ofOrder: order, of: request.merchant.id, upTo: Limits.paymentsPerOrder
            ).filter { $0.name.kind == .refund }
        }
        let stands = refunds.first { $0.operationState != .refused }
        if let refund = stands ?? refunds.first {
            return try await cancelOperation(of: refund, command, request)
        }
        guard let payment else { throw .paymentNotFound }
        return try await cancel(payment.id, command, request)
    }

    /// Voids one capture, refund or credit as a whole.
    ///
    /// Of several at once each waits for the one before it, and hears its result. No rule on duplicates applies: an
    /// order's name can stand for several operations, and a second void of one operation is refused by itself.
    func cancelOperation(
        of found: StoredTransaction, _ command: CancelCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard let operation = found.operation else { throw .wrongState }
        guard command.amount.map({ $0 == operation.amount }) ?? true else {
            throw .partNotAllowed
        }
        let number = found.name.number
        let request = request.withoutDuplicateRule
        let result = try await alone(with: operation.paymentID, request) {
            () throws(PaymentRefusal) in
            try await takeBack(number, request)
        }
        guard case .order = command.reference, case .recorded(var recorded) = result,
            recorded.number == nil
        else { return result }
        // Which one it was.
        recorded.number = number
        return .recorded(recorded)
    }

    private func takeBack(
        _ number: TransactionNumber, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        try await refuseWhatWasTakenBack(number, request)
        do throws(PaymentRefusal) {
            return try await void(VoidCommand(number: number), request)
        } catch {
            // Another process may have taken it back meanwhile, or be at it.
            if error == .wrongState { try await refuseWhatWasTakenBack(number, request) }
            throw error
        }
    }

    /// As for a whole payment, a client that asks again hears that nothing is left, or that it is in progress.
    private func refuseWhatWasTakenBack(
        _ number: TransactionNumber, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        let merchant = request.merchant.id
        let found = try await stored({ try await ports.reader.transaction(number, of: merchant) })
        switch found?.operationState {
        case .voided: throw .depleted
        case .voiding: throw .inFlight
        case .pending, .confirmed, .refused, .settled, nil: break
        }
    }
}

extension Payment {
    /// Whether something may be held or given because of it, or was: what was declined, never left or only checked the
    /// card moved nothing.
    fileprivate var mayHaveMovedMoney: Bool {
        state != .declined && state != .notSent && !requested.isZero
    }
}

extension PaymentState {
    /// Whether the authorization is being reversed, or was.
    fileprivate var isBeingUndone: Bool { self == .outcomeUnknown || self == .reversed }
}
