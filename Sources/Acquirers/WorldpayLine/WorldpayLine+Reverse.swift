import PaymentDomain
import PaymentEngine

extension WorldpayLine {
    /// What became of an earlier request.
    enum Lookup: Sendable, Hashable {
        case found(CNPAnswer)
        case notFound
        /// It is in progress, or the question wasn't answered.
        case unclear
    }

    /// Reverses an authorization, or a credit, of which nobody wants the money.
    func reverse(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        if let reference = WorldpayReference(advice.authorization.acquirerReference) {
            return await undo(reference, advice)
        }
        for kind in [WorldpayReference.Kind.authorization, .refund] {
            switch await lookUp(advice.authorizationID, kind, for: advice) {
            case .unclear: return .unanswered
            case .notFound: continue
            case .found(let answer): return await undo(answer, kind, advice)
            }
        }
        // It may still be on its way.
        return arrival(of: advice.authorization.identity).map { .tooEarly($0) }
            ?? .acknowledged(nil)
    }

    /// Undoes what a lookup found; a decline has nothing to undo.
    private func undo(
        _ answer: CNPAnswer, _ kind: WorldpayReference.Kind, _ advice: AcquirerAdvice
    ) async -> AdviceOutcome {
        if case .declined = WorldpayCode.verdict(answer.response) { return .acknowledged(nil) }
        guard let number = answer.number else {
            meter.countMalformed()
            return .unanswered
        }
        return await undo(WorldpayReference(kind, number), advice)
    }

    private func undo(
        _ reference: WorldpayReference, _ advice: AcquirerAdvice
    ) async -> AdviceOutcome {
        let message =
            switch reference.kind {
            case .authorization:
                CNPRequest(
                    authReversal: advice, of: reference.number, amount: nil, by: account)
            case .deposit, .refund: CNPRequest(void: advice, of: reference.number, by: account)
            }
        guard case .answered(let answer) = await ask(message) else { return .unanswered }
        switch answer.response {
        // Done now or before, or nothing is held any more.
        case WorldpayCode.approved, WorldpayCode.received, WorldpayCode.duplicate,
            WorldpayCode.depleted, WorldpayCode.authorizationExpired,
            WorldpayCode.authorizationGone:
            return .acknowledged(nil)
        case WorldpayCode.transactionNotFound:
            return arrival(of: advice.authorization.identity).map { .tooEarly($0) }
                ?? refusal(by: answer)
        default: return refusal(by: answer)
        }
    }

    /// Asks what became of a request of ours.
    func lookUp(
        _ original: OperationID, _ kind: WorldpayReference.Kind, for advice: AcquirerAdvice
    ) async -> Lookup {
        let message = CNPRequest(query: original, kind, for: advice, by: account)
        guard case .answered(let answer) = await ask(message) else { return .unclear }
        switch answer.response {
        case WorldpayCode.notFound: return .notFound
        case WorldpayCode.foundInProgress: return .unclear
        // The processor's own SDKs show 000 here too.
        case WorldpayCode.found, WorldpayCode.approved:
            // Of several with one name, the one that holds money is the one to undo.
            let approved = answer.found.first { WorldpayCode.verdict($0.response) == .approved }
            if let known = approved ?? answer.found.first { return .found(known) }
            meter.countMalformed()
            return .unclear
        default:
            meter.countMalformed()
            return .unclear
        }
    }
}
