import PaymentDomain

extension PaymentEngine {
    /// Says whether an amount is authorized, and renews an authorization that expired, or failed, if the shop asks for
    /// that.
    ///
    /// The amount is the original one at every debit, so captured amounts count as authorized. A shop may have taken an
    /// order whose authorization timed out; here it finds out before it ships. A renewal is a new payment of the same
    /// order and card, without cryptogram, for the whole remainder, whatever part the shop asks about: a shop that
    /// ships in parts asks about each, and would cancel a good sale whose part isn't authorized. The remainder of the
    /// expired authorization is released. A card check holds nothing, and hides no authorization.
    func confirmFunds(
        _ command: ConfirmFundsCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard !command.amount.isZero else { throw .amountZero }
        guard let name = command.reference.order(of: request.merchant.id) else {
            throw .paymentNotFound
        }
        // One at a time for an order, so that two renewals at once are not two holds. Across processes the database lets
        // only one begin of the order that both have read.
        let turn = IdempotencyKey(
            merchant: request.merchant.id, dialect: "confirm-funds", key: name.reference)
        try await inFlight.enter(turn)
        defer { inFlight.leave(turn) }
        guard let order = try await stored({ try await ports.reader.order(name) }) else {
            throw .paymentNotFound
        }
        switch order.funds(for: command.amount, at: request.now) {
        case .available: return try await safely(.funds(funds(.available, name)))
        case .unavailable: return try await safely(.funds(funds(.unavailable, name)))
        case .unknown: return .funds(funds(.unknown, name))
        case .refuse(let refusal): throw refusal
        case .renewable(let gone, let amount):
            guard command.renews else {
                return try await safely(.funds(funds(.unavailable, name)))
            }
            return try await renew(
                Renewal(of: gone, name, asRead: order), for: amount, request)
        }
    }

    private func renew(
        _ renewal: Renewal, for amount: Money, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard let gone = renewal.renewed?.payment else { throw .storeUnavailable }
        var card = try await openStored(gone.handle, amount: amount, request)
        if let original = try await stored({ try await ports.reader.snapshot(of: gone.id) }) {
            // As it was for this payment; a later attempt may have brought another end.
            card.expiry = original.authorization.details.expiry
        }
        var plan = AuthorizationPlan(
            orderReference: gone.orderReference, card: card, amount: amount)
        plan.renewal = renewal
        return .funds(FundsResult(of: try await carryOut(plan, request)))
    }

    private func funds(
        _ availability: FundsResult.Availability, _ order: OrderName
    ) -> FundsResult {
        FundsResult(
            availability: availability, renewalAttempted: false,
            orderReference: order.reference)
    }
}

extension FundsResult {
    /// Whether a renewal holds its amount.
    init(of renewal: AuthorizationResult) {
        let availability: Availability =
            switch renewal.outcome {
            case .approved: .available
            case .declined: .unavailable
            case .notSent, .unknown: .unknown
            }
        self.init(
            availability: availability, renewalAttempted: true,
            orderReference: renewal.orderReference)
    }
}
