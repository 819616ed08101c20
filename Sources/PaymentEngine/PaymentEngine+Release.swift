import PaymentDomain

extension PaymentEngine {
    /// Releases (part of) an authorization, or all authorizations of an order.
    func release(
        _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if !command.wholeOnly.isEmpty { try await refuseParts(command, request) }
        let now = request.now
        let done = try await take(.release, named: command.reference, for: .release, request) {
            order in
            StepDecision(order.release(command)) { amount in
                PaymentOperation(id: OperationID(at: now), .release, amount, at: now)
            }
        }
        // The worker sends the releases of the order's other holds.
        if command.reference.isOrder, command.amount == nil { wakeUp.signal() }
        return .recorded(done.first)
    }

    /// Some networks release an authorization as a whole or not at all.
    private func refuseParts(
        _ command: ReleaseCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) {
        guard let asked = command.amount,
            let payment = try await payments(command.reference, request, wanted: .release).first,
            payment.state == .authorized, asked.minorUnits != payment.amounts.authorized,
            let snapshot = try await stored({ try await ports.reader.snapshot(of: payment.id) }),
            let network = snapshot.authorization.details.network
        else { return }
        guard !command.wholeOnly.contains(network) else { throw .partNotAllowed }
    }

    /// The result if nothing is left to release.
    func nothingGiven(
        of payment: Payment, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> RecordedResult {
        var result = RecordedResult(nothingOf: payment)
        // By its key a repetition hears the very same.
        if request.claim == nil {
            result.number = request.name.number
            result.at = request.now
        }
        return try await safely(result)
    }
}

extension RecordedResult {
    /// Nothing is left to release.
    init(nothingOf payment: Payment) {
        self.init(
            paymentID: payment.id, operationID: payment.authorizationID,
            orderReference: payment.orderReference, amount: .zero(payment.requested.currency),
            refusal: nil, isAnswered: true, at: payment.createdAt)
    }
}
