import PaymentDomain

extension PaymentEngine {
    /// Says whether an amount is held, and renews a hold that lapsed, or never was, where the shop asks for that.
    ///
    /// The amount is the original one at every debit, so that what was captured of a hold counts as there. A shop may
    /// have taken an order whose authorization timed out; this is where it finds out before it ships. A renewal is a
    /// new payment of the same order and card, without cryptogram, for all that was left, whatever part of it is asked
    /// about: who ships in parts asks about each, and a part without a hold is a good sale that the shop cancels. What
    /// was left of a lapsed hold is released. A check of the card holds nothing, and hides no hold.
    ///
    /// Source: Radial, Confirm Funds, PerformReauthorization, and its use before each debit; Authorization Response
    /// Codes, TIMEOUT.
    func confirmFunds(
        _ command: ConfirmFundsCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard !command.amount.isZero else { throw .amountZero }
        // One at a time for an order, so that two renewals at once are not two holds. Across processes the books let
        // only one begin after the newest payment of the card that both have seen.
        let turn = IdempotencyKey(
            merchant: request.merchant.id, dialect: "confirm-funds",
            key: command.reference.orderName)
        try await inFlight.enter(turn)
        defer { inFlight.leave(turn) }
        let found = try await payments(command.reference, request, wanted: .capture)
        let currency = command.amount.currency
        let paid = found.filter { !$0.isCardCheck && $0.requested.currency == currency }
        guard let newest = paid.first ?? found.first else { throw .paymentNotFound }
        guard newest.requested.currency == currency else { throw .currencyMismatch }
        switch try await standing(of: paid, for: command.amount, request) {
        case .available: return try await safely(.funds(funds(.available, newest)))
        case .unavailable: return try await safely(.funds(funds(.unavailable, newest)))
        case .unknown: return .funds(funds(.unknown, newest))
        case .renewable(let gone, let amount, let last):
            guard command.renews else {
                return try await safely(.funds(funds(.unavailable, newest)))
            }
            return try await renew(gone, for: amount, after: last.id, request)
        }
    }

    private enum Standing {
        case available
        case unavailable
        /// An authorization of the order is being asked for just now.
        case unknown
        /// The payment that came to nothing, or has lapsed, how much is to be held in its place, and the payment that
        /// the renewal comes after.
        case renewable(Payment, Money, after: Payment)
    }

    /// Where an order stands.
    ///
    /// Its newest hold counts: an older one was renewed by it, or may be of a request whose reply was lost. While the
    /// newest takes captures and is for less, an older one that takes them too counts as well: another authorization of
    /// the order gives up none, and a debit is made of whichever hold has room.
    private func standing(
        of paid: [Payment], for amount: Money, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Standing {
        if paid.contains(where: { $0.state == .authorizing }) { return .unknown }
        if let held = try await newestHold(among: paid, request) {
            guard held.state == .authorized, !held.remaining.isZero else { return .unavailable }
            if held.isClosed {
                // A last capture, or the void of one, may yet be refused, which opens it again.
                guard held.amounts.capturing == 0, held.amounts.uncapturing == 0 else {
                    throw .inFlight
                }
                return .unavailable
            }
            guard try await covers(amount, held, among: paid, request) else {
                let isHeld = try await isHeld(amount, before: held, among: paid, request)
                return isHeld ? .available : .unavailable
            }
            guard held.hasExpired(at: request.now) else { return .available }
            // The renewal comes after the newest payment of the card, so that requests that name the card and requests
            // that name the order alone meet there. A later try that was cancelled takes no renewal after it.
            let last = paid.first { $0.handle == held.handle } ?? held
            guard try await !isCancelled(last, request) else { return .unavailable }
            // What is at the acquirer decides how much is left.
            guard !held.isHoldPending else { throw .inFlight }
            return .renewable(held, held.remaining, after: last)
        }
        guard let newest = paid.first, amount.minorUnits <= newest.requested.minorUnits else {
            return .unavailable
        }
        guard newest.state.mayBeRenewed, try await !isCancelled(newest, request) else {
            return .unavailable
        }
        return .renewable(newest, newest.requested, after: newest)
    }

    /// Whether an older hold of an order takes captures still, and is for an amount. One that was renewed takes none, nor
    /// does one after a last capture.
    ///
    /// - Throws: Among others ``PaymentRefusal/inFlight`` where that last capture may yet be refused.
    private func isHeld(
        _ amount: Money, before newer: Payment, among paid: [Payment], _ request: EngineRequest
    ) async throws(PaymentRefusal) -> Bool {
        for older in paid.drop(while: { $0.id != newer.id }).dropFirst() {
            guard older.state == .authorized, !older.isClosed, !older.remaining.isZero,
                !older.hasExpired(at: request.now)
            else { continue }
            guard try await covers(amount, older, among: paid, request) else { continue }
            guard let last = try await lastCaptured(after: older, among: paid, request) else {
                return true
            }
            guard !last.isRemainderPending else { throw .inFlight }
        }
        return false
    }

    private func renew(
        _ gone: Payment, for amount: Money, after last: PaymentID, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        var card = try await openStored(gone.handle, amount: amount, request)
        if let original = try await stored({ try await $0.authorization(of: gone.id) }) {
            // As it was for this payment; a later attempt may have brought another end.
            card.expiry = original.details.expiry
        }
        var plan = AuthorizationPlan(
            orderReference: gone.orderReference, card: card, amount: amount)
        plan.renewalTurn = .renewal(of: gone.id, after: last, of: request.merchant.id)
        if gone.state == .authorized { plan.renewedHold = gone }
        return try await carryOut(plan, request) { answer in
            let availability: FundsResult.Availability =
                switch answer.outcome {
                case .approved: .available
                case .declined: .unavailable
                case .notSent, .unknown: .unknown
                }
            return .funds(
                FundsResult(
                    availability: availability, renewalAttempted: true,
                    orderReference: gone.orderReference))
        }
    }

    private func funds(
        _ availability: FundsResult.Availability, _ payment: Payment
    ) -> FundsResult {
        FundsResult(
            availability: availability, renewalAttempted: false,
            orderReference: payment.orderReference)
    }
}

extension PaymentReference {
    /// What it calls the order, or the payment.
    fileprivate var orderName: String {
        switch self {
        case .order(let order, _): order
        case .payment(let id): id.value
        case .number(let number), .begunBy(let number): number.description
        }
    }
}
