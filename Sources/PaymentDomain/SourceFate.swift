/// The fate of the payment, or the credit, that a token, a registration or a cryptogram was spent on.
package enum SourceFate: Sendable, Hashable {
    /// The money moved, or is held.
    case stands
    /// The acquirer's next answers decide.
    case pending
    /// No money moved, or it was given back whole.
    case cameToNothing
}

extension PaymentRecord {
    /// The fate of the source that was spent on the payment.
    package func fate(at now: Timestamp) -> SourceFate {
        switch payment.state {
        case .authorizing, .outcomeUnknown: .pending
        case .declined, .notSent, .reversed, .released: .cameToNothing
        case .credited: fateOfCredit
        case .authorized: fateOfHold(at: now)
        }
    }

    private var fateOfCredit: SourceFate {
        switch operations.first?.state {
        case .voided: .cameToNothing
        case .voiding: .pending
        case .sending, .accepted, .confirmed, .refused, nil: .stands
        }
    }

    private func fateOfHold(at now: Timestamp) -> SourceFate {
        guard let sale = operations.first(where: \.isSale),
            amounts.captured <= amounts.uncapturing
        else {
            // A pending release may be refused, or may leave nothing.
            return payment.isBeingReleased ? .pending : .stands
        }
        guard amounts.capturing == 0 else { return .pending }
        switch sale.state {
        case .confirmed: return .stands
        case .sending, .accepted, .voiding: return .pending
        // Until its authorization is released, it can be captured again.
        case .refused, .voided: return payment.fateOfSaleWithoutCapture(at: now)
        }
    }
}

extension Payment {
    /// The fate of a sale whose own capture was refused or voided.
    package func fateOfSaleWithoutCapture(at now: Timestamp) -> SourceFate {
        guard state == .authorized else { return .cameToNothing }
        guard amounts.captured <= amounts.uncapturing else {
            return isBeingReleased ? .pending : .stands
        }
        let mayBeCaptured = !isClosed && !remaining.isZero && !hasExpired(at: now)
        // The hold may stay if the acquirer does not release it. If it is closed, it pays nothing all the same.
        let isPending = isClosed ? isRemainderPending : isHoldPending
        return isPending || mayBeCaptured ? .pending : .cameToNothing
    }
}
