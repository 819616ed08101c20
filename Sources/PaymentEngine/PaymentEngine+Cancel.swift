import PaymentDomain

extension PaymentEngine {
    /// Takes back a payment as a whole, or part of a hold that nothing was taken of, or one refund, credit or capture.
    ///
    /// Each step is durable before the next, and a second cancellation does what a first one left undone.
    ///
    /// Source: CardConnect, void: of an authorized transaction in part or whole, of a captured one before its batch
    /// only whole. InstaMed, Void: not once the transfer of funds has begun.
    func cancel(
        _ command: CancelCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        switch command.reference {
        case .number(let number), .begunBy(let number):
            let merchant = request.merchant.id
            guard
                let found = try await stored({ try await $0.transaction(number, of: merchant) })
            else { throw .paymentNotFound }
            switch found.name.kind {
            case .authorization, .sale, .forcedCapture:
                return try await cancel(found.authorization.payment.id, command, request)
            case .capture, .refund, .credit:
                return try await cancelOperation(of: found, command, request)
            case .void, .release: throw .paymentNotFound
            }
        case .order, .payment:
            return try await cancelNewest(command, request)
        }
    }

    /// Takes back a payment as a whole, or part of its hold.
    func cancel(
        _ id: PaymentID, _ command: CancelCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let request = request.about(id)
        return try await alone(with: id, request) { () throws(PaymentRefusal) in
            var result = try await cancelOnce(id, command.amount, request)
            if result.number == nil, case .order = command.reference {
                // Which payment it was. What was done stands; where the books cannot be read, the reply tells less.
                result.number = try? await ports.store.standing(of: id)?.number
            }
            return .recorded(result)
        }
    }

    /// What a first try of it has given up may be the very reason that no more can be.
    private func cancelOnce(
        _ id: PaymentID, _ amount: Money?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        do {
            return try await cancelWhole(id, amount, request)
        } catch {
            guard request.name.duplicates != nil, error.mayBeOfRepetition else { throw error }
            return try await maybeDone(before: error) { () throws(PaymentRefusal) in
                guard let first = try await doneBefore(id, request),
                    try await !mayMeanCapture(amount, of: id)
                else { throw error }
                return first
            }
        }
    }

    /// Whether an amount may as well be that of what was captured since: who means that is not to believe that it was
    /// taken back.
    private func mayMeanCapture(
        _ amount: Money?, of id: PaymentID
    ) async throws(PaymentRefusal) -> Bool {
        let payment = try await standing(of: id).authorization.payment
        guard let amount, payment.amounts.captured > payment.amounts.uncapturing else {
            return false
        }
        return payment.isWhole(amount)
    }

    /// What the same cancellation gave up before, by its rule on duplicates; nil where there is none.
    private func doneBefore(
        _ id: PaymentID, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        guard let card = try await stored({ try await $0.authorization(of: id) })?.payment.handle,
            case .recorded(let first) = try await earlier(on: card, request)
        else { return nil }
        return first
    }

    private func cancelWhole(
        _ id: PaymentID, _ amount: Money?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        try await untilRoom { () throws(PaymentRefusal) in
            try await cancelIfRoom(id, amount, request)
        }
    }

    /// The same; nil where a hold of which nothing was captured had no room for it any more.
    private func cancelIfRoom(
        _ id: PaymentID, _ amount: Money?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult? {
        let standing = try await standing(of: id)
        let payment = standing.authorization.payment
        switch payment.canCancel(amount, settled: standing.settledCaptures) {
        case .later: throw .inFlight
        case .refuse(let reason): throw reason
        case .nothingHeld: return try await nothingGiven(of: payment, request)
        case .release(let amount):
            return try await adviseIfRoom(PlannedAdvice(.release, amount, of: payment), request)
        case .voidCaptures: break
        }
        // Who sends the void of a part again is not to lose a capture that is of the same amount by now.
        if amount != nil {
            guard try await doneBefore(id, request) == nil else { throw .partNotAllowed }
        }
        restsAtHand.enter(id)
        defer { restsAtHand.leave(id) }
        let result = try await takeBackCaptures(of: payment, request, givingUpRest: true)
        if result.refusal == nil, result.isAnswered { await releaseRest(of: id, request) }
        return result
    }

    /// Takes back what was captured, one capture after another; the first bears the request's name.
    ///
    /// - Parameter givingUpRest: Whether the hold is given up too, with the last answer at the latest, and nothing is
    ///   captured any more from here on.
    /// - Returns: What came of the first, which counts as answered where all were; or of the one that was refused, where
    ///   it ended. What is not answered stands in the books, so that the others are taken back all the same.
    /// - Throws: ``PaymentRefusal/outcomeNotStored`` where some were taken back and the books cannot be read any more;
    ///   ``PaymentRefusal/inFlight`` where another process is at it.
    func takeBackCaptures(
        of payment: Payment, _ request: EngineRequest, givingUpRest: Bool = false
    ) async throws(PaymentRefusal) -> RecordedResult {
        var first: RecordedResult?
        do throws(PaymentRefusal) {
            while true {
                let open = try await stored { try await $0.openCaptures(of: payment.id) }
                let captures = open.filter { $0.isAnswered }
                for capture in captures {
                    var plan = PlannedAdvice(.captureVoid, takingBack: capture, of: payment)
                    plan.givesUpRest = givingUpRest
                    let named = first == nil ? request : request.unnamed
                    guard let result = try await adviseIfRoom(plan, named) else {
                        throw PaymentRefusal.inFlight
                    }
                    guard result.refusal == nil else { return result }
                    first = first ?? result
                    if !result.isAnswered { first?.isAnswered = false }
                }
                guard captures.isEmpty else { continue }
                if let first { return first }
                // Whoever asks has seen a capture; another process, or the end of a batch, was faster.
                let standing = try await standing(of: payment.id)
                throw standing.settledCaptures > 0 ? PaymentRefusal.alreadySettled : .wrongState
            }
        } catch .wrongState {
            throw .inFlight
        } catch .storeUnavailable where first != nil {
            throw .outcomeNotStored
        }
    }

    /// One at a time for a payment, so that no two take back and capture in turns. Across processes the books refuse
    /// what does not fit.
    func alone<Value>(
        with payment: PaymentID, _ request: EngineRequest,
        _ body: () async throws(PaymentRefusal) -> Value
    ) async throws(PaymentRefusal) -> Value {
        let turn = IdempotencyKey(
            merchant: request.merchant.id, dialect: "payment", key: payment.value)
        try await inFlight.enter(turn)
        defer { inFlight.leave(turn) }
        return try await body()
    }
}
