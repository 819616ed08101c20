import PaymentDomain

// Which of an order's payments renew earlier ones, and what they hold together.

extension PaymentEngine {
    /// The hold of an order that counts: the newest one, also where it was given up.
    ///
    /// Who gave up a hold, or captured of it what was not given up, and asked for another authorization of the order
    /// after that, means the newer one, whatever came of it. A renewal is none: it stands for the hold before it.
    ///
    /// - Parameter paid: The payments of the order, newest first.
    func newestHold(
        among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Payment? {
        let first = paid.firstIndex { $0.state == .authorized || $0.state == .released }
        guard let first else { return nil }
        let newest = paid[first]
        guard newest.isClosed || newest.remaining.isZero else { return newest }
        guard newest.isUsedUp, first > paid.startIndex else { return newest }
        let renewals = try await renewals(among: paid, request)
        guard let anew = paid[..<first].first(where: { renewals[$0.id] == nil }) else {
            return newest
        }
        for hold in paid[first...] where hold.state == .authorized || hold.state == .released {
            let before = try await stored {
                try await $0.usedUp(of: hold.id, before: anew.id)
            }
            // What the acquirer refused to give up of a closed hold is as little there as what it gave up.
            let dead = hold.isClosed ? hold.amounts.remaining : 0
            guard hold.isUsedUp, before + dead == hold.amounts.authorized else { return hold }
        }
        return nil
    }

    /// Whether an amount that a shop asks about is no more than was held at first of what a hold stands for: a shop asks
    /// about the original amount at each debit, whatever was captured since, or given up by itself. A try that came to
    /// nothing held nothing: what renews it stands for all of it.
    ///
    /// - Parameters:
    ///   - held: The hold that counts.
    ///   - paid: The payments of the order, newest first.
    ///
    /// Source: Radial, Confirm Funds: before each debit, with the original authorization amount.
    func covers(
        _ amount: Money, _ held: Payment, among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        // Nearly always; then the books need not be asked.
        if amount.minorUnits <= held.amounts.authorized { return true }
        let renewals = try await renewals(among: paid, request)
        var first = held
        while let renewed = renewals[first.id], let older = paid.first(where: { $0.id == renewed }),
            older.amounts.authorized > 0
        {
            first = older
        }
        return amount.minorUnits <= first.amounts.authorized
    }

    /// Whether the renewal of a hold is at the acquirer: a newer payment of its order, card and currency, without an
    /// outcome yet, that renews an earlier one. The order's other holds of the card wait with it.
    ///
    /// It ends with the answer, or is found abandoned; then the hold takes captures again, or the renewal does.
    ///
    /// - Parameter found: The payments of the order, newest first.
    func isBeingRenewed(
        _ held: Payment, among found: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        let asked = found.prefix { $0.id != held.id }.filter { newer in
            newer.state == .authorizing && newer.handle == held.handle
                && newer.requested.currency == held.requested.currency
        }
        // Nearly always; then the books need not be asked.
        guard !asked.isEmpty else { return false }
        let renewals = try await renewals(among: found, request)
        return asked.contains { renewals[$0.id] != nil }
    }

    /// Whether a try of an order was cancelled after it had come to nothing; see ``keepFromRenewal(_:_:_:)``.
    func isCancelled(
        _ attempt: Payment, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        let turn = IdempotencyKey.renewal(after: attempt.id, of: request.merchant.id)
        let record = try await stored { try await $0.recall(turn) }
        return record?.subject == .payment(attempt.id)
    }

    /// Keeps what came to nothing and is cancelled from being renewed: it takes the turn of its own renewal. After a
    /// cancel of less it may be renewed.
    ///
    /// - Parameter paid: The payments of the order.
    /// - Throws: ``PaymentRefusal/inFlight`` where a renewal has begun since they were read.
    func keepFromRenewal(
        _ paid: [Payment], _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        guard case .order = command.reference else { return }
        for attempt in paid where attempt.state.mayBeRenewed && command.isWhole(of: attempt) {
            let claim = IdempotencyClaim(
                key: .renewal(after: attempt.id, of: request.merchant.id), requestDigest: [])
            let nothing = RecordedResult(nothingOf: attempt, at: request.now)
            guard let kept = try sealed(.recorded(nothing), claim) else {
                throw .storeUnavailable
            }
            let record = try await stored {
                try await $0.keepNothingDone(kept.sealedResult, under: claim, of: attempt.id)
            }
            guard case .payment(let renewal) = record?.subject else { continue }
            guard paid.contains(where: { $0.id == renewal }) else { throw .inFlight }
        }
    }

    /// The payment that what a hold stands for began with: itself, or the first of those that it renews. A try that came
    /// to nothing beside a hold is none of them.
    ///
    /// - Parameter paid: The payments of the order, newest first.
    func origin(
        of held: Payment, among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Payment {
        let renewals = try await renewals(among: paid, request)
        var origin = held
        while let renewed = renewals[origin.id], let older = paid.first(where: { $0.id == renewed })
        {
            origin = older
        }
        return origin
    }

    /// The renewal that a payment is followed by, and what that renews; nil if no renewal follows it.
    private func turn(
        after payment: PaymentID, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> (renewal: PaymentID, renewed: PaymentID)? {
        let turn = IdempotencyKey.renewal(after: payment, of: request.merchant.id)
        let record = try await stored { try await $0.recall(turn) }
        guard let record, case .payment(let renewal) = record.subject, let renewed = record.renewed
        else { return nil }
        return (renewal, renewed)
    }

    /// Whether a hold was closed by its renewal.
    ///
    /// - Parameter paid: The payments of the order, newest first.
    func isRenewed(
        _ hold: Payment, among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        // Nearly always; then the books need not be asked.
        guard hold.isClosed else { return false }
        let renewals = try await renewals(among: paid, request)
        return paid.contains { renewals[$0.id] == hold.id && $0.amounts.authorized > 0 }
    }

    /// Those of some payments of an order that renew an earlier one, and what each renews.
    private func renewals(
        among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> [PaymentID: PaymentID] {
        var renewals: [PaymentID: PaymentID] = [:]
        for payment in paid.dropFirst() {
            guard let turn = try await turn(after: payment.id, request) else { continue }
            renewals[turn.renewal] = turn.renewed
        }
        return renewals
    }
}

extension Payment {
    /// Whether all of its hold was captured or given up for good, or no more of it can be captured.
    fileprivate var isUsedUp: Bool {
        switch state {
        case .released: true
        case .authorized:
            (isClosed || amounts.remaining == 0) && amounts.releasing == 0
                && amounts.capturing == 0 && amounts.uncapturing == 0
        case .authorizing, .declined, .notSent, .outcomeUnknown, .reversed, .credited: false
        }
    }
}

extension PaymentState {
    /// Whether ConfirmFunds may ask anew for what came to this.
    var mayBeRenewed: Bool {
        switch self {
        case .notSent, .outcomeUnknown, .reversed: true
        case .authorizing, .authorized, .declined, .released, .credited: false
        }
    }
}

extension ReleaseCommand {
    /// Whether it gives up all that was asked for.
    fileprivate func isWhole(of payment: Payment) -> Bool {
        guard let amount else { return true }
        let asked = payment.requested
        return amount.currency == asked.currency && amount.minorUnits >= asked.minorUnits
    }
}

extension RecordedResult {
    /// Nothing is left to give up.
    init(nothingOf payment: Payment, at now: Timestamp) {
        self.init(
            paymentID: payment.id, operationID: payment.authorizationID,
            orderReference: payment.orderReference, amount: .zero(payment.requested.currency),
            refusal: nil, isAnswered: true, at: now)
    }
}
