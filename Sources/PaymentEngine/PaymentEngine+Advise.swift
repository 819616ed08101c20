import PaymentDomain

extension PaymentEngine {
    /// Captures (part of) a hold; after the last capture what is left of it is released.
    func capture(
        _ command: CaptureCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if command.replacesEarlier { return .recorded(try await recapture(command, request)) }
        guard command.reference.isOrder else {
            let found = try await payments(command.reference, request, wanted: .capture)
            return .recorded(try await capture(of: found, command, request))
        }
        return try await untilRoom { () throws(PaymentRefusal) in
            let found = try await payment(
                command.reference, request, wanted: .capture, amount: command.amount,
                isLast: command.isFinal)
            var plan = PlannedAdvice(.capture, found.amount, of: found.payment)
            plan.paymentsSeen = found.seen
            plan.isLast = command.isFinal
            return try await adviseIfRoom(plan, request).map { .recorded($0) }
        }
    }

    private func capture(
        of found: [Payment], _ command: CaptureCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        guard let payment = found.first else { throw .paymentNotFound }
        let now = request.now
        return try await take(.capture, on: payment, request) { record in
            StepDecision(record.payment.decide(.capture, command.amount)) { amount in
                var capture = PaymentOperation(
                    id: OperationID(at: now), .capture, amount, at: now)
                capture.isFinal = command.isFinal
                return capture
            }
        }.first
    }

    /// Gives up (part of) a hold.
    func release(
        _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if !command.wholeOnly.isEmpty { try await refuseParts(command, request) }
        return try await untilRoom { () throws(PaymentRefusal) in
            guard command.amount != nil || command.refusesNothingLeft else {
                return try await releaseAll(command, request)
            }
            let all = try await payments(command.reference, request, wanted: .release)
            if let nothing = try await nothingHeld(all, command, request) {
                return .recorded(nothing)
            }
            let found = try await releasable(all, command, request)
            // All that is left is known once the acquirer has answered what captures.
            guard command.amount != nil || !found.payment.isRemainderPending else {
                throw .inFlight
            }
            return try await release(found.amount, of: found.payment, among: all, command, request)
                .map { .recorded($0) }
        }
    }

    /// Releases an amount; nil if a hold of an order has no room for it any more.
    private func release(
        _ amount: Money, of payment: Payment, among all: [Payment], _ command: ReleaseCommand,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        guard command.reference.isOrder else {
            let now = request.now
            return try await take(.release, on: payment, request) { record in
                StepDecision(record.payment.decide(.release, amount)) { amount in
                    PaymentOperation(id: OperationID(at: now), .release, amount, at: now)
                }
            }.first
        }
        var plan = PlannedAdvice(.release, amount, of: payment)
        plan.paymentsSeen = command.reference.seen(all, like: payment)
        return try await adviseIfRoom(plan, request)
    }

