// Which payment of an order is captured, or refunded.

extension OrderRecord {
    /// Decides about a capture, nil for the whole remainder: of the newest authorization that has enough.
    ///
    /// After a final capture no older authorization of the card takes a capture: a shop that repeats a capture under a
    /// new name must not capture twice. A final capture waits for all authorizations of the order, and for captures of
    /// its other authorizations: otherwise their remainder would stay held.
    ///
    /// Source: Magento's payment module, which repeats a settlement with a new name.
    package func capture(_ amount: Money?, isFinal: Bool) -> OrderDecision {
        if let amount, amount.isZero { return .refuse(.amountZero) }
        var reason = PaymentRefusal.wrongState
        for held in payments {
            if isNamedByOrder, held.payment.mayComeToHold(amount) {
                guard !isFinal else { return .refuse(.inFlight) }
                reason = .inFlight
                continue
            }
            switch held.payment.decide(.capture, amount) {
            case .later: reason = reason.orBetter(.inFlight)
            case .refuse(let refusal): reason = reason.orBetter(refusal)
            case .proceed(let amount):
                if let last = lastCaptured(after: held) {
                    // Whatever closed it may be refused, and the capture voided, which opens it again.
                    reason = reason.orBetter(last.isRemainderPending ? .inFlight : .depleted)
                    continue
                }
                let mustWait =
                    isBeingRenewed(held) || isFinal && hasOther(inWorkBeside: held.payment)
                return mustWait
                    ? .refuse(.inFlight) : .proceed([OrderPart(held.payment.id, amount)])
            }
        }
        return .refuse(payments.isEmpty ? .paymentNotFound : reason)
    }

    /// Decides about a refund, nil for all that is left.
    ///
    /// Of several captured payments the one is refunded in which the least is left then: another's refund should not
    /// begin a debit that will be given back whole, by its own amount. Of several with the same remainder, the newest
    /// is first.
    package func refund(_ amount: Money?) -> OrderDecision {
        var inOrder = payments
        if amount != nil {
            inOrder = payments.enumerated().sorted { one, other in
                let left = one.element.payment.amounts.refundable
                let right = other.element.payment.amounts.refundable
                return left == right ? one.offset < other.offset : left < right
            }.map(\.element)
        }
        return newest(of: inOrder, with: .refund, amount)
    }

    /// The first payment that has room for an amount, nil for all that is left; if none has, the reason of the best
    /// candidate.
    func newest(
        of candidates: [OrderedPayment], with use: MoneyUse, _ amount: Money?
    ) -> OrderDecision {
        if let amount, amount.isZero { return .refuse(.amountZero) }
        var reason = PaymentRefusal.wrongState
        for candidate in candidates {
            if isNamedByOrder, candidate.payment.mayComeToHold(amount) {
                reason = .inFlight
                continue
            }
            switch candidate.payment.decide(use, amount) {
            case .later: reason = reason.orBetter(.inFlight)
            case .refuse(let refusal): reason = reason.orBetter(refusal)
            // The request means the renewal, not the expired authorization before it whose release was refused.
            case .proceed where use == .release && candidate.isRenewed && isNamedByOrder:
                reason = reason.orBetter(.depleted)
            case .proceed(let amount):
                return .proceed([OrderPart(candidate.payment.id, amount)])
            }
        }
        return .refuse(candidates.isEmpty ? .paymentNotFound : reason)
    }
}

extension Payment {
    /// Whether an authorization of this amount is in progress: the request may find it later.
    func mayComeToHold(_ amount: Money?) -> Bool {
        guard state == .authorizing else { return false }
        guard let amount else { return true }
        return amount.currency == requested.currency && amount.minorUnits <= requested.minorUnits
    }
}

extension PaymentRefusal {
    /// The reason of the next candidate, unless this one says more: it may be asked again, or the next one is only in the
    /// wrong state, or in another currency.
    func orBetter(_ next: PaymentRefusal) -> PaymentRefusal {
        if self == .inFlight || next == .wrongState { return self }
        if next == .currencyMismatch, self != .wrongState { return self }
        return next
    }
}
