import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

/// Dollars and cents, as cents.
func usd(_ cents: Int64) throws -> Money {
    try Money(minorUnits: cents, currency: .usd)
}

extension EngineFixture {
    /// A token that the device makes now.
    func token(_ cents: Int64 = 1000, card: TestCard = .visa) throws -> SimulatedToken {
        try device.pay(SimulatedOrder(amount: try usd(cents), card: card, at: clock.now))
    }

    /// Sends a command as a dialect would.
    func send(
        _ command: PaymentCommand, key: String? = nil, body: String = "body",
        path: String = "/pay", from merchant: MerchantID = EngineFixture.shop
    ) async throws(PaymentRefusal) -> PaymentResult {
        let origin = RequestOrigin(
            merchant: merchant, dialect: "test",
            name: RequestIdentity(repetition: RepetitionPolicy(key.map { .key($0) } ?? .none)),
            path: path, body: Array(body.utf8))
        return try await engine.execute(command, from: origin, at: clock.now)
    }

    /// Authorizes a fresh token of 10.00, or the one that is given.
    func authorize(
        _ payload: ApplePayPayload? = nil, amount: Int64? = 1000, order: String = "order",
        key: String? = nil, partial: Bool = false
    ) async throws -> AuthorizationResult {
        let source = try payload ?? .fields(token(amount ?? 1000).fields)
        let command = AuthorizeCommand(
            source: .applePay(source), orderReference: order, amount: try amount.map(usd),
            allowsPartialApproval: partial)
        let result = try await send(.authorize(command), key: key)
        guard case .authorization(let answer) = result else { throw UnexpectedResult() }
        return answer
    }

    /// An authorization of the order that nobody answers, or that comes to nothing in another way; later ones are
    /// approved.
    func tryInVain(_ outcome: AcquirerAnswer = .unknown) async throws {
        await acquirer.answers { _ in outcome }
        _ = try await authorize()
        await acquirer.answers { .approval(of: $0.amount) }
    }

    func capture(
        _ cents: Int64, final isFinal: Bool = false, order: String = "order", key: String? = nil
    ) async throws -> RecordedResult {
        try await record(
            .capture(
                CaptureCommand(
                    reference: .order(order, card: nil), amount: try usd(cents),
                    isFinal: isFinal)),
            key: key)
    }

    /// A capture by a client that names the hold itself, as other protocols do by its number: it is found by no order.
    func capture(
        _ cents: Int64, of hold: PaymentID, final isFinal: Bool = false
    ) async throws -> RecordedResult {
        try await record(
            .capture(
                CaptureCommand(
                    reference: .payment(hold), amount: try usd(cents), isFinal: isFinal)),
            key: nil)
    }

    func refund(
        _ cents: Int64, order: String = "order", key: String? = nil
    ) async throws -> RecordedResult {
        try await record(
            .refund(
                RefundCommand(reference: .order(order, card: nil), amount: try usd(cents))),
            key: key)
    }

    func release(
        _ cents: Int64?, order: String = "order", key: String? = nil
    ) async throws -> RecordedResult {
        try await record(
            .release(
                ReleaseCommand(
                    reference: .order(order, card: nil), amount: try cents.map(usd))),
            key: key)
    }

    func confirmFunds(
        _ cents: Int64, renews: Bool, order: String = "order", key: String? = nil
    ) async throws -> FundsResult {
        let command = ConfirmFundsCommand(
            reference: .order(order, card: nil), amount: try usd(cents), renews: renews)
        guard case .funds(let funds) = try await send(.confirmFunds(command), key: key) else {
            throw UnexpectedResult()
        }
        return funds
    }

    /// The newest payment of an order, as the books have it.
    func payment(_ order: String = "order") async throws -> Payment {
        let found = try await store.payments(.order(order, card: nil), of: Self.shop)
        return try #require(found.first)
    }

    private func record(_ command: PaymentCommand, key: String?) async throws -> RecordedResult {
        guard case .recorded(let result) = try await send(command, key: key) else {
            throw UnexpectedResult()
        }
        return result
    }
}

/// The engine answered with another kind of result than the command has.
struct UnexpectedResult: Error {}

/// Whether there was room; what is in work is asked for again.
func fits(_ work: () async throws -> Void) async throws -> Bool {
    while true {
        do {
            try await work()
            return true
        } catch PaymentRefusal.inFlight {
            try Task.checkCancellation()
            await Task.yield()
        } catch let refusal as PaymentRefusal
            where refusal == .amountExceeded || refusal == .depleted
        {
            return false
        }
    }
}
