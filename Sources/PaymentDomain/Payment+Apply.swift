extension Payment {
    /// Changes the payment by one event, or refuses and leaves it as it was.
    ///
    /// The store enforces the same rules once more, by conditional updates and constraints; this function is
    /// what they are compared with.
    ///
    /// - Returns: What is to be done now.
    /// - Throws: ``PaymentTransitionError``.
    public mutating func apply(
        _ event: PaymentEvent
    ) throws(PaymentTransitionError) -> PaymentAction {
        switch state {
        case .authorizing: try applyWhileAuthorizing(event)
        case .authorized: try applyWhileAuthorized(event)
        case .outcomeUnknown: try applyWhileUnknown(event)
        case .reversed: try applyWhenReversed(event)
        case .declined, .notSent, .released, .credited: throw .wrongState
        }
    }

    private mutating func applyWhileAuthorizing(
        _ event: PaymentEvent
    ) throws(PaymentTransitionError) -> PaymentAction {
        switch event {
        case .authorizationApproved(let amount):
            // A card check holds nothing: zero was asked for and zero is approved.
            guard amount > 0 || (amount == 0 && requested.isZero) else { throw .amountNotPositive }
            guard amount <= requested.minorUnits else { throw .amountExceeded }
            amounts.authorized = amount
            state = .authorized
            return .rest
        case .authorizationDeclined:
            state = .declined
            return .rest
        case .authorizationNotSent:
            state = .notSent
            return .rest
        case .authorizationUnanswered:
            state = .outcomeUnknown
            return .queueReversal
        case .creditApproved:
            guard !requested.isZero else { throw .amountNotPositive }
            state = .credited
            return .rest
        case .reversalAcknowledged, .captureRequested, .captureConfirmed, .captureRefused,
            .refundRequested, .refundConfirmed, .refundRefused, .releaseRequested,
            .releaseConfirmed, .releaseRefused, .captureVoidRequested, .captureVoidConfirmed,
            .captureVoidRefused, .refundVoidRequested, .refundVoidConfirmed, .refundVoidRefused:
            throw .wrongState
        }
    }

    private mutating func applyWhileUnknown(
        _ event: PaymentEvent
    ) throws(PaymentTransitionError) -> PaymentAction {
        switch event {
        case .reversalAcknowledged:
            state = .reversed
            return .rest
        case .authorizationApproved, .authorizationDeclined, .authorizationNotSent,
            .creditApproved:
            return .ignoreLateAnswer
        case .authorizationUnanswered, .captureRequested, .captureConfirmed, .captureRefused,
            .refundRequested, .refundConfirmed, .refundRefused, .releaseRequested,
            .releaseConfirmed, .releaseRefused, .captureVoidRequested, .captureVoidConfirmed,
            .captureVoidRefused, .refundVoidRequested, .refundVoidConfirmed, .refundVoidRefused:
            throw .wrongState
        }
    }

    private mutating func applyWhenReversed(
        _ event: PaymentEvent
    ) throws(PaymentTransitionError) -> PaymentAction {
        switch event {
        case .authorizationApproved, .authorizationDeclined, .authorizationNotSent,
            .creditApproved:
            return .ignoreLateAnswer
        case .authorizationUnanswered, .reversalAcknowledged, .captureRequested,
            .captureConfirmed, .captureRefused, .refundRequested, .refundConfirmed,
            .refundRefused, .releaseRequested, .releaseConfirmed, .releaseRefused,
            .captureVoidRequested, .captureVoidConfirmed, .captureVoidRefused,
            .refundVoidRequested, .refundVoidConfirmed, .refundVoidRefused:
            throw .wrongState
        }
    }

    private mutating func applyWhileAuthorized(
        _ event: PaymentEvent
    ) throws(PaymentTransitionError) -> PaymentAction {
        switch event {
        case .captureRequested(let amount):
            try reserve(amount, in: \.capturing, of: amounts.remaining)
            return .tellAcquirer
        case .captureConfirmed(let amount):
            try settle(amount, from: \.capturing, to: \.captured)
            return .rest
        case .captureRefused(let amount):
            try settle(amount, from: \.capturing, to: nil)
            return .rest
        case .refundRequested(let amount):
            try reserve(amount, in: \.refunding, of: amounts.refundable)
            return .tellAcquirer
        case .refundConfirmed(let amount):
            try settle(amount, from: \.refunding, to: \.refunded)
            return .rest
        case .refundRefused(let amount):
            try settle(amount, from: \.refunding, to: nil)
            return .rest
        case .releaseRequested(let amount):
            try reserve(amount, in: \.releasing, of: amounts.remaining)
            return .tellAcquirer
        case .releaseConfirmed(let amount):
            try settle(amount, from: \.releasing, to: \.released)
            if amounts.released == amounts.authorized { state = .released }
            return .rest
        case .releaseRefused(let amount):
            try settle(amount, from: \.releasing, to: nil)
            return .rest
        case .captureVoidRequested, .captureVoidConfirmed, .captureVoidRefused,
            .refundVoidRequested, .refundVoidConfirmed, .refundVoidRefused:
            return try applyVoid(event)
        case .authorizationApproved, .authorizationDeclined, .authorizationNotSent,
            .authorizationUnanswered, .reversalAcknowledged, .creditApproved:
            throw .wrongState
        }
    }

    /// What is being taken back stays captured, or refunded, until the acquirer has agreed.
    private mutating func applyVoid(
        _ event: PaymentEvent
    ) throws(PaymentTransitionError) -> PaymentAction {
        switch event {
        case .captureVoidRequested(let amount):
            try reserve(amount, in: \.uncapturing, of: amounts.refundable)
            return .tellAcquirer
        case .captureVoidConfirmed(let amount):
            try settle(amount, from: \.uncapturing, to: nil)
            amounts.captured -= amount
        case .captureVoidRefused(let amount):
            try settle(amount, from: \.uncapturing, to: nil)
        case .refundVoidRequested(let amount):
            try reserve(
                amount, in: \.unrefunding, of: amounts.refunded - amounts.unrefunding)
            return .tellAcquirer
        case .refundVoidConfirmed(let amount):
            try settle(amount, from: \.unrefunding, to: nil)
            amounts.refunded -= amount
        case .refundVoidRefused(let amount):
            try settle(amount, from: \.unrefunding, to: nil)
        case .authorizationApproved, .authorizationDeclined, .authorizationNotSent,
            .authorizationUnanswered, .reversalAcknowledged, .captureRequested,
            .captureConfirmed, .captureRefused, .refundRequested, .refundConfirmed,
            .refundRefused, .releaseRequested, .releaseConfirmed, .releaseRefused,
            .creditApproved:
            throw .wrongState
        }
        return .rest
    }

    private mutating func reserve(
        _ amount: Int64, in part: WritableKeyPath<PaymentAmounts, Int64>, of available: Int64
    ) throws(PaymentTransitionError) {
        guard amount > 0 else { throw .amountNotPositive }
        guard amount <= available else { throw .amountExceeded }
        amounts[keyPath: part] += amount
    }

    private mutating func settle(
        _ amount: Int64, from reserved: WritableKeyPath<PaymentAmounts, Int64>,
        to done: WritableKeyPath<PaymentAmounts, Int64>?
    ) throws(PaymentTransitionError) {
        guard amount > 0 else { throw .amountNotPositive }
        guard amount <= amounts[keyPath: reserved] else { throw .amountExceeded }
        amounts[keyPath: reserved] -= amount
        if let done { amounts[keyPath: done] += amount }
    }
}
