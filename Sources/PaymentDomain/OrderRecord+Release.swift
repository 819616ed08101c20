// The release of an order's authorizations by a cancel.

extension OrderRecord {
    /// Decides about the release of (part of) a hold, or of all holds of the order.
    ///
    /// All that is left is known once the acquirer has answered what captures: until then the client hears
    /// ``PaymentRefusal/inFlight``, since what comes of a capture would stand.
    package func release(_ command: ReleaseCommand) -> OrderDecision {
        guard !payments.isEmpty else { return .refuse(.paymentNotFound) }
        guard command.amount != nil || command.refusesNothingLeft else {
            return releaseAll(command)
        }
        if let decision = nothingHeld(command) { return decision }
        let decision = releasable(command)
        guard command.amount == nil, case .proceed(let parts) = decision else { return decision }
        let isPending = payments.contains { held in
            held.payment.id == parts.first?.payment && held.payment.isRemainderPending
        }
        return isPending ? .refuse(.inFlight) : decision
    }

    /// Releases all authorizations of the order: each request makes one, also if its reply was lost.
    private func releaseAll(_ command: ReleaseCommand) -> OrderDecision {
        let meant = filtered { payment in
            command.currency.map { $0 == payment.requested.currency } ?? true
        }
        guard !meant.payments.isEmpty else { return .refuse(.currencyMismatch) }
        if let decision = meant.nothingHeld(command) { return decision }
        let held = meant.payments.map(\.payment).filter { $0.state == .authorized }
        guard !held.contains(where: \.isRemainderPending) else { return .refuse(.inFlight) }
        let left = held.filter { !$0.remaining.isZero }
        guard left.isEmpty else {
            let released = isNamedByOrder ? left : Array(left.prefix(1))
            return .proceed(released.map { OrderPart($0.id, $0.remaining) })
        }
        guard let payment = held.first(where: { !$0.isCardCheck }) ?? held.first else {
            return .refuse(.wrongState)
        }
        // A pending release may yet be refused.
        guard !held.contains(where: { $0.amounts.releasing > 0 }) else {
            return .refuse(.inFlight)
        }
        return .nothingLeft(of: payment.id, cancelling: meant.cancelled(by: command))
    }

    /// The decision if nothing is held any more, or never was; nil if something is. A card check holds nothing.
    ///
    /// The client hears ``PaymentRefusal/inFlight`` if the order is being authorized or renewed now, since the result
    /// would stay held; and if all of it is being released, which may yet be refused.
    /// An order whose outcome is unknown was taken, so it may be cancelled.
    private func nothingHeld(_ command: ReleaseCommand) -> OrderDecision? {
        let paid = payments.filter { !$0.payment.isCardCheck }
        if isNamedByOrder, paid.contains(where: { $0.payment.state == .authorizing }) {
            return .refuse(.inFlight)
        }
        for candidate in paid {
            let payment = candidate.payment
            // An amount means the renewal, not the expired authorization that the acquirer did not release.
            if command.amount != nil, candidate.isRenewed,
                payment.amounts.captured == 0, payment.amounts.capturing == 0
            {
                continue
            }
            switch payment.state {
            case .authorized where payment.isBeingReleased && !command.refusesNothingLeft: continue
            case .authorizing, .authorized: return nil
            case .released where command.refusesNothingLeft: return .refuse(.depleted)
            case .declined, .notSent, .outcomeUnknown, .reversed, .released, .credited: continue
            }
        }
        guard !paid.contains(where: \.payment.isBeingReleased) else { return .refuse(.inFlight) }
        let nothing = payments.first { $0.payment.state.holdsNoMore }
        return nothing.map { payment in
            .nothingLeft(of: payment.payment.id, cancelling: cancelled(by: command))
        }
    }

    /// The payments that came to nothing, and are cancelled with all that was asked for: they must not be renewed. After a
    /// cancel of less they may be.
    private func cancelled(by command: ReleaseCommand) -> [PaymentID] {
        guard isNamedByOrder else { return [] }
        return payments.map(\.payment).filter { payment in
            guard !payment.isCardCheck, payment.state.mayBeRenewed else { return false }
            guard let amount = command.amount else { return true }
            return amount.currency == payment.requested.currency
                && amount.minorUnits >= payment.requested.minorUnits
        }.map(\.id)
    }

    /// The authorization that an amount is released of, and how much of it. The original amount of an authorization, or
    /// of the one that it renews, means it as a whole: if it was captured in part, the remainder.
    private func releasable(_ command: ReleaseCommand) -> OrderDecision {
        let decision = newest(of: payments, with: .release, command.amount)
        // The acquirer's answer decides how much is left.
        guard case .refuse(let refusal) = decision, refusal != .inFlight,
            command.takesWholeForRest, let amount = command.amount
        else { return decision }
        let meant = payments.filter { held in
            let payment = held.payment
            guard payment.state == .authorized, !held.isRenewed,
                !payment.remaining.isZero || payment.amounts.releasing > 0
            else { return false }
            let origin = origin(of: held).payment
            // One that was not answered is renewed for what was asked.
            return [payment.authorizedAmount, origin.authorizedAmount ?? origin.requested]
                .contains(amount)
        }.map(\.payment)
        if let held = meant.first(where: { !$0.remaining.isZero }) {
            return .proceed([OrderPart(held.id, held.remaining)])
        }
        // A pending release may yet be refused.
        return meant.isEmpty ? decision : .refuse(.inFlight)
    }
}

extension PaymentState {
    /// Whether nothing is held any more, or never was, though it was not refused.
    fileprivate var holdsNoMore: Bool {
        switch self {
        case .notSent, .outcomeUnknown, .reversed, .released: true
        case .authorizing, .authorized, .declined, .credited: false
        }
    }

    /// Whether the client may ask for a payment in this state again.
    var mayBeRenewed: Bool {
        switch self {
        case .notSent, .outcomeUnknown, .reversed: true
        case .authorizing, .authorized, .declined, .released, .credited: false
        }
    }
}
