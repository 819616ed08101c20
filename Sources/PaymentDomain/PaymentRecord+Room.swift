extension PaymentRecord {
    /// Whether so many operations of clients fit. Voids and releases fit even if nothing else does, and so does a
    /// release that follows from them.
    package func hasRoom(for new: [PaymentOperation]) -> Bool {
        let limit =
            new.allSatisfy(\.givesBack)
            ? Limits.operationsPerPayment - 1 : Limits.clientOperationsPerPayment
        return operations.count + new.count <= limit
    }

    /// Checks that an operation may be requested now.
    ///
    /// The checks repeat what the money rules decide, so that no mistake in a rule moves money.
    func check(_ operation: PaymentOperation) throws(PaymentRuleError) {
        guard operation.isNew else { throw .wrongState }
        guard operations.count < Limits.operationsPerPayment else { throw .tooManyOperations }
        guard self.operation(operation.id) == nil else { throw .operationExists }
        guard operation.amount.currency == payment.requested.currency else {
            throw .currencyMismatch
        }
        guard !operation.amount.isZero else { throw .amountNotPositive }
        guard operation.isVoid || operation.target == nil, hasSoundReplacement(operation) else {
            throw .wrongTarget
        }
        switch operation.kind {
        case .capture:
            guard closing == .open else { throw .closed }
            try check(operation, fitsIn: amounts.remaining)
        case .release: try check(operation, fitsIn: amounts.remaining)
        case .refund: try checkRefund(operation)
        case .captureVoid: try checkCaptureVoid(operation)
        case .refundVoid: try checkRefundVoid(operation)
        // It comes with its authorization.
        case .credit: throw .wrongState
        }
    }

    /// Whether an amount that is to be captured again can be one: the answer must not be lost then.
    private func hasSoundReplacement(_ operation: PaymentOperation) -> Bool {
        guard let replaced = operation.replaces else { return true }
        return operation.kind == .capture && !replaced.isZero
            && replaced.currency == payment.requested.currency
    }

    private func check(
        _ operation: PaymentOperation, fitsIn room: Int64
    ) throws(PaymentRuleError) {
        guard payment.state == .authorized else { throw .wrongState }
        guard operation.amount.minorUnits <= room else { throw .amountExceeded }
    }

    private func checkRefund(_ refund: PaymentOperation) throws(PaymentRuleError) {
        try check(refund, fitsIn: amounts.refundable)
        guard let id = refund.ofCapture else { return }
        guard let capture = operation(id) else { throw .operationNotFound }
        guard capture.kind == .capture else { throw .wrongTarget }
        guard capture.state == .confirmed else { throw .wrongState }
        try check(refund, fitsIn: left(of: capture))
    }

    private func checkCaptureVoid(_ void: PaymentOperation) throws(PaymentRuleError) {
        let capture = try target(of: void)
        guard capture.kind == .capture else { throw .wrongTarget }
        // Refunds of the payment as a whole need its money too.
        try check(void, fitsIn: min(left(of: capture), amounts.refundable))
    }

    private func checkRefundVoid(_ void: PaymentOperation) throws(PaymentRuleError) {
        let refund = try target(of: void)
        guard refund.kind == .refund || refund.kind == .credit else { throw .wrongTarget }
    }

    /// The operation that a void takes back, whole: the acquirer took it, and its batch is open.
    private func target(
        of void: PaymentOperation
    ) throws(PaymentRuleError) -> PaymentOperation {
        guard let id = void.target, let target = operation(id) else { throw .operationNotFound }
        guard !target.isSettled else { throw .settled }
        guard target.state == .confirmed else { throw .wrongState }
        guard target.amount == void.amount else { throw .wrongTarget }
        return target
    }
}
