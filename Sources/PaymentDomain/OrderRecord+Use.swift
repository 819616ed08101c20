// Which payment of an order is captured, or refunded.

extension OrderRecord {
    /// Decides about a capture, nil for all that is left: of the newest hold with room for it.
    ///
    /// After the last capture of a hold no older one of its card takes any: who repeats a capture under a new name must
    /// not capture twice. A last capture waits for all authorizations of the order, and for captures of its other holds:
    /// what came of them later would stay held.
    ///
    /// Source: Radial: Magento's module repeats a settlement with a new requestId.
    public func capture(_ amount: Money?, isFinal: Bool) -> OrderDecision {
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
                    // What closed it may be refused, and what was captured be voided, which opens it again.
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
    /// Of several payments that were captured it is refunded where it leaves least: a debit that is given back whole, by
    /// its own amount, is not begun by another's refund. Where several are as tight, the newest is first.
    public func refund(_ amount: Money?) -> OrderDecision {
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
            // A lapsed hold whose release was refused stands behind its renewal, which is what is meant.
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
    /// Whether it is being authorized just now, for so much: a request may find it in a moment.
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
