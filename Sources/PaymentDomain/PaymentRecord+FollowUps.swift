extension PaymentRecord {
    /// The next event that follows from an event by our own rules; nil if there isn't one.
    ///
    /// - Parameters:
    ///   - event: The last event.
    ///   - now: The time.
    ///   - newID: Names the operation that is requested.
    func followUp(
        of event: PaymentEvent, at now: Timestamp, _ newID: () -> OperationID
    ) -> PaymentEvent? {
        if case .answeredOperation(let id, let refusal?) = event,
            let index = operations.firstIndex(where: { $0.id == id })
        {
            if let waiting = voidNotSent(after: index) {
                return .answeredOperation(waiting.id, refusal: refusal)
            }
            if let amount = captureToRestore(after: operations[index]) {
                var capture = PaymentOperation(id: newID(), .capture, amount, at: now)
                capture.isFinal = operations[index].isFinal
                return .requested(capture)
            }
        }
        guard let remainder = remainderToRelease else { return nil }
        return .requested(PaymentOperation(id: newID(), .release, remainder, at: now))
    }

    /// The next capture's void that is withdrawn, since the void before it was refused: the captures that are left stand.
    ///
    /// A void is sent once the one before it was taken, or accepted. So if that was refused at once, none after it was
    /// sent.
    private func voidNotSent(after index: Int) -> PaymentOperation? {
        guard operations[index].givesUpHold, !operations[index].wasAccepted else { return nil }
        return operations[index...].first { $0.givesUpHold && $0.state == .sending }
    }

    /// The amount that is captured again, because the capture that replaced it was refused.
    ///
    /// Nothing is captured if the remainder was released meanwhile, or if others have left too little of it.
    private func captureToRestore(after refused: PaymentOperation) -> Money? {
        guard refused.kind == .capture, let amount = refused.replaces, hasRoomForFollowUp,
            closing == .open, amount.minorUnits <= amounts.remaining
        else { return nil }
        return amount
    }

    /// The remainder of a closed hold, once no capture and no void of one waits for an answer.
    private var remainderToRelease: Money? {
        guard payment.state == .authorized, closing != .open, hasRoomForFollowUp,
            amounts.capturing == 0, amounts.uncapturing == 0, !payment.remaining.isZero,
            !isReleaseRefused
        else { return nil }
        return payment.remaining
    }

    /// Whether the acquirer refused a release after the closing. Then no other release is sent.
    private var isReleaseRefused: Bool {
        let closedBy = operations.lastIndex { operation in
            switch operation.kind {
            case .capture: operation.isFinal
            case .captureVoid: operation.state == .confirmed
            case .refund, .release, .refundVoid, .credit: false
            }
        }
        let start = max(closedBy ?? 0, operationsBeforeRenewal ?? 0)
        return operations[start...].contains { $0.kind == .release && $0.state == .refused }
    }

    private var hasRoomForFollowUp: Bool { operations.count < Limits.operationsPerPayment }
}
