// Decisions about requests for a payment, by its operations.

/// The captures that a refund gives back.
package enum RefundScope: Sendable, Hashable {
    /// Any of the payment.
    case payment
    /// Those that are settled.
    case settled
    /// One of them: it gives back no other capture's money.
    case capture(OperationID)
}

extension PaymentRecord {
    /// The amount of the captures that are settled, in minor units.
    package var settledCaptures: Int64 {
        operations.reduce(0) { sum, operation in
            operation.kind == .capture && operation.isSettled
                ? sum + operation.amount.minorUnits : sum
        }
    }

    /// Whether anything was captured, or is being captured.
    package var hasCaptures: Bool { amounts.captured + amounts.capturing > 0 }

    /// The oldest capture that stands and of which an amount is left to refund; nil if each has too little left.
    package func captureWithRoom(for amount: Money) -> OperationID? {
        operations.first {
            $0.kind == .capture && $0.state == .confirmed && left(of: $0) >= amount.minorUnits
        }?.id
    }

    /// The captures that can be voided: the acquirer took them, and their batch is open.
    package var openCaptures: [PaymentOperation] {
        operations.filter { $0.kind == .capture && $0.state == .confirmed && !$0.isSettled }
    }

    /// The amount that was captured and then voided with the hold kept, since nothing was captured after it: a capture now
    /// takes its place.
    package var voidedForAnother: Money? {
        let start = operations.lastIndex { $0.kind == .capture } ?? operations.startIndex
        let sum = operations[start...].reduce(Int64(0)) { sum, operation in
            let isCounted =
                operation.kind == .captureVoid(givesUpHold: false)
                && operation.state == .confirmed
            return isCounted ? sum + operation.amount.minorUnits : sum
        }
        return sum > 0 ? payment.money(sum) : nil
    }

    /// The newest capture that is neither settled, refused nor voided.
    package var newestOpenCapture: PaymentOperation? {
        operations.last {
            $0.kind == .capture && ($0.isPending || $0.state == .confirmed && !$0.isSettled)
        }
    }

    /// Decides about a capture in place of the earlier ones, nil for the amount that they have.
    package func canReplaceCapture(by amount: Money?) -> ReplaceDecision {
        let state: NewestCapture =
            switch newestOpenCapture?.state {
            case nil: .missing
            case .sending: .pending
            case .accepted, .confirmed, .refused, .voiding, .voided: .final
            }
        return payment.canReplaceCapture(by: amount, newest: state, settled: settledCaptures)
    }

    /// Decides about a refund, nil for all that is left.
    package func canRefund(_ amount: Money?, of scope: RefundScope) -> MoneyDecision {
        switch scope {
        case .payment: payment.decide(.refund, amount)
        case .settled: payment.canRefund(amount, ofSettled: settledCaptures)
        case .capture(let id): canRefund(amount, ofCapture: id)
        }
    }

    private func canRefund(_ amount: Money?, ofCapture id: OperationID) -> MoneyDecision {
        guard let capture = operation(id), capture.kind == .capture else {
            return .refuse(.wrongState)
        }
        let left = payment.money(left(of: capture))
        let decision = payment.canRefund(amount, ofCapture: capture.amount, left: left)
        if decision == .refuse(.currencyMismatch) { return decision }
        switch capture.state {
        case .confirmed: return decision
        case .refused, .voided: return .refuse(.wrongState)
        case .sending, .accepted, .voiding:
            let mayFit = amount.map { $0.minorUnits <= left.minorUnits } ?? true
            return mayFit ? .later : .refuse(.amountExceeded)
        }
    }

    /// Decides about the void of a capture, refund or credit.
    package func canVoid(_ id: OperationID) -> MoneyDecision {
        guard let target = operation(id) else { return .refuse(.wrongState) }
        switch target.state {
        case .sending, .accepted, .voiding: return .later
        case .refused, .voided: return .refuse(.wrongState)
        case .confirmed: break
        }
        guard !target.isSettled else { return .refuse(.alreadySettled) }
        switch target.kind {
        case .capture:
            return payment.canVoidCapture(
                of: target.amount, left: payment.money(left(of: target)))
        case .refund, .credit: return .proceed(target.amount)
        case .release, .captureVoid, .refundVoid: return .refuse(.wrongState)
        }
    }
}
