import PaymentDomain

// Whether a request was made before, and what is then answered.

extension PaymentEngine {
    /// Carries out a command once for its key, or for its name; of two at once the second waits for the first.
    ///
    /// What is refused may have been done by an earlier copy, which is the very reason of the refusal: a refund of all
    /// leaves nothing to refund. So a refusal asks once what came before. A claim that was made is found by the
    /// transaction that would make it again, so nobody looks before.
    func performOnce(
        _ command: PaymentCommand, from origin: RequestOrigin, _ receivedAt: Timestamp
    ) async throws(PaymentRefusal) -> PaymentResult {
        let turn = turn(of: origin)
        if let turn { try await inFlight.enter(turn) }
        defer { if let turn { inFlight.leave(turn) } }
        let request = try request(origin, receivedAt)
        do {
            let result = try await perform(command, request)
            // What only looked makes no claim, and may have seen the same request at work elsewhere.
            guard let claim = request.claim, case .funds(let funds) = result,
                !funds.renewalAttempted
            else { return result }
            return try await prior(claim) ?? result
        } catch {
            return try await answer(error, to: command, request)
        }
    }

    /// The key of a request, or the name of its rule on duplicates: one at a time under it.
    private func turn(of origin: RequestOrigin) -> IdempotencyKey? {
        (origin.name.duplicates?.name ?? origin.name.idempotencyKey).map {
            IdempotencyKey(merchant: origin.merchant, dialect: origin.dialect, key: $0)
        }
    }

    /// What the operations know of a request, once it has its turn.
    private func request(
        _ origin: RequestOrigin, _ receivedAt: Timestamp
    ) throws(PaymentRefusal) -> EngineRequest {
        guard let merchant = ports.merchant(origin.merchant) else { throw .storeUnavailable }
        var claim: IdempotencyClaim?
        if origin.name.duplicates == nil, let key = turn(of: origin) {
            claim = IdempotencyClaim(
                key: key,
                requestDigest: ports.vault.digest(of: [Array(origin.path.utf8), origin.body]))
        }
        return EngineRequest(
            merchant: merchant, origin: origin, claim: claim, receivedAt: receivedAt,
            now: ports.clock.now())
    }

    /// What is answered to a request that was refused: what an earlier copy of it led to, or what became of the token that
    /// it would spend.
    private func answer(
        _ refusal: PaymentRefusal, to command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        // A key says exactly which request it is, so its look is never in vain.
        guard refusal.mayBeOfRepetition || request.claim != nil, !refusal.isOfUnknownOutcome
        else { throw refusal }
        return try await maybeDone(before: refusal) { () throws(PaymentRefusal) in
            if let first = try await earlier(command, request) { return first }
            throw request.name.asksWhoSpent || request.name.duplicates != nil
                ? try await told(refusal, of: command, request)
                : try await toldInOneWord(refusal, of: command, request)
        }
    }

    /// The answer to a request whose claim an earlier one has made.
    ///
    /// - Throws: As ``prior(_:)``. The earlier request stands, so this one never hears that nothing was done, even if the
    ///   database cannot be read.
    func first(under claim: IdempotencyClaim?) async throws(PaymentRefusal) -> PaymentResult {
        guard let claim else { throw .inFlight }
        do throws(PaymentRefusal) {
            if let first = try await prior(claim) { return first }
        } catch .storeUnavailable {
            throw claim.countsSince == nil ? .outcomeNotStored : .inFlight
        }
        // The acquirer refused the earlier request since. The client may ask again.
        throw .inFlight
    }

    /// Looks whether what was refused had been done before. If the database does not tell, nobody may believe that nothing
    /// was done: who believes that pays again, under another name.
    func maybeDone<Value>(
        before refusal: PaymentRefusal,
        _ look: () async throws(PaymentRefusal) -> Value
    ) async throws(PaymentRefusal) -> Value {
        do throws(PaymentRefusal) {
            return try await look()
        } catch .storeUnavailable where refusal != .storeUnavailable {
            throw .inFlight
        }
    }

    /// The answer to a request by what an earlier one with its key, or under its name, led to; nil if none did, or by the
    /// rule on duplicates if nothing came of it.
    ///
    /// - Throws: ``PaymentRefusal/idempotencyConflict`` if the key, or the name, was another request's;
    ///   ``PaymentRefusal/inFlight`` if the earlier one is still at work; ``PaymentRefusal/takenBack`` if the rule finds
    ///   what does not stand any more; and if the database does not tell, ``PaymentRefusal/outcomeNotStored`` by key and
    ///   ``PaymentRefusal/inFlight`` by name, where nothing was begun under this request's own number. Never that nothing
    ///   was done: who believes that pays again, under another name.
    func prior(_ claim: IdempotencyClaim) async throws(PaymentRefusal) -> PaymentResult? {
        guard let prior = try await stored({ try await ports.reader.prior(claim) }) else {
            return nil
        }
        guard prior.requestDigest == claim.requestDigest else { throw .idempotencyConflict }
        let answer =
            claim.countsSince == nil
            ? try prior.answerByKey() : try prior.answerByName(at: ports.clock.now())
        return try await safely(
            answer, else: claim.countsSince == nil ? .outcomeNotStored : .inFlight)
    }
}

extension PaymentRefusal {
    /// Whether nobody knows what came of the request itself.
    fileprivate var isOfUnknownOutcome: Bool {
        if case .outcomeNotStored = self { return true }
        return false
    }
}

extension PriorRequest {
    /// The same answer as before, whatever became of it since.
    fileprivate func answerByKey() throws(PaymentRefusal) -> PaymentResult {
        switch subject {
        case .nothing(let payment): return .recorded(RecordedResult(nothingOf: payment))
        case .operation(let prior):
            guard !prior.isBeingTold else { throw .inFlight }
            return .recorded(prior.result)
        case .authorization(let prior):
            guard prior.authorization.payment.state != .authorizing,
                prior.booked?.isBeingTold != true
            else { throw .inFlight }
            return .authorization(prior.result)
        }
    }

    /// The first answer, marked as a repetition, if what was done still stands.
    fileprivate func answerByName(
        at now: Timestamp
    ) throws(PaymentRefusal) -> PaymentResult {
        switch subject {
        case .nothing(let payment): return .recorded(RecordedResult(nothingOf: payment))
        case .operation(let prior):
            guard !prior.operation.isInWork else { throw .inFlight }
            guard prior.state != .voided, prior.state != .refused else { throw .takenBack }
            var result = prior.result
            result.isRepetition = true
            return .recorded(result)
        case .authorization(let prior):
            try prior.refuseIfGone(at: now)
            var result = prior.result
            result.isRepetition = true
            return .authorization(result)
        }
    }
}

extension PriorAuthorization {
    /// Refuses what was paid and stands no more, or is not known to. Of a sale another capture may have been made since, or
    /// be made yet.
    fileprivate func refuseIfGone(at now: Timestamp) throws(PaymentRefusal) {
        let payment = authorization.payment
        guard payment.state != .authorizing else { throw .inFlight }
        guard let booked else { return }
        guard !booked.operation.isInWork, payment.amounts.uncapturing == 0 else {
            throw .inFlight
        }
        guard booked.state == .refused || booked.state == .voided else { return }
        switch payment.fateOfSaleWithoutCapture(at: now) {
        case .stands: return
        case .pending: throw .inFlight
        case .cameToNothing: throw .takenBack
        }
    }
}
