/// Whether an order holds an amount.
package enum FundsState: Sendable, Hashable {
    /// It is held.
    case available
    /// It is not, and no renewal would change that.
    case unavailable
    /// An authorization of the order is being asked for just now.
    case unknown
    /// The payment that failed, or has expired, and how much to authorize in its place.
    case renewable(PaymentID, Money)
    /// The question is refused: with ``PaymentRefusal/inFlight`` if the acquirer's next answers decide.
    case refuse(PaymentRefusal)
}

extension OrderRecord {
    /// Decides whether an amount is authorized.
    ///
    /// The newest authorization counts: an older one was renewed by it, or may be of a request whose reply was lost. If
    /// the newest takes captures but is for less, an older one that takes them too counts as well: another
    /// authorization of the order releases none, and a debit uses whichever has enough. A card check holds nothing, and
    /// hides no authorization.
    package func funds(for amount: Money, at now: Timestamp) -> FundsState {
        let paid = filtered { $0.isIn(amount.currency) && !$0.isCardCheck }
        guard let newest = paid.payments.first ?? payments.first else {
            return .refuse(.paymentNotFound)
        }
        guard newest.payment.isIn(amount.currency) else { return .refuse(.currencyMismatch) }
        if paid.payments.contains(where: { $0.payment.state == .authorizing }) { return .unknown }
        if let held = paid.newestHold { return paid.funds(for: amount, of: held, at: now) }
        guard let newest = paid.payments.first,
            amount.minorUnits <= newest.payment.requested.minorUnits,
            newest.payment.state.mayBeRenewed, !newest.record.isCancelled
        else { return .unavailable }
        return .renewable(newest.payment.id, newest.payment.requested)
    }

    private func funds(
        for amount: Money, of held: OrderedPayment, at now: Timestamp
    ) -> FundsState {
        let payment = held.payment
        guard payment.state == .authorized, !payment.remaining.isZero else { return .unavailable }
        guard !payment.isClosed else {
            // A last capture, or the void of one, may yet be refused, which opens it again.
            return payment.isRemainderPending ? .refuse(.inFlight) : .unavailable
        }
        guard covers(amount, held) else { return olderFunds(for: amount, before: held, at: now) }
        guard payment.hasExpired(at: now) else { return .available }
        // A later try of the card that was cancelled takes no renewal after it.
        let last = payments.first { $0.payment.handle == payment.handle } ?? held
        guard !last.record.isCancelled else { return .unavailable }
        // The acquirer's answer decides how much is left.
        guard !payment.isHoldPending else { return .refuse(.inFlight) }
        return .renewable(payment.id, payment.remaining)
    }

    /// Whether an older hold takes captures still, and is for an amount. One that was renewed takes none, nor does one
    /// after a last capture.
    private func olderFunds(
        for amount: Money, before newer: OrderedPayment, at now: Timestamp
    ) -> FundsState {
        for older in payments where older.number < newer.number {
            let payment = older.payment
            guard payment.state == .authorized, !payment.isClosed, !payment.remaining.isZero,
                !payment.hasExpired(at: now), covers(amount, older)
            else { continue }
            guard let last = lastCaptured(after: older) else { return .available }
            // That last capture may yet be refused.
            guard !last.isRemainderPending else { return .refuse(.inFlight) }
        }
        return .unavailable
    }

    /// The authorization of the order that counts: the newest one, also if it was released.
    ///
    /// A shop that released an authorization, or captured all that it didn't release, and then authorized the order
    /// again, means the newer one, whatever its result. A renewal doesn't count as newer: it replaces the authorization
    /// before it.
    private var newestHold: OrderedPayment? {
        let first = payments.firstIndex { $0.payment.state.isHold }
        guard let first else { return nil }
        let newest = payments[first]
        guard newest.payment.isClosed || newest.payment.remaining.isZero,
            newest.payment.isUsedUp,
            let anew = payments[..<first].first(where: { $0.renews == nil })
        else { return newest }
        return payments[first...].first { hold in
            guard hold.payment.state.isHold else { return false }
            // The remainder of a closed authorization that the acquirer refused to release is as unusable as a
            // released one.
            let dead = hold.payment.isClosed ? hold.payment.amounts.remaining : 0
            let used = hold.record.used(before: anew.number) + dead
            return !hold.payment.isUsedUp || used != hold.payment.amounts.authorized
        }
    }

    /// Whether an amount that a shop asks about is no more than the original amount of the authorization. A shop asks
    /// about the original amount at each debit, whatever was captured or released since. A failed try held nothing: its
    /// renewal replaces all of it.
    private func covers(_ amount: Money, _ held: OrderedPayment) -> Bool {
        var first = held
        while let older = renewed(by: first), older.payment.amounts.authorized > 0 {
            first = older
        }
        return amount.minorUnits
            <= max(held.payment.amounts.authorized, first.payment.amounts.authorized)
    }
}

extension PaymentRecord {
    /// How much was captured or released, or was being so, before another payment began, in minor units.
    ///
    /// It goes by what the database had, not by times: those are of the clocks of two servers.
    fileprivate func used(before number: Int64) -> Int64 {
        operations.reduce(0) { sum, operation in
            guard operation.kind == .capture || operation.kind == .release,
                operation.state != .refused, operation.state != .voided,
                let newest = operation.newestPayment, newest < number
            else { return sum }
            return sum + operation.amount.minorUnits
        }
    }
}

extension Payment {
    fileprivate func isIn(_ currency: Currency) -> Bool {
        requested.currency == currency
    }

    /// Whether the whole amount was captured or released for good, or no more of it can be captured.
    fileprivate var isUsedUp: Bool {
        switch state {
        case .released: true
        case .authorized: (isClosed || amounts.remaining == 0) && !isHoldPending
        case .authorizing, .declined, .notSent, .outcomeUnknown, .reversed, .credited: false
        }
    }
}

extension PaymentState {
    /// Whether the issuer holds, or held, something.
    fileprivate var isHold: Bool { self == .authorized || self == .released }
}
