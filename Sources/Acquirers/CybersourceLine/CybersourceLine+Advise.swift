import PaymentDomain
import PaymentEngine

extension CybersourceLine {
    package func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        switch advice.kind {
        case .reversal: await reverse(advice)
        case .capture:
            await send(advice, about: advice.authorization, .payment, as: .capture) {
                CybersourceRequest(capture: advice, of: $0)
            }
        case .refund:
            await send(advice, about: advice.operation, .capture, as: .refund) {
                CybersourceRequest(refund: advice, of: $0)
            }
        case .release:
            await send(advice, about: advice.authorization, .payment, as: nil) {
                CybersourceRequest(release: advice, of: $0)
            }
        case .captureVoid:
            await send(advice, about: advice.operation, .capture, as: nil) {
                CybersourceRequest(void: advice, of: $0)
            }
        case .refundVoid:
            // A credit without a payment has no operation before it: it is the authorization.
            if let refund = advice.operation {
                await send(advice, about: refund, .refund, as: nil) {
                    CybersourceRequest(void: advice, of: $0)
                }
            } else {
                await send(advice, about: advice.authorization, .credit, as: nil) {
                    CybersourceRequest(void: advice, of: $0)
                }
            }
        }
    }

    /// Sends a message about a transaction that Cybersource named.
    ///
    /// - Parameters:
    ///   - original: The transaction; without Cybersource's name of it, nothing can be said about it.
    ///   - result: What the message makes, if later messages name it.
    private func send(
        _ advice: AcquirerAdvice, about original: MessageReference?,
        _ kind: CybersourceReference.Kind, as result: CybersourceReference.Kind?,
        _ message: (CybersourceReference) -> CybersourceRequest
    ) async -> AdviceOutcome {
        guard let reference = CybersourceReference(original?.acquirerReference),
            reference.kind == kind
        else { return .refused(.unableToLocateRecord) }
        guard advice.amount.currency == account.currency else { return .refused(.invalidAmount) }
        // What may have come before is searched for, and sent again only once it must be known.
        if advice.isRepetition {
            switch await lookUp(advice.id) {
            case .notFound:
                if let last = arrival(of: advice.identity) { return .tooEarly(last) }
            case let first: return recalled(first, advice, as: result)
            }
        }
        return await conclude(ask(message(reference)), of: advice, as: result)
    }

    /// The meaning of an answer for a message.
    private func conclude(
        _ outcome: CybersourceOutcome, of advice: AcquirerAdvice,
        as result: CybersourceReference.Kind?
    ) async -> AdviceOutcome {
        switch outcome {
        // A rejected message, such as one with an old key, may be taken when it comes again.
        case .unclear, .notSent, .rejected: return .unanswered
        case .done(let reply): return done(reply.id, as: result)
        case .duplicate: return recalled(await lookUp(advice.id), advice, as: result)
        case .refused(let reply):
            let word = reply.reason ?? ""
            // A second request is refused with these too, though the first one was done.
            if advice.isRepetition, CybersourceReason.ofRepetitions.contains(word) {
                return recalled(await lookUp(advice.id), advice, as: result)
            }
            return refusal(word, of: advice)
        }
    }

    /// The outcome of a message that was refused.
    func refusal(_ word: String, of advice: AcquirerAdvice) -> AdviceOutcome {
        // Nothing is held any more, so there is nothing to release.
        if advice.kind == .release, CybersourceReason.nothingHeld.contains(word) {
            return .acknowledged(nil)
        }
        guard !CybersourceReason.passing.contains(word),
            let decline = CybersourceReason.named(word)?.decline
        else { return .unanswered }
        return .refused(decline)
    }

    /// The outcome of a message by what a search found of it.
    private func recalled(
        _ first: Lookup, _ advice: AcquirerAdvice, as result: CybersourceReference.Kind?
    ) -> AdviceOutcome {
        switch first {
        case .done(let id): done(id, as: result)
        case .refused(let word): refusal(word, of: advice)
        // A search may find it later.
        case .notFound, .unclear: .unanswered
        }
    }

    /// The outcome of a message that was carried out. Without its ID, later messages couldn't name it: it is looked for.
    private func done(_ id: String?, as result: CybersourceReference.Kind?) -> AdviceOutcome {
        guard let result else { return .acknowledged(nil) }
        guard let reference = id.flatMap({ CybersourceReference(result, $0) }) else {
            meter.countMalformed()
            return .unanswered
        }
        return .acknowledged(reference.acquirerReference)
    }
}
