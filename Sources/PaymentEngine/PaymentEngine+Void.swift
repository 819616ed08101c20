import PaymentDomain

extension PaymentEngine {
    /// Voids a capture, a sale, a refund or a credit that is not settled.
    ///
    /// After the void of a capture its hold is as it was before. A sale, and a capture under an approval from elsewhere,
    /// were one thing to the client, so their hold is released as well.
    func void(
        _ command: VoidCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let merchant = request.merchant.id
        guard
            let found = try await stored({
                try await ports.reader.transaction(command.number, of: merchant)
            })
        else { throw .paymentNotFound }
        switch found.name.kind {
        case .capture, .sale, .forcedCapture, .refund, .credit: break
        case .authorization, .release, .void: throw .wrongState
        }
        // A sale that was declined has none.
        guard let target = found.operation?.id else { throw .wrongState }
        let now = request.now
        let isSale = found.name.kind.capturesAtOnce
        let done = try await take(.void, on: found.authorization.payment, request) { record in
            record.void(of: target, isSale: isSale, at: now)
        }
        return .recorded(done.first)
    }
}

extension PaymentRecord {
    /// The void of an operation. A sale's number names nothing else that could be done with it, so the void of one that
    /// captures nothing any more releases its hold: the acquirer refused to do so before.
    fileprivate func void(
        of id: OperationID, isSale: Bool, at now: Timestamp
    ) -> StepDecision {
        guard let target = operation(id) else { return .refuse(.wrongState) }
        if isSale, target.state == .refused || target.state == .voided {
            return StepDecision(payment.canReleaseVoidedSale(), of: self) { amount in
                PaymentOperation(id: OperationID(at: now), .release, amount, at: now)
            }
        }
        return StepDecision(canVoid(id), of: self) { _ in
            PaymentOperation(
                id: OperationID(at: now), voiding: target, givesUpHold: isSale, at: now)
        }
    }
}
