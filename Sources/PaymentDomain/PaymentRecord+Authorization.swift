extension PaymentRecord {
    /// Ends the authorization, and books the operation that comes with its answer.
    mutating func end(
        _ answer: AuthorizationAnswer, _ booking: PaymentOperation?, at now: Timestamp
    ) throws(PaymentRuleError) -> [PaymentAction] {
        switch answer {
        case .approved(let amount):
            try approve(amount, at: now)
            return try bookSale(booking)
        case .credited:
            try bookCredit(booking, at: now)
            payment.state = .credited
            return []
        case .declined: return try end(in: .declined, booking, then: [])
        case .notSent: return try end(in: .notSent, booking, then: [])
        case .unanswered: return try end(in: .outcomeUnknown, booking, then: [.reverse])
        }
    }

    private mutating func end(
        in state: PaymentState, _ booking: PaymentOperation?, then actions: [PaymentAction]
    ) throws(PaymentRuleError) -> [PaymentAction] {
        guard booking == nil else { throw .wrongBooking }
        payment.state = state
        return actions
    }

    private mutating func approve(
        _ amount: Int64, at now: Timestamp
    ) throws(PaymentRuleError) {
        // A check of the card holds nothing: zero was asked for and zero is approved.
        guard amount > 0 || (amount == 0 && payment.requested.isZero) else {
            throw .amountNotPositive
        }
        guard amount <= payment.requested.minorUnits else { throw .amountExceeded }
        payment.state = .authorized
        payment.authorizedAt = now
        payment.amounts.authorized = amount
    }

    /// Books the capture of a sale: of the whole approved amount.
    private mutating func bookSale(
        _ booking: PaymentOperation?
    ) throws(PaymentRuleError) -> [PaymentAction] {
        guard var capture = booking else { return [] }
        guard capture.kind == .capture, capture.amount.minorUnits == amounts.authorized else {
            throw .wrongBooking
        }
        capture.isSale = true
        return try request(capture)
    }

    /// Books a credit, which the acquirer took with its authorization.
    private mutating func bookCredit(
        _ booking: PaymentOperation?, at now: Timestamp
    ) throws(PaymentRuleError) {
        guard !payment.requested.isZero else { throw .amountNotPositive }
        guard var credit = booking, credit.kind == .credit, credit.isNew,
            credit.target == nil, credit.amount == payment.requested
        else { throw .wrongBooking }
        credit.state = .confirmed
        credit.answeredAt = now
        operations.append(credit)
    }
}

extension AuthorizationAnswer {
    /// Whether the acquirer holds something, wanted or not, or may do so for all we know.
    var mayHold: Bool {
        switch self {
        case .approved, .credited, .unanswered: true
        case .declined, .notSent: false
        }
    }
}
