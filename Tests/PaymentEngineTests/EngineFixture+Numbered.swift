import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

/// A client of a protocol that numbers transactions and knows the rule on duplicates.
struct NumberedClient: Sendable {
    static let twoDays: Int64 = 172_800

    let fixture: EngineFixture
    var merchant = EngineFixture.shop

    /// Sends a command; with a rule, the same rule on the same card is done once.
    func send(
        _ command: PaymentCommand, named name: String? = nil, rule: String? = nil,
        content: [String] = [], number: TransactionNumber? = nil
    ) async throws(PaymentRefusal) -> PaymentResult {
        let now = fixture.clock.now
        let identity: RepetitionPolicy.Identity? = rule.map {
            .name(DuplicateRule(name: $0, content: content, seconds: Self.twoDays))
        }
        let requestName = RequestIdentity(
            clientName: name,
            number: number ?? TransactionNumber(at: now, random: .random(in: .min ... .max)),
            repetition: RepetitionPolicy(identity ?? .none, spentSource: .explained))
        let origin = RequestOrigin(
            merchant: merchant, dialect: "numbered", name: requestName, handles: .digits,
            path: "/", body: [])
        return try await fixture.engine.execute(command, from: origin, at: now)
    }

    func pay(
        _ source: PaymentSource, _ cents: Int64? = 1000, sale: Bool = false,
        named name: String? = nil, rule: String? = nil
    ) async throws -> AuthorizationResult {
        var command = AuthorizeCommand(
            source: source, orderReference: "order", amount: try cents.map(usd))
        command.capturesAtOnce = sale
        return try await authorization(.authorize(command), named: name, rule: rule)
    }

    func authorization(
        _ command: PaymentCommand, named name: String? = nil, rule: String? = nil
    ) async throws -> AuthorizationResult {
        guard
            case .authorization(let answer) = try await send(command, named: name, rule: rule)
        else { throw UnexpectedResult() }
        return answer
    }

    func capture(
        _ number: TransactionNumber?, _ cents: Int64?, isFinal: Bool = false, rule: String? = nil
    ) async throws -> RecordedResult {
        try await recorded(
            .capture(
                CaptureCommand(
                    reference: .number(try #require(number)), amount: try cents.map(usd),
                    isFinal: isFinal)), rule: rule)
    }

    func refund(
        _ number: TransactionNumber?, _ cents: Int64?, rule: String? = nil
    ) async throws -> RecordedResult {
        try await recorded(
            .refund(
                RefundCommand(
                    reference: .number(try #require(number)), amount: try cents.map(usd))),
            rule: rule)
    }

    func void(_ number: TransactionNumber?, rule: String? = nil) async throws -> RecordedResult {
        try await recorded(.void(VoidCommand(number: try #require(number))), rule: rule)
    }

    func release(
        _ number: TransactionNumber?, _ cents: Int64?, wholeOnly: Set<CardNetwork> = []
    ) async throws -> RecordedResult {
        var command = ReleaseCommand(
            reference: .number(try #require(number)), amount: try cents.map(usd))
        command.refusesNothingLeft = true
        command.wholeOnly = wholeOnly
        return try await recorded(.release(command))
    }

    /// Registers a fresh token of an amount.
    func register(_ cents: Int64 = 1000, id: String) async throws -> RegistrationID {
        let id = try #require(RegistrationID(id))
        let command = RegisterCommand(
            source: .applePay(.fields(try fixture.token(cents).fields)), id: id,
            lifetimeSeconds: 86_400)
        guard case .registered(let card) = try await send(.register(command)) else {
            throw UnexpectedResult()
        }
        #expect(card.id == id)
        return id
    }

    private func recorded(
        _ command: PaymentCommand, rule: String? = nil
    ) async throws -> RecordedResult {
        guard case .recorded(let result) = try await send(command, rule: rule) else {
            throw UnexpectedResult()
        }
        return result
    }
}

/// Expects that a command is refused with a code.
func expectRefusal(
    _ code: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> some Any
) async {
    do {
        _ = try await body()
        Issue.record("it was not refused", sourceLocation: sourceLocation)
    } catch {
        let refusal = error as? PaymentRefusal
        #expect(refusal?.code == code, sourceLocation: sourceLocation)
    }
}
