import CardVault
import PaymentDomain

extension PaymentEngine {
    /// The result of a request that came before, or what can be said of it where it was cut off.
    ///
    /// - Parameters:
    ///   - isSale: Whether it was a sale, which is paid once the acquirer has taken its capture too.
    ///   - isPayment: Whether it can be answered with an authorization of which nobody knows.
    /// - Throws: ``PaymentRefusal/idempotencyConflict`` if the key, or the name of the rule on duplicates, was another
    ///   request's;
    ///   ``PaymentRefusal/inFlight`` where another process is still at it;
    ///   ``PaymentRefusal/takenBack`` where the rule on duplicates finds what does not stand any more;
    ///   ``PaymentRefusal/outcomeNotStored`` where the books do not tell. Never that nothing was done: who believes
    ///   that pays again, under another name.
    func repeated(
        _ record: IdempotencyRecord, claim: IdempotencyClaim, isSale: Bool = false,
        isPayment: Bool = false
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard record.requestDigest == claim.requestDigest else { throw .idempotencyConflict }
        do {
            try await refuseGone(record)
            let result = try await kept(record, claim, isSale: isSale, isPayment: isPayment)
            return try await safely(result)
        } catch {
            guard error == .storeUnavailable || error == .outcomeNotStored else { throw error }
            // By the rule on duplicates nothing was begun under this request's own number.
            throw claim.countsSince == nil ? .outcomeNotStored : .inFlight
        }
    }

    private func kept(
        _ record: IdempotencyRecord, _ claim: IdempotencyClaim, isSale: Bool, isPayment: Bool
    ) async throws(PaymentRefusal) -> PaymentResult {
        if let sealed = record.sealedResult {
            guard let bytes = try? await opened(sealed, for: binding(claim.key)),
                let result = StoredResult.result(in: bytes)
            else {
                return marked(try await unopened(record.subject, isPayment: isPayment), claim)
            }
            if isSale || claim.countsSince != nil {
                guard try await !isInWork(record.subject, isSale: isSale, claim) else {
                    throw .inFlight
                }
            }
            if isSale, case .authorization(let sale) = result, sale.outcome == .approved,
                let reason = try await refusalUntold(of: sale.paymentID, claim)
            {
                return marked(.authorization(sale.declined(reason)), claim)
            }
            return marked(result, claim)
        }
        switch record.subject {
        case .payment(let id):
            let answer = try await cutOff(id)
            // Its result may have been written since the record was read: then that is the answer.
            if let later = try await stored({ try await $0.recall(claim.key) }),
                later.sealedResult != nil
            {
                return try await repeated(
                    later, claim: claim, isSale: isSale, isPayment: isPayment)
            }
            return marked(answer, claim)
        case .operation(let id): return marked(try await cutOff(id), claim)
        }
    }

    /// What the rows of a request say whose kept result does not open.
    private func unopened(
        _ subject: IdempotencyRecord.Subject, isPayment: Bool
    ) async throws(PaymentRefusal) -> PaymentResult {
        switch subject {
        case .payment(let id) where isPayment: return try await cutOff(id)
        // That nothing was left to give up lies with a payment too.
        case .payment: throw .outcomeNotStored
        case .operation(let id): return try await cutOff(id)
        }
    }

    /// Whether the acquirer may yet refuse what a result says, since its request is still telling it, or the client may
    /// yet be given back what it was told to have, since it is being taken back.
    private func isInWork(
        _ subject: IdempotencyRecord.Subject, isSale: Bool, _ claim: IdempotencyClaim
    ) async throws(PaymentRefusal) -> Bool {
        switch subject {
        case .operation(let id):
            return try await stored { try await $0.operation(id) }?.isInWork ?? false
        case .payment(let id):
            guard isSale else {
                // Of what captures nothing, only a credit is taken back, which has a payment of its own.
                guard let standing = try await stored({ try await $0.standing(of: id) }) else {
                    return false
                }
                return try await beginning(of: standing, of: claim.key.merchant)?.operationState
                    == .voiding
            }
            let captures = try await stored { try await $0.openCaptures(of: id) }
            if captures.contains(where: \.isInWork) { return true }
            let payment = try await stored { try await $0.authorization(of: id) }?.payment
            return payment.map { $0.amounts.uncapturing > 0 } ?? false
        }
    }

    /// Whether what stands under a claim by the rule on duplicates was refused before its client was told anything else, so
    /// that the same name may try again. What it was told to stand is never done once more: a copy of it may come late.
    func wasRefusedToClient(
        _ record: IdempotencyRecord, _ claim: IdempotencyClaim
    ) async throws(PaymentRefusal) -> Bool {
        guard record.fate == .refused else { return false }
        switch record.subject {
        // A result is kept with the acquirer's answer alone, by the request that had it.
        case .operation: return record.sealedResult != nil
        case .payment(let id):
            guard let sealed = record.sealedResult,
                let bytes = try? await opened(sealed, for: binding(claim.key)),
                case .authorization(let sale) = StoredResult.result(in: bytes)
            else { return false }
            guard sale.outcome == .approved else { return true }
            return try await refusalUntold(of: id, claim) != nil
        }
    }

    /// Refuses what was done and stands no more. Of a sale another capture may have been made since, or be made yet.
    private func refuseGone(_ record: IdempotencyRecord) async throws(PaymentRefusal) {
        guard record.fate != .stands else { return }
        guard case .payment(let id) = record.subject,
            let payment = try await stored({ try await $0.authorization(of: id) })?.payment
        else { throw .takenBack }
        guard let hasPaid = hasPaid(payment, at: ports.clock.now()) else { throw .inFlight }
        guard hasPaid else { throw .takenBack }
    }

