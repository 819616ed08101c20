/// A merchant's use of the money of a payment.
package enum MoneyUse: Sendable, Hashable, CaseIterable {
    /// Take (part of) the authorized amount.
    case capture
    /// Give back (part of) the captured amount.
    case refund
    /// Release (part of) the authorized amount.
    case release
}

/// How much of a payment can be used, in minor units of its currency.
package struct MoneyRoom: Sendable, Hashable {
    /// The amount that can be used now.
    package var now: Int64
    /// The amount that the acquirer's answers may add: unanswered messages can be refused, or give money back.
    package var mayCome: Int64

    package init(now: Int64, mayCome: Int64) {
        self.now = now
        self.mayCome = mayCome
    }
}

/// The answer to a request for money of one payment.
package enum MoneyDecision: Sendable, Hashable {
    /// This much is used.
    case proceed(Money)
    /// The acquirer's next answers decide. The client hears ``PaymentRefusal/inFlight`` and may ask again.
    case later
    /// The payment does not allow it.
    case refuse(PaymentRefusal)

    /// The amount to use.
    ///
    /// - Throws: ``PaymentRefusal``, for ``later`` ``PaymentRefusal/inFlight``.
    package func get() throws(PaymentRefusal) -> Money {
        switch self {
        case .proceed(let amount): return amount
        case .later: throw .inFlight
        case .refuse(let reason): throw reason
        }
    }
}

extension Payment {
    /// How much of the payment can be used.
    package func room(for use: MoneyUse) -> MoneyRoom {
        let changing = amounts.capturing + amounts.uncapturing
        switch use {
        case .capture:
            // A closed hold takes no capture, even if the acquirer refuses to release it.
            return MoneyRoom(
                now: amounts.remaining, mayCome: changing + (isClosed ? 0 : amounts.releasing))
        case .release:
            return MoneyRoom(now: amounts.remaining, mayCome: changing + amounts.releasing)
        case .refund:
            return MoneyRoom(
                now: amounts.refundable,
                mayCome: changing + amounts.refunding + amounts.unrefunding)
        }
    }

    /// Decides about an amount, nil for all that is left. After the last capture of a hold, no other one is made.
    package func decide(_ use: MoneyUse, _ amount: Money?) -> MoneyDecision {
        if let refusal = refusal(ofCurrencyIn: amount) { return .refuse(refusal) }
        guard state == .authorized else { return .refuse(.wrongState) }
        let room = room(for: use)
        let wanted = amount?.minorUnits ?? room.now
        guard wanted > 0, wanted <= room.now else { return shortage(for: use, of: wanted) }
        if use == .capture, isClosed {
            // The acquirer may refuse the capture or void that closed the hold.
            return isRemainderPending ? .later : .refuse(.depleted)
        }
        return .proceed(money(wanted))
    }

    /// Why the amount is not available.
    ///
    /// If the acquirer's next answers may make it available, that isn't known yet. A request above the authorized
    /// amount gets another reason than one that other requests have left too little for.
    func shortage(for use: MoneyUse, of wanted: Int64) -> MoneyDecision {
        let room = room(for: use)
        // A sum of a few amounts cannot overflow.
        if room.mayCome > 0, wanted <= room.now + room.mayCome { return .later }
        switch use {
        case .refund: return .refuse(.amountExceeded)
        case .capture, .release:
            return .refuse(wanted > amounts.authorized ? .amountExceeded : .depleted)
        }
    }

    func refusal(ofCurrencyIn amount: Money?) -> PaymentRefusal? {
        guard let amount, amount.currency != requested.currency else { return nil }
        return .currencyMismatch
    }
}
