import PaymentDomain

extension PaymentEngine {
    /// Says whether an amount is held, and renews a hold that lapsed, or never was, where the shop asks for that.
    ///
    /// A shop may have taken an order whose authorization timed out; this is where it finds out before it ships. A
    /// renewal is a new payment of the same order and card, without cryptogram; what is left of a lapsed hold is
    /// released.
    ///
    /// Source: Radial, Confirm Funds, PerformReauthorization; Authorization Response Codes, TIMEOUT.
    func confirmFunds(
        _ command: ConfirmFundsCommand, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        guard !command.amount.isZero else { throw .amountZero }
        let found = try await payments(command.reference, request)
        let holding = found.filter { $0.state == .authorized }
        guard let newest = holding.first ?? found.first else { throw .paymentNotFound }
        guard newest.requested.currency == command.amount.currency else {
            throw .currencyMismatch
        }
        let covers = holding.contains {
            !hasLapsed($0, at: request.now)
                && $0.remaining.minorUnits >= command.amount.minorUnits
        }
        if covers { return .funds(funds(.available, newest)) }
        guard command.renews, let gone = found.first(where: { isRenewable($0, at: request.now) })
        else { return .funds(funds(.unavailable, newest)) }
        return try await renew(gone, for: command.amount, request)
    }

    private func renew(
        _ gone: Payment, for amount: Money, _ request: EngineRequest
    ) async throws(PaymentRefusal) -> PaymentResult {
        let card = try await openStored(gone.handle, amount: amount, request)
        let plan = AuthorizationPlan(
            orderReference: gone.orderReference, card: card, amount: amount,
            allowsPartialApproval: false, billing: BillingDetails())
        let result = try await carryOut(plan, request) { answer in
            let availability: FundsResult.Availability =
                switch answer.outcome {
                case .approved: .available
                case .declined, .notSent: .unavailable
                case .unknown: .unknown
                }
            return .funds(
                FundsResult(
                    availability: availability, renewalAttempted: true,
                    orderReference: gone.orderReference))
        }
        if case .funds(let funds) = result, funds.availability == .available,
            gone.state == .authorized
        {
            await releaseRest(of: gone.id, request)
        }
        return result
    }

    private func isRenewable(_ payment: Payment, at now: Timestamp) -> Bool {
        switch payment.state {
        case .authorized: hasLapsed(payment, at: now) && !payment.remaining.isZero
        case .notSent, .outcomeUnknown, .reversed: true
        case .authorizing, .declined, .released: false
        }
    }

    private func hasLapsed(_ payment: Payment, at now: Timestamp) -> Bool {
        let start = payment.authorizedAt ?? payment.createdAt
        return now >= start.adding(seconds: EngineLimits.authorizationLifetimeSeconds)
    }

    private func funds(
        _ availability: FundsResult.Availability, _ payment: Payment
    ) -> FundsResult {
        FundsResult(
            availability: availability, renewalAttempted: false,
            orderReference: payment.orderReference)
    }
}
