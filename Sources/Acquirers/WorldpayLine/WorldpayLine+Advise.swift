import PaymentDomain
import PaymentEngine

extension WorldpayLine {
    package func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        switch advice.kind {
        case .reversal: await reverse(advice)
        case .capture:
            await send(advice, about: advice.authorization, .authorization, as: .deposit) {
                CNPRequest(capture: advice, of: $0, by: account)
            }
        case .refund:
            await send(advice, about: advice.operation, .deposit, as: .refund) {
                CNPRequest(credit: advice, of: $0, by: account)
            }
        case .release:
            await send(advice, about: advice.authorization, .authorization, as: nil) {
                CNPRequest(authReversal: advice, of: $0, amount: advice.amount, by: account)
            }
        case .captureVoid:
            await send(advice, about: advice.operation, .deposit, as: nil) {
                CNPRequest(void: advice, of: $0, by: account)
            }
        case .refundVoid:
            // A credit without a payment has no operation before it: it is the authorization.
            await send(advice, about: advice.operation ?? advice.authorization, .refund, as: nil) {
                CNPRequest(void: advice, of: $0, by: account)
            }
        }
    }

    /// Sends a message about a transaction that Worldpay named.
    ///
    /// - Parameters:
    ///   - original: The transaction; without Worldpay's name of it, nothing can be said about it.
    ///   - result: What the message makes, if later messages name it.
    private func send(
        _ advice: AcquirerAdvice, about original: MessageReference?,
        _ kind: WorldpayReference.Kind, as result: WorldpayReference.Kind?,
        _ message: (Int64) -> CNPRequest
    ) async -> AdviceOutcome {
        guard let reference = WorldpayReference(original?.acquirerReference),
            reference.kind == kind
        else { return .refused(.unableToLocateRecord) }
        guard advice.amount.currency == account.currency else { return .refused(.invalidAmount) }
        // Worldpay detects a duplicate for two days at most, and not while the first is in progress. So a capture or a refund
        // that may have come before is looked for, and sent again only once it must be known.
        if advice.isRepetition, let result {
            switch await lookUp(advice.id, result, for: advice) {
            case .found(let first): return recalled(first, as: result)
            case .unclear: return .unanswered
            case .notFound:
                if let last = arrival(of: advice.identity) { return .tooEarly(last) }
            }
        }
        return await conclude(
            ask(message(reference.number)), of: advice, as: result)
    }

    /// What an answer means for a message.
    private func conclude(
        _ outcome: CNPOutcome, of advice: AcquirerAdvice, as result: WorldpayReference.Kind?
    ) async -> AdviceOutcome {
        // A refused document, such as one with an old password, may be taken when it comes again.
        guard case .answered(let answer) = outcome else { return .unanswered }
        switch answer.response {
        case WorldpayCode.approved, WorldpayCode.received: return done(answer, as: result)
        case WorldpayCode.duplicate:
            return await recall(advice, as: result)
        // Nothing is held any more, so there is nothing to release.
        case WorldpayCode.depleted where advice.kind == .release,
            WorldpayCode.authorizationExpired where advice.kind == .release,
            WorldpayCode.authorizationGone where advice.kind == .release:
            return .acknowledged(nil)
        default: return refusal(by: answer)
        }
    }

    /// The outcome of a code that no message succeeds with.
    func refusal(by answer: CNPAnswer) -> AdviceOutcome {
        guard case .declined(let reason) = WorldpayCode.verdict(answer.response) else {
            meter.countMalformed()
            return .unanswered
        }
        return WorldpayCode.passing.contains(answer.response) ? .unanswered : .refused(reason)
    }

    /// Asks for Worldpay's name of a message that it has had before.
    ///
    /// Source: an assumption; see docs/assumptions.md.
    private func recall(
        _ advice: AcquirerAdvice, as result: WorldpayReference.Kind?
    ) async -> AdviceOutcome {
        guard let result else { return .acknowledged(nil) }
        guard case .found(let first) = await lookUp(advice.id, result, for: advice) else {
            return .unanswered
        }
        return recalled(first, as: result)
    }

    /// The outcome of a message by its first answer.
    private func recalled(
        _ first: CNPAnswer, as result: WorldpayReference.Kind
    ) -> AdviceOutcome {
        let isDone = [WorldpayCode.approved, WorldpayCode.received].contains(first.response)
        return isDone ? done(first, as: result) : refusal(by: first)
    }

    /// The outcome of a message that was carried out. Without its number, later messages couldn't name it: it is looked for.
    private func done(
        _ answer: CNPAnswer, as result: WorldpayReference.Kind?
    ) -> AdviceOutcome {
        guard result != nil, answer.number == nil else {
            return .acknowledged(answer.reference(result))
        }
        meter.countMalformed()
        return .unanswered
    }
}

extension CNPAnswer {
    /// The reference for later messages; nil if none will name it.
    fileprivate func reference(_ kind: WorldpayReference.Kind?) -> AcquirerReference? {
        guard let kind, let number else { return nil }
        return WorldpayReference(kind, number).acquirerReference
    }
}
