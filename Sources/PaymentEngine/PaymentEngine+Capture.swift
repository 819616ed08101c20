import PaymentDomain

extension PaymentEngine {
    /// Captures (part of) a hold; after the last capture what is left of it is released.
    func capture(
        _ command: CaptureCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        if command.replacesEarlier { return .recorded(try await recapture(command, request)) }
        let now = request.now
        let done = try await take(.capture, named: command.reference, for: .capture, request) {
            order in
            StepDecision(order.capture(command.amount, isFinal: command.isFinal)) { amount in
                var capture = PaymentOperation(
                    id: OperationID(at: now), .capture, amount, at: now)
                capture.isFinal = command.isFinal
                return capture
            }
        }
        return .recorded(done.first)
    }
}