    /// Whether a sale has paid whose own capture stands no more; nil where that is not known yet, or it may be captured
    /// anew.
    func hasPaid(_ sale: Payment, at now: Timestamp) -> Bool? {
        guard sale.state == .authorized else { return false }
        guard sale.amounts.captured <= sale.amounts.uncapturing else {
            return sale.isBeingReleased ? nil : true
        }
        let mayBeCaptured =
            !sale.isClosed && !sale.remaining.isZero && !sale.hasExpired(at: now)
        // The hold may stay if the acquirer does not release it. If it is closed, it pays nothing all the same.
        let isPending = sale.isClosed ? sale.isRemainderPending : sale.isHoldPending
        return isPending || mayBeCaptured ? nil : false
    }

    /// Why the acquirer refused the capture of a sale whose request ended before it had told its client anything: what was
    /// kept of it was written before the acquirer was told. Nil where the sale stands, or its client was told that it does.
    private func refusalUntold(
        of id: PaymentID, _ claim: IdempotencyClaim
    ) async throws(PaymentRefusal) -> DeclineReason? {
        // Only if it was refused the hold is closed, and nothing captured of it, nor about to be.
        guard let standing = try await stored({ try await $0.standing(of: id) }) else { return nil }
        let payment = standing.authorization.payment
        guard payment.isClosed, payment.amounts.captured == 0, payment.amounts.capturing == 0
        else { return nil }
        let sale = try await beginning(of: standing, of: claim.key.merchant)
        guard sale?.operationState == .refused, let capture = sale?.operation else { return nil }
        return capture.wasAccepted ? nil : capture.refusal
    }

    /// The transaction that began a payment; nil where it has no number.
    func beginning(
        of standing: PaymentStanding, of merchant: MerchantID
    ) async throws(PaymentRefusal) -> StoredTransaction? {
        guard let number = standing.number else { return nil }
        return try await stored { try await $0.transaction(number, of: merchant) }
    }

    /// By an idempotency key the answer is the same to the last byte; by the rule on duplicates it says what it is.
    private func marked(_ result: PaymentResult, _ claim: IdempotencyClaim) -> PaymentResult {
        guard claim.countsSince != nil else { return result }
        switch result {
        case .authorization(var answer):
            answer.isRepetition = true
            return .authorization(answer)
        case .recorded(var recorded):
            recorded.isRepetition = true
            return .recorded(recorded)
        case .opened, .registered, .kept, .funds, .found, .batches: return result
        }
    }

    /// Seals a result for the books, so that a repetition of its request finds it.
    func sealed(
        _ result: PaymentResult, _ claim: IdempotencyClaim?
    ) throws(PaymentRefusal) -> (key: IdempotencyKey, sealedResult: SealedRecord)? {
        guard let claim, let bytes = StoredResult.bytes(of: result) else { return nil }
        do {
            return (claim.key, try ports.vault.seal(bytes, for: binding(claim.key)))
        } catch {
            throw .outcomeNotStored
        }
    }

    private func binding(_ key: IdempotencyKey) -> SealBinding {
        SealBinding(merchant: key.merchant, subject: "\(key.dialect)/\(key.key)", kind: .result)
    }

    /// An authorization whose request was cut off between intent and outcome: nobody knows.
    private func cutOff(_ id: PaymentID) async throws(PaymentRefusal) -> PaymentResult {
        guard let stored = try await stored({ try await $0.authorization(of: id) }) else {
            throw .outcomeNotStored
        }
        switch stored.payment.state {
        case .authorizing: throw .inFlight
        case .authorized, .declined, .notSent, .outcomeUnknown, .reversed, .released, .credited:
            break
        }
        let payment = stored.payment
        var answer = AuthorizationResult(
            paymentID: payment.id, orderReference: payment.orderReference, outcome: .unknown,
            amountRequested: payment.requested,
            amountAuthorized: .zero(payment.requested.currency), handle: payment.handle,
            issuerPrefix: stored.details.issuerPrefix, lastFour: stored.details.lastFour,
            at: payment.createdAt)
        answer.originalLastFour = stored.details.originalLastFour
        answer.network = stored.details.network
        answer.expiry = stored.details.expiry
        return .authorization(answer)
    }

    /// A capture, refund or release whose request was cut off: it stands in the books. Where that request is still
    /// telling the acquirer, nobody knows whether it will.
    private func cutOff(_ id: OperationID) async throws(PaymentRefusal) -> PaymentResult {
        guard let stored = try await stored({ try await $0.operation(id) }) else {
            throw .outcomeNotStored
        }
        guard !stored.isInWork else { throw .inFlight }
        var result = RecordedResult(
            paymentID: stored.paymentID, operationID: stored.advice.id,
            orderReference: stored.orderReference, amount: stored.advice.amount,
            refusal: stored.refusal, isAnswered: stored.isAnswered, at: stored.at)
        result.number = try await self.stored({ try await $0.number(of: id) })
        return .recorded(result)
    }
}

extension PaymentCommand {
    /// Whether it asks the acquirer about a card: of its result can be said that nobody knows.
    var isPayment: Bool {
        switch self {
        case .authorize, .credit, .confirmFunds: true
        case .openToken, .register, .keepCard, .capture, .refund, .void, .cancel, .release,
            .inquire, .listBatches:
            false
        }
    }
}
