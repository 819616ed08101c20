import PaymentDomain

/// The result of sending a message to the acquirer and of writing its answer.
enum DeliveryOutcome: Sendable {
    /// The answer is written: why the acquirer refused, if it did, when, and the messages that follow.
    case answered(refusal: DeclineReason?, at: Timestamp, followUps: [Delivery])
    /// No answer came in time, and that is written: the worker sends the message again. Of a reversal so is a refusal.
    case postponed(refusal: DeclineReason? = nil)
    /// Another has taken the message since, and its answer counts, not this one.
    case overtaken(AdviceOutcome)
    /// The database cannot be written. The message is sent again once its lease has ended.
    case unwritten(AdviceOutcome)
}

/// How a message is delivered: by the request that waits for the answer, or by the worker.
struct DeliveryTerms: Sendable {
    /// After how many seconds without an answer the worker sends the message again.
    let retrySeconds: Int64
    /// For how many seconds nobody else sends the messages that follow.
    let followUpSeconds: Int64
}

extension PaymentEngine {
    /// Sends a message to the acquirer and writes the answer: the one way for requests and the worker.
    func deliver(_ message: Delivery, _ terms: DeliveryTerms) async -> DeliveryOutcome {
        var advice = message.advice
        advice.isRepetition = message.mayHaveBeenSent
        let outcome = await send(advice, of: message.paymentID)
        let now = ports.clock.now()
        let again = now.adding(seconds: terms.retrySeconds)
        do {
            var conclusion = AdviceConclusion(delivery: message, refusal: nil, at: now)
            conclusion.followUpsDue = now.adding(seconds: terms.followUpSeconds)
            switch outcome {
            case .acknowledged(let reference): conclusion.acquirerReference = reference
            // A reversal cannot be refused for good: it is sent until it is acknowledged.
            case .refused(let refusal) where message.advice.kind == .reversal:
                return try await postpone(message, refusal, outcome, until: again, at: now)
            case .refused(let refusal): conclusion.refusal = refusal
            case .unanswered:
                return try await postpone(message, nil, outcome, until: again, at: now)
            case .tooEarly(let then):
                // The time of a message that a wrong clock wrote may be years ahead.
                let latest = now.adding(seconds: EngineLimits.farthestDueSeconds)
                return try await postpone(message, nil, outcome, until: min(then, latest), at: now)
            }
            switch try await ports.ledger.conclude(conclusion) {
            case .counted(let followUps):
                return .answered(refusal: conclusion.refusal, at: now, followUps: followUps)
            case .overtaken: return .overtaken(outcome)
            }
        } catch {
            return .unwritten(outcome)
        }
    }

    /// Sends a message, with its payment's card if its line names it. If the card can't be read now, the message is sent
    /// again later.
    private func send(_ advice: AcquirerAdvice, of payment: PaymentID) async -> AdviceOutcome {
        let line = ports.lines.line(advice.line)
        guard line?.capabilities.namesCardInMessages == true else { return await tell(advice) }
        var advice = advice
        do {
            advice.card = try await card(of: payment)
        } catch {
            return .unanswered
        }
        return await tell(advice)
    }

    /// The card of a payment; nil if it was erased.
    private func card(of payment: PaymentID) async throws -> CardInMessage? {
        guard let payment = try await ports.reader.record(of: payment)?.payment,
            let stored = try await ports.cards.card(payment.handle, of: payment.merchant)
        else { return nil }
        let pan = try await opened(stored, of: payment.merchant)
        return CardInMessage(pan: pan, expiry: stored.expiry)
    }

    private func postpone(
        _ message: Delivery, _ refusal: DeclineReason?, _ outcome: AdviceOutcome,
        until: Timestamp, at now: Timestamp
    ) async throws -> DeliveryOutcome {
        let isWritten = try await ports.ledger.postpone(message, until: until, at: now)
        return isWritten ? .postponed(refusal: refusal) : .overtaken(outcome)
    }

    /// The terms of a request, for whose time nobody else sends its messages.
    var requestTerms: DeliveryTerms {
        DeliveryTerms(
            retrySeconds: EngineLimits.firstRetrySeconds,
            followUpSeconds: acquirerTimeout.components.seconds + EngineLimits.firstRetrySeconds)
    }
}