    /// The hold that an amount is given up of, and how much of it. The amount that a hold was authorized for, or the one
    /// that it renews was to be, means it as a whole: where it was captured in part, all that is left.
    private func releasable(
        _ all: [Payment], _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> (payment: Payment, amount: Money) {
        do {
            let found = try await payment(
                command.reference, request, wanted: .release, amount: command.amount)
            return (found.payment, found.amount)
        } catch {
            // What is at the acquirer decides how much is left.
            guard command.takesWholeForRest, error != .inFlight, let amount = command.amount
            else { throw error }
            var isInWork = false
            for held in all where held.state == .authorized {
                guard !held.remaining.isZero || held.amounts.releasing > 0,
                    try await !isRenewed(held, among: all, request)
                else { continue }
                let origin = try await origin(of: held, among: all, request)
                // One that was not answered is renewed for what was asked.
                guard
                    [held.authorizedAmount, origin.authorizedAmount ?? origin.requested].contains(
                        amount)
                else { continue }
                guard held.remaining.isZero else { return (held, held.remaining) }
                isInWork = true
            }
            // What is being given up may yet be refused.
            guard !isInWork else { throw .inFlight }
            throw error
        }
    }

    /// Some networks give up a hold as a whole or not at all.
    private func refuseParts(
        _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        guard let asked = command.amount,
            let payment = try await payments(command.reference, request, wanted: .release).first,
            payment.state == .authorized, asked.minorUnits != payment.amounts.authorized,
            let stored = try await stored({ try await $0.authorization(of: payment.id) }),
            let network = stored.details.network
        else { return }
        guard !command.wholeOnly.contains(network) else { throw .partNotAllowed }
    }

    /// The answer to a release where nothing is held any more, or never was: what was asked for already holds. A check of
    /// the card holds nothing.
    ///
    /// - Throws: ``PaymentRefusal/inFlight`` where the order is being authorized just now, or its hold renewed: what
    ///   comes of that would stand; and where all is being given up, which may yet be refused.
    ///
    /// Source: Radial, Authorization Response Codes: an order with TIMEOUT is taken, so it may be cancelled.
    private func nothingHeld(
        _ found: [Payment], _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        let paid = found.filter { !$0.isCardCheck }
        if case .order = command.reference, paid.contains(where: { $0.state == .authorizing }) {
            throw .inFlight
        }
        for payment in paid {
            // A lapsed hold that the acquirer did not release is not what an amount means; its renewal is.
            if command.amount != nil,
                payment.amounts.captured == 0, payment.amounts.capturing == 0,
                try await isRenewed(payment, among: paid, request)
            {
                continue
            }
            switch payment.state {
            case .authorized where payment.isBeingReleased && !command.refusesNothingLeft: continue
            case .authorizing, .authorized: return nil
            case .released where command.refusesNothingLeft: throw .depleted
            case .declined, .notSent, .outcomeUnknown, .reversed, .released, .credited: continue
            }
        }
        guard !paid.contains(where: \.isBeingReleased) else { throw .inFlight }
        guard let payment = found.first(where: \.state.holdsNoMore) else { return nil }
        try await keepFromRenewal(paid, command, request)
        return try await nothingGiven(of: payment, request)
    }

    /// Nothing is left to give up: what was asked for already holds.
    ///
    /// It is kept under the request's key: the order may be paid anew until the request is repeated, and who asked
    /// before that did not mean that payment.
    func nothingGiven(
        of payment: Payment, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        var result = RecordedResult(nothingOf: payment, at: request.now)
        result.number = request.name.number
        guard let claim = request.claim, let kept = try sealed(.recorded(result), claim) else {
            return try await safely(result)
        }
        let record = try await stored {
            try await $0.keepNothingDone(kept.sealedResult, under: claim, of: payment.id)
        }
        guard let record else { return result }
        // Another process was faster.
        guard case .recorded(let first) = try await repeated(record, claim: claim) else {
            throw .idempotencyConflict
        }
        return first
    }

    /// - Returns: Nil where the books have no room for it any more.
    /// - Throws: Among others ``PaymentRefusal/inFlight`` where a capture, or the void of one, is at the acquirer: what
    ///   comes of that would stand, though the client was told that all is given up.
    private func releaseAll(
        _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult? {
        let reference = command.reference
        let all = try await payments(reference, request, wanted: .release)
        let found = all.filter { payment in
            command.currency.map { $0 == payment.requested.currency } ?? true
        }
        guard !found.isEmpty else { throw .currencyMismatch }
        if let nothing = try await nothingHeld(found, command, request) {
            return .recorded(nothing)
        }
        let held = found.filter { $0.state == .authorized }
        guard !held.contains(where: \.isRemainderPending) else { throw .inFlight }
        let open = held.first { !$0.remaining.isZero }
        guard let payment = open ?? held.first(where: { !$0.isCardCheck }) ?? held.first else {
            throw .wrongState
        }
        guard !payment.remaining.isZero else {
            // What is being given up may yet be refused.
            guard !held.contains(where: { $0.amounts.releasing > 0 }) else { throw .inFlight }
            try await keepFromRenewal(found.filter { !$0.isCardCheck }, command, request)
            return .recorded(try await nothingGiven(of: payment, request))
        }
        let given = try await release(payment.remaining, of: payment, among: all, command, request)
        guard let result = given else { return nil }
        try await giveUpOthers(command, after: result, request)
        return .recorded(result)
    }

    /// Gives up the other holds of an order of which all was given up: each authorization makes one, also that whose reply
    /// was lost. The worker tells the acquirer of them.
    ///
    /// - Parameter first: What came of the newest, whose name the request has. What was authorized after it stands.
    /// - Throws: ``PaymentRefusal/inFlight`` where one of them was captured meanwhile, which may be refused, or the books
    ///   could not be written: the repetition of the request gives up what is left then, as it does after a crash.
    func giveUpOthers(
        _ command: ReleaseCommand, after first: RecordedResult, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        guard command.reference.isOrder, command.amount == nil, first.refusal == nil else { return }
        let found: StoredOperation?
        do {
            found = try await ports.store.operation(first.operationID)
        } catch {
            throw .inFlight
        }
        // Nothing was given up.
        guard let release = found else { return }
        let others = try await others(than: release, of: first.paymentID, command, request)
        let left = others.filter { !$0.remaining.isZero }.map(\.id)
        guard !left.isEmpty || others.contains(where: \.isRemainderPending) else { return }
        do {
            try await ports.store.giveUp(left, at: ports.clock.now())
        } catch {
            throw .inFlight
        }
        bell.ring()
        let after = try await self.others(than: release, of: first.paymentID, command, request)
        guard !after.contains(where: { $0.isRemainderPending || !$0.remaining.isZero }) else {
            throw .inFlight
        }
    }

    /// The holds of an order that were begun before a release of it, without the one that it was of.
    private func others(
        than release: StoredOperation, of payment: PaymentID, _ command: ReleaseCommand,
        _ request: EngineRequest
    ) async throws(PaymentRefusal) -> [Payment] {
        guard let found = try? await payments(command.reference, request, wanted: .release),
            let before = try? await ports.store.payments(before: release.advice.id)
        else { throw .inFlight }
        return found.filter { other in
            other.id != payment && before.contains(other.id) && other.state == .authorized
                && command.currency.map { $0 == other.requested.currency } ?? true
        }
    }
}

extension PaymentReference {
    /// How many payments of an order and card were seen, one of which is to be captured or given up; nil where no order
    /// was asked for, or where it may have more than were looked at.
    func seen(_ found: [Payment], like payment: Payment) -> Int? {
        guard case .order = self, found.count < EngineLimits.paymentsPerOrder else { return nil }
        return found.count { $0.handle == payment.handle }
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
}
