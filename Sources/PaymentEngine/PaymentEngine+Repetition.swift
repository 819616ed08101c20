import PaymentDomain

// Whether a request was made before, and what is then answered.

extension PaymentEngine {
    /// Carries out a command once for its key, or for its name; of two at once the second waits for the first.
    ///
    /// An earlier copy may have done what is refused now, and may be the very reason of the refusal: a full refund
    /// leaves nothing to refund. So a refusal looks once for an earlier request. A transaction finds an existing claim
    /// when it makes its own, so no look comes before.
    func performOnce(
        _ command: PaymentCommand, from origin: RequestOrigin, _ receivedAt: Timestamp
    ) async throws(PaymentRefusal) -> PaymentResult {
        let turn = turn(of: origin)
        if let turn { try await inFlight.enter(turn) }
        defer { if let turn { inFlight.leave(turn) } }
        let request = try request(origin, receivedAt)
        do {
            let result = try await perform(command, request)
            // A command that only read makes no claim, and may have run beside a copy of its request.
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
        origin.name.repetition.value.map {
            IdempotencyKey(merchant: origin.merchant, dialect: origin.dialect, key: $0)
        }
    }

    /// The operations' view of a request, once it has its turn.
    private func request(
        _ origin: RequestOrigin, _ receivedAt: Timestamp
    ) throws(PaymentRefusal) -> EngineRequest {
        guard let merchant = ports.merchant(origin.merchant) else { throw .storeUnavailable }
        var claim: IdempotencyClaim?
        if origin.name.repetition.duplicates == nil, let key = turn(of: origin) {
            claim = IdempotencyClaim(
                key: key,
                requestDigest: ports.vault.digest(of: [Array(origin.path.utf8), origin.body]))
        }
        return EngineRequest(
            merchant: merchant, origin: origin, claim: claim, receivedAt: receivedAt,
            now: ports.clock.now())
    }

    /// The answer to a refused request: the result of an earlier copy, or the fate of the token that it would spend.
    private func answer(
        _ refusal: PaymentRefusal, to command: PaymentCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        // A key names exactly one request, so it is worth the look.
        guard refusal.mayBeOfRepetition || request.claim != nil, !refusal.isOfUnknownOutcome
        else { throw refusal }
        return try await maybeDone(before: refusal) { () throws(PaymentRefusal) in
            if let first = try await earlier(command, request) { return first }
            throw switch request.name.repetition.spentSource {
            case .explained: try await explained(refusal, of: command, request)
            case .oneWord: try await refusalInOneWord(refusal, of: command, request)
            }
        }
    }

    /// The answer to a request whose claim an earlier one has made.
    ///
    /// - Throws: As ``prior(_:)``. The earlier request may be final, so this one never hears that nothing was done,
    ///   even if the database can't be read.
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

    /// Looks whether a refused request was done before. If the database can't be read, no client may believe that
    /// nothing was done: it would pay again under another name.
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

    /// The answer by the result of an earlier request with the same key or name; nil if there was none, or if it came
    /// to nothing by the rule on duplicates.
    ///
    /// - Throws: ``PaymentRefusal/idempotencyConflict`` if the key, or the name, was another request's;
    ///   ``PaymentRefusal/inFlight`` if the earlier one is in progress; ``PaymentRefusal/reversedSince`` if the rule finds
    ///   a reversed payment. If the database can't be read, ``PaymentRefusal/outcomeNotStored`` by key and
    ///   ``PaymentRefusal/inFlight`` by name, since nothing was begun under this request's own number. Never that
    ///   nothing was done: the client would pay again under another name.
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
    /// Whether the outcome of the request itself is unknown.
    fileprivate var isOfUnknownOutcome: Bool {
        if case .outcomeNotStored = self { return true }
        return false
    }
}

extension PriorRequest {
    /// The same answer as before, whatever became of it since.
    func answerByKey() throws(PaymentRefusal) -> PaymentResult {
        switch subject {
        case .nothing(let payment): return .recorded(RecordedResult(nothingOf: payment))
        case .operation(let prior):
            guard !prior.isInProgress else { throw .inFlight }
            var result = prior.result
            // A cancel may have voided several captures; the first alone has its key.
            result.isRepetition = prior.operation.kind == .captureVoid
            return .recorded(result)
        case .authorization(let prior):
            guard prior.authorization.payment.state != .authorizing,
                prior.booked?.isInProgress != true
            else { throw .inFlight }
            return .authorization(prior.result)
        }
    }

    /// The first answer, marked as a repetition, if the payment is still approved.
    fileprivate func answerByName(
        at now: Timestamp
    ) throws(PaymentRefusal) -> PaymentResult {
        switch subject {
        case .nothing(let payment): return .recorded(RecordedResult(nothingOf: payment))
        case .operation(let prior):
            guard !prior.operation.isInProgress else { throw .inFlight }
            guard prior.state != .voided, prior.state != .refused else { throw .reversedSince }
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
    /// Refuses if the payment was reversed, or isn't known to be approved. A sale can have been captured again since,
    /// or may be yet.
    fileprivate func refuseIfGone(at now: Timestamp) throws(PaymentRefusal) {
        let payment = authorization.payment
        guard payment.state != .authorizing else { throw .inFlight }
        guard let booked else { return }
        guard !booked.operation.isInProgress, payment.amounts.uncapturing == 0 else {
            throw .inFlight
        }
        guard booked.state == .refused || booked.state == .voided else { return }
        switch payment.fateOfSaleWithoutCapture(at: now) {
        case .stands: return
        case .pending: throw .inFlight
        case .cameToNothing: throw .reversedSince
        }
    }
}
