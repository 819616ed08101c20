import PaymentDomain

extension PaymentEngine {
    /// Takes back a payment as a whole, or part of a hold that nothing was taken of, or one refund, credit or capture.
    ///
    /// Each step is durable before the next, and a second cancellation does what a first one left undone.
    func cancel(
        _ command: CancelCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if let amount = command.amount, amount.isZero { throw .amountZero }
        switch command.reference {
        case .number(let number), .begunBy(let number):
            let merchant = request.merchant.id
            guard
                let found = try await stored({
                    try await ports.reader.transaction(number, of: merchant)
                })
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

    /// Cancels a payment as a whole, or part of its hold.
    func cancel(
        _ id: PaymentID, _ command: CancelCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let request = request.about(id)
        return try await alone(with: id, request) { () throws(PaymentRefusal) in
            var result = try await cancelOnce(id, command.amount, request)
            if result.number == nil, case .order = command.reference {
                // Names the payment. The operation is done; if the database can't be read, the reply says less.
                result.number = try? await ports.reader.snapshot(of: id)?.number
            }
            return .recorded(result)
        }
    }

    /// Requests the voids of all captures at once, so that no batch takes one of them, and sends them one after
    /// another. The first bears the request's name.
    ///
    /// - Returns: The result of the first, which counts as answered if all were; or of the one that was refused.
    private func cancelOnce(
        _ id: PaymentID, _ amount: Money?, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        let snapshot = try await snapshot(of: id)
        let payment = snapshot.authorization.payment
        let asRead = payment.canCancel(amount, settled: snapshot.settledCaptures)
        if asRead == .later { throw .inFlight }
        if asRead == .nothingHeld { return try await nothingGiven(of: payment, request) }
        let kind: TransactionKind = asRead == .voidCaptures ? .void : .release
        let now = request.now
        let done = try await take(kind, on: payment, request) { record in
            record.cancel(amount, as: kind, at: now)
        }
        // A client that repeats the void of a part may mean a later capture, which isn't voided.
        if done.first.isRepetition, amount != nil, kind == .void { throw .partNotAllowed }
        let voids = done.others.filter { $0.kind == .captureVoid }.map(\.result)
        if let refused = ([done.first] + voids).first(where: { $0.refusal != nil }) {
            return refused
        }
        var result = done.first
        result.isAnswered = result.isAnswered && voids.allSatisfy(\.isAnswered)
        return result
    }

    /// Runs one at a time for a payment, so that two don't void and capture in turns. Across processes the database
    /// refuses the second.
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

extension PaymentRecord {
    /// The operations that cancel the payment, if that is still done by operations of the kind that was read.
    fileprivate func cancel(
        _ amount: Money?, as kind: TransactionKind, at now: Timestamp
    ) -> StepDecision {
        switch (payment.canCancel(amount, settled: settledCaptures), kind) {
        case (.release(let amount), .release):
            .request(
                [PaymentOperation(id: OperationID(at: now), .release, amount, at: now)],
                of: self)
        case (.voidCaptures, .void):
            .request(
                openCaptures.reversed().map {
                    PaymentOperation(
                        id: OperationID(at: now), voiding: $0, givesUpHold: true, at: now)
                }, of: self)
        case (.refuse(let refusal), _): .refuse(refusal)
        case (.later, _), (.nothingHeld, _), (.release, _), (.voidCaptures, _):
            .refuse(.inFlight)
        }
    }
}
