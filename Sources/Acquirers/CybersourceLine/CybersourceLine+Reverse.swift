import PaymentDomain
import PaymentEngine

extension CybersourceLine {
    /// What a request that undoes something found.
    private enum Undoing: Sendable, Hashable {
        case undone
        /// There is nothing under its name, for this reason.
        case nothingThere(String)
        /// It was undone before, or it was settled, and the answer doesn't say which.
        case undoneOrSettled(String)
        case refused(String)
        case unclear
    }

    /// Reverses an authorization, or a credit, of which nobody wants the money.
    func reverse(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        if let reference = CybersourceReference(advice.authorization.acquirerReference) {
            return await conclude(undo(reference, advice), of: advice, isNamed: true)
        }
        // It may still be on its way, and Cybersource asks to wait.
        if let last = arrival(of: advice.authorization.identity) { return .tooEarly(last) }
        let reversal = await undo(CybersourceRequest(timeoutReversal: advice))
        switch reversal {
        // A credit may be there.
        case .nothingThere, .undoneOrSettled: break
        // A part was approved, and the reversal must name it.
        case .refused(CybersourceReason.invalidAmount): break
        case .undone, .unclear, .refused: return await conclude(reversal, of: advice)
        }
        // A credit, or a part, or nothing at all.
        let void = await undo(CybersourceRequest(timeoutVoid: advice))
        guard case .nothingThere = void else { return await conclude(void, of: advice) }
        return await conclude(reversal, of: advice)
    }

    private func undo(
        _ reference: CybersourceReference, _ advice: AcquirerAdvice
    ) async -> Undoing {
        guard let units = reference.approved else {
            return await undo(CybersourceRequest(void: advice, of: reference))
        }
        guard let approved = try? Money(minorUnits: units, currency: advice.amount.currency) else {
            return .unclear
        }
        return await undo(
            CybersourceRequest(reversal: advice, of: reference, approved: approved))
    }

    private func undo(_ message: CybersourceRequest) async -> Undoing {
        switch await ask(message) {
        case .done: return .undone
        case .unclear, .notSent, .rejected, .duplicate: return .unclear
        case .refused(let reply):
            let word = reply.reason ?? ""
            if word == CybersourceReason.alreadyReversed { return .undone }
            if CybersourceReason.undoneOrSettled.contains(word) { return .undoneOrSettled(word) }
            guard CybersourceReason.nothingThere.contains(word) else { return .refused(word) }
            // A field of ours that is wrong says nothing about what is there.
            let isAboutName = reply.wrongFields.allSatisfy { $0 == Self.transactionField }
            return isAboutName ? .nothingThere(word) : .unclear
        }
    }

    /// If nothing is found under our name, there was nothing to undo: by now the request can't come any more. If nothing is
    /// found under Cybersource's own, something is wrong. What was settled is money that moved, so it counts as undone
    /// only if a search finds that this message undid it.
    private func conclude(
        _ undoing: Undoing, of advice: AcquirerAdvice, isNamed: Bool = false
    ) async -> AdviceOutcome {
        switch undoing {
        case .undone: return .acknowledged(nil)
        case .nothingThere(let word):
            return isNamed ? refusal(word, of: advice) : .acknowledged(nil)
        case .undoneOrSettled(let word):
            switch await lookUp(advice.id) {
            case .done: return .acknowledged(nil)
            case .refused, .notFound: return refusal(word, of: advice)
            case .unclear: return .unanswered
            }
        case .refused(let word): return refusal(word, of: advice)
        case .unclear: return .unanswered
        }
    }

    private static let transactionField = "clientReferenceInformation.transactionId"
}
