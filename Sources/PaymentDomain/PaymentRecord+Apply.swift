extension PaymentRecord {
    /// Changes the payment by an event and by its follow-ups, or refuses the event and leaves the payment as it was.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - now: When it happened.
    ///   - newID: Names an operation that follows from the event.
    /// - Returns: The actions to take now, in this order.
    /// - Throws: ``PaymentRuleError``.
    package mutating func apply(
        _ event: PaymentEvent, at now: Timestamp, newID: () -> OperationID
    ) throws(PaymentRuleError) -> [PaymentAction] {
        if case .requested(let operation) = event, !operation.givesBack,
            !hasRoom(for: [operation])
        {
            throw .tooManyOperations
        }
        var changed = self
        var actions = try changed.take(event, at: now)
        var cause = event
        while let next = changed.followUp(of: cause, at: now, newID) {
            actions += try changed.take(next, at: now)
            cause = next
        }
        self = changed
        return actions
    }

    /// Changes the payment by a stored event alone: its follow-ups were stored as events of their own.
    ///
    /// - Throws: ``PaymentRuleError``; then the payment is as it was.
    package mutating func replay(
        _ event: PaymentEvent, at now: Timestamp
    ) throws(PaymentRuleError) {
        var changed = self
        _ = try changed.take(event, at: now)
        self = changed
    }

    /// Changes the payment by one event. A refused event leaves it half changed.
    private mutating func take(
        _ event: PaymentEvent, at now: Timestamp
    ) throws(PaymentRuleError) -> [PaymentAction] {
        if let actions = actionsWithoutChange(event) { return actions }
        let actions: [PaymentAction]
        switch payment.state {
        case _ where event == .nothingLeft: actions = []
        case .authorizing: actions = try changeWhileAuthorizing(event, at: now)
        case .authorized: actions = try changeWhileAuthorized(event, at: now)
        case .credited: actions = try changeOperations(event, at: now)
        case .notSent, .outcomeUnknown, .reversed: actions = try changeAfterNothing(event)
        case .declined, .released: throw .wrongState
        }
        foldAmounts()
        version += 1
        changes.append(PaymentChange(event: event, state: payment.state))
        return actions
    }

    /// The actions after an event that changes nothing; nil if it changes something, or does not fit.
    private func actionsWithoutChange(_ event: PaymentEvent) -> [PaymentAction]? {
        switch (payment.state, event) {
        case (.outcomeUnknown, .answered(let answer, _)), (.reversed, .answered(let answer, _)):
            // The reversal may have been acknowledged before the request came.
            answer.mayHold ? [.ignoreLateAnswer, .reverse] : [.ignoreLateAnswer]
        case (.reversed, .reversalAcknowledged): []
        // An approval that the shop could not use is a decline, and its part is reversed.
        case (.declined, .reversalAcknowledged): []
        case (_, .cancelled) where isCancelled: []
        case (_, _): nil
        }
    }

    private mutating func foldAmounts() {
        payment.amounts = PaymentAmounts(authorized: amounts.authorized, operations)
        payment.isClosed = closing != .open
        let isReleased = amounts.authorized > 0 && amounts.released == amounts.authorized
        if isReleased { payment.state = .released }
    }

    private mutating func changeAfterNothing(
        _ event: PaymentEvent
    ) throws(PaymentRuleError) -> [PaymentAction] {
        switch event {
        case .reversalAcknowledged:
            guard payment.state == .outcomeUnknown else { throw .wrongState }
            payment.state = .reversed
        case .cancelled: isCancelled = true
        case .answered, .abandoned, .requested, .accepted, .answeredOperation, .renewed,
            .nothingLeft:
            throw .wrongState
        }
        return []
    }

    private mutating func changeWhileAuthorizing(
        _ event: PaymentEvent, at now: Timestamp
    ) throws(PaymentRuleError) -> [PaymentAction] {
        switch event {
        case .answered(let answer, let booking):
            return try end(answer, booking, at: now)
        case .abandoned:
            payment.state = .outcomeUnknown
            return [.reverse]
        case .reversalAcknowledged, .requested, .accepted, .answeredOperation, .renewed,
            .cancelled, .nothingLeft:
            throw .wrongState
        }
    }

    private mutating func changeWhileAuthorized(
        _ event: PaymentEvent, at now: Timestamp
    ) throws(PaymentRuleError) -> [PaymentAction] {
        switch event {
        case .renewed:
            guard closing == .open else { throw .closed }
            // The acquirer may refuse the capture: then all of the hold is left.
            guard amounts.capturing == 0 else { throw .wrongState }
            closing = closing.after(.renewed)
            operationsBeforeRenewal = operations.count
            return []
        case .requested, .accepted, .answeredOperation:
            return try changeOperations(event, at: now)
        case .answered, .abandoned, .reversalAcknowledged, .cancelled, .nothingLeft:
            throw .wrongState
        }
    }
}
