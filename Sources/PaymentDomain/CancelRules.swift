// Rules of cancels, and of captures that replace earlier ones.

/// The answer to a request that cancels a payment.
package enum CancelDecision: Sendable, Hashable {
    /// Nothing was captured: this much of the hold is released.
    case release(Money)
    /// All captures are voided, and then the hold is released.
    case voidCaptures
    /// Nothing is held, so the cancel has nothing to do.
    case nothingHeld
    /// The acquirer's next answers decide.
    case later
    /// The payment does not allow it.
    case refuse(PaymentRefusal)
}

/// The answer to a capture that takes the place of the earlier ones.
package enum ReplaceDecision: Sendable, Hashable {
    /// This much is captured already.
    case unchanged(Money)
    /// Nothing was captured yet: the capture is a first one.
    case capture
    /// The earlier captures are voided, and then this much is captured.
    case replace(Money)
    /// The acquirer's next answers decide.
    case later
    /// The payment does not allow it.
    case refuse(PaymentRefusal)
}

/// How far the newest capture of a payment is, that is neither settled, refused nor voided.
package enum NewestCapture: Sendable, Hashable {
    /// There are no captures.
    case missing
    /// The acquirer is being asked.
    case pending
    /// Its client knows that it is final.
    case final
}

extension Payment {
    /// Decides about the cancel of a payment, or of (part of) its authorized amount, nil for all of it.
    ///
    /// - Parameter settled: The settled part of the captured amount, in minor units.
    package func canCancel(_ amount: Money?, settled: Int64) -> CancelDecision {
        switch state {
        case .authorizing: return .later
        case .declined, .credited: return .refuse(.wrongState)
        case .released: return .refuse(.depleted)
        case .notSent, .outcomeUnknown, .reversed: return .nothingHeld
        case .authorized: break
        }
        if let refusal = refusal(ofCurrencyIn: amount) { return .refuse(refusal) }
        if let refusal = refusalToVoidCaptures(settled: settled) {
            return refusal == .inFlight ? .later : .refuse(refusal)
        }
        guard amounts.captured > 0 else { return canReleaseUncaptured(amount) }
        guard let amount, !isWhole(amount) else { return .voidCaptures }
        let isTooMuch = amount.minorUnits > amounts.authorized
        return .refuse(isTooMuch ? .amountExceeded : .partNotAllowed)
    }

    private func canReleaseUncaptured(_ amount: Money?) -> CancelDecision {
        let wanted = amount?.minorUnits ?? amounts.remaining
        if wanted > 0, wanted <= amounts.remaining { return .release(money(wanted)) }
        if amounts.releasing > 0, wanted <= amounts.remaining + amounts.releasing { return .later }
        let isTooMuch = amounts.remaining > 0 || wanted > amounts.authorized
        return .refuse(isTooMuch ? .amountExceeded : .depleted)
    }

    /// Decides about a capture in place of the earlier ones, nil for the amount that they have.
    ///
    /// - Parameters:
    ///   - newest: The newest of the earlier captures.
    ///   - settled: The settled part of the captured amount, in minor units.
    package func canReplaceCapture(
        by amount: Money?, newest: NewestCapture, settled: Int64
    ) -> ReplaceDecision {
        guard settled == 0 else { return .refuse(.alreadySettled) }
        guard newest != .missing else {
            guard amounts.uncapturing == 0 else { return .later }
            return isClosed ? .refuse(.wrongState) : .capture
        }
        let total = amounts.captured - amounts.uncapturing + amounts.capturing
        // A pending capture may yet be voided or refused.
        guard total > 0, newest == .final else { return .later }
        if let refusal = refusal(ofCurrencyIn: amount) { return .refuse(refusal) }
        guard let amount, amount.minorUnits != total else { return .unchanged(money(total)) }
        if let refusal = refusalToVoidCaptures(settled: settled) {
            return refusal == .inFlight ? .later : .refuse(refusal)
        }
        // A closed hold takes no capture in place of the voided ones.
        guard !isClosed else { return .refuse(.wrongState) }
        guard amount.minorUnits <= amounts.captured + amounts.remaining else {
            return .refuse(
                amount.minorUnits > amounts.authorized ? .amountExceeded : .depleted)
        }
        return .replace(amount)
    }

    /// Decides about the release of a sale's hold, none of which is captured any more.
    ///
    /// The acquirer refused its capture, or refused to release the hold after the capture was voided.
    package func canReleaseVoidedSale() -> MoneyDecision {
        guard !isHoldPending else { return .later }
        guard state == .authorized, amounts.captured == 0, amounts.remaining > 0 else {
            return .refuse(.wrongState)
        }
        return .proceed(remaining)
    }

    /// Whether an amount is all that was captured, or all of that with the remaining hold.
    package func isWhole(_ amount: Money) -> Bool {
        [amounts.captured, amounts.captured + amounts.remaining].contains(amount.minorUnits)
    }

    /// Why the captures cannot be voided, or not now; nil if they can.
    private func refusalToVoidCaptures(settled: Int64) -> PaymentRefusal? {
        guard settled == 0 else { return .alreadySettled }
        guard amounts.refunded == amounts.unrefunding else { return .wrongState }
        let pending = [
            amounts.capturing, amounts.uncapturing, amounts.refunding, amounts.unrefunding,
        ]
        return pending.allSatisfy { $0 == 0 } ? nil : .inFlight
    }
}
