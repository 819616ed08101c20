import ISO8583
import PaymentDomain
import PaymentEngine

extension ISO8583Line {
    package func advise(_ advice: AcquirerAdvice) async -> AdviceOutcome {
        // The sale's own message took the money, and there are no other captures.
        if profile.style == .single, advice.kind == .capture { return .acknowledged(nil) }
        guard let message = message(advice) else { return .refused(.invalidTransaction) }
        guard case .answered(let answer) = await send(message) else { return .unanswered }
        guard let code = answer.text(profile.codeField) else {
            meter.countMalformed()
            return .unanswered
        }
        return advice.kind == .reversal
            ? conclude(advice, reversal: code) : conclude(advice, code)
    }

    /// The message; nil if the profile has none of this kind, or the original that it names is missing.
    private func message(_ advice: AcquirerAdvice) -> Message? {
        guard let template = profile.messages[MessageKind(advice.kind)],
            let original = original(of: advice)
        else { return nil }
        var content = content(
            identity: advice.identity, payment: advice.authorization.identity,
            id: advice.authorizationID, merchant: advice.merchant, amount: advice.amount)
        content.id = advice.id
        content.original = original
        content.pan = advice.card?.pan
        content.expiry = advice.card?.expiry
        content.approvalCode = advice.authorization.acquirerReference.map {
            String(decoding: $0.bytes, as: UTF8.self)
        }
        return template.message(
            content, profile.specification, isRepetition: advice.isRepetition)
    }

    /// The message that an advice is about.
    private func original(of advice: AcquirerAdvice) -> MessageContent.Original? {
        let kind: MessageKind
        let reference: MessageReference?
        switch advice.kind {
        case .reversal, .capture, .release: (kind, reference) = (.authorize, advice.authorization)
        case .refund where profile.style == .single:
            (kind, reference) = (.authorize, advice.authorization)
        case .refund, .captureVoid: (kind, reference) = (.capture, advice.operation)
        case .refundVoid: (kind, reference) = (.refund, advice.operation)
        }
        guard let template = profile.messages[kind], let reference else { return nil }
        return MessageContent.Original(type: template.type, identity: reference.identity)
    }

    /// What a code means for a reversal, which is sent until it is acknowledged.
    private func conclude(_ advice: AcquirerAdvice, reversal code: String) -> AdviceOutcome {
        // A host that takes no action on a sale has its money.
        let keepsMoney =
            profile.style == .single && profile.codes.reason(code) == .noActionTaken
        if profile.codes.reversed.contains(code), !keepsMoney { return .acknowledged(nil) }
        if profile.codes.unknownOriginal.contains(code) {
            // The authorization may still be on its way over another link.
            return arrival(of: advice.authorization.identity).map { .tooEarly($0) }
                ?? .acknowledged(nil)
        }
        return refusal(code)
    }

    /// The meaning of a code for another message.
    private func conclude(_ advice: AcquirerAdvice, _ code: String) -> AdviceOutcome {
        if profile.codes.acknowledged.contains(code) { return .acknowledged(nil) }
        // The host may have booked the first one. The message stays open until the profile says what the code means.
        let reason = profile.codes.reason(code)
        if advice.isRepetition, reason == .duplicateTransmission || reason == .noActionTaken {
            meter.countMalformed()
            return .unanswered
        }
        return refusal(code)
    }

    private func refusal(_ code: String) -> AdviceOutcome {
        guard let reason = profile.codes.reason(code) else {
            meter.countMalformed()
            return .unanswered
        }
        return profile.codes.notNow.contains(code) ? .unanswered : .refused(reason)
    }
}

extension MessageKind {
    fileprivate init(_ kind: AdviceKind) {
        self =
            switch kind {
            case .reversal: .reversal
            case .capture: .capture
            case .refund: .refund
            case .release: .release
            case .captureVoid: .captureVoid
            case .refundVoid: .refundVoid
            }
    }
}
