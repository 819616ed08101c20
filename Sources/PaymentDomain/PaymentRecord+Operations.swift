extension PaymentRecord {
    /// Changes an operation, or adds one.
    mutating func changeOperations(
        _ event: PaymentEvent, at now: Timestamp
    ) throws(PaymentRuleError) -> [PaymentAction] {
        switch event {
        case .requested(let operation): return try request(operation)
        case .accepted(let id):
            let index = try pendingIndex(of: id)
            guard operations[index].state == .sending else { throw .wrongState }
            operations[index].state = .accepted
            operations[index].wasAccepted = true
            return sendNextVoid(after: operations[index])
        case .answeredOperation(let id, let refusal):
            return try answer(try pendingIndex(of: id), refusal, at: now)
        case .answered, .abandoned, .reversalAcknowledged, .renewed, .cancelled, .nothingLeft:
            throw .wrongState
        }
    }

    /// Adds an operation for which there is room.
    ///
    /// The voids of a payment's captures that release the remainder are sent one after another.
    mutating func request(
        _ operation: PaymentOperation
    ) throws(PaymentRuleError) -> [PaymentAction] {
        try check(operation)
        let mustWait = operation.givesUpHold && nextVoid != nil
        if let index = operations.firstIndex(where: { $0.id == operation.target }) {
            operations[index].state = .voiding
        }
        operations.append(operation)
        if operation.isFinal, operation.kind == .capture {
            closing = closing.after(.finalCaptureRequested)
        }
        if operation.givesUpHold { closing = closing.after(.holdGivenUp) }
        return mustWait ? [] : [.send(operation)]
    }

    private func pendingIndex(of id: OperationID) throws(PaymentRuleError) -> Int {
        guard let index = operations.firstIndex(where: { $0.id == id }) else {
            throw .operationNotFound
        }
        guard operations[index].isPending else { throw .wrongState }
        return index
    }

    /// Writes the acquirer's answer. It counts once.
    private mutating func answer(
        _ index: Int, _ refusal: DeclineReason?, at now: Timestamp
    ) throws(PaymentRuleError) -> [PaymentAction] {
        let isRefused = refusal != nil
        operations[index].state = isRefused ? .refused : .confirmed
        operations[index].refusal = refusal
        operations[index].answeredAt = now
        let answered = operations[index]
        if let target = operations.firstIndex(where: { $0.id == answered.target }) {
            operations[target].state = isRefused ? .confirmed : .voided
        }
        for step in closingSteps(after: answered) { closing = closing.after(step) }
        // Once it was accepted, the next void was sent.
        return isRefused || answered.wasAccepted ? [] : sendNextVoid(after: answered)
    }

    /// The steps that an answered operation means for the hold.
    private func closingSteps(after answered: PaymentOperation) -> [ClosingStep] {
        let isRefused = answered.state == .refused
        switch answered.kind {
        case .capture where isRefused && answered.isSale: return [.saleCaptureRefused]
        // A final capture before the last one has closed nothing.
        case .capture where isRefused && answered.id == finalCapture?.id:
            return [.finalCaptureRefused]
        case .captureVoid(let givesUpHold):
            var steps: [ClosingStep] = []
            if isRefused && givesUpHold { steps.append(.givingUpRefused) }
            if !isRefused && !givesUpHold { steps.append(.captureVoided) }
            let isLast = !operations.contains { $0.isCaptureVoid && $0.isPending }
            return isLast ? steps + [.voidsAnswered] : steps
        case .capture, .refund, .release, .refundVoid, .credit: return []
        }
    }

    /// The newest final capture, which has closed the hold.
    var finalCapture: PaymentOperation? {
        operations.last { $0.kind == .capture && $0.isFinal }
    }

    /// The oldest void that releases the remainder and that is pending or to be sent next.
    private var nextVoid: PaymentOperation? {
        operations.first { $0.givesUpHold && $0.state == .sending }
    }

    private func sendNextVoid(after operation: PaymentOperation) -> [PaymentAction] {
        guard operation.givesUpHold, let next = nextVoid else { return [] }
        return [.send(next)]
    }
}
