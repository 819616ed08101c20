import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

/// A client of a protocol in which a payment keeps one number all its life; refunds have their own.
struct LifelongClient: Sendable {
    static let ruleSeconds: Int64 = 300

    let fixture: EngineFixture
    var merchant = EngineFixture.shop

    func send(
        _ command: PaymentCommand, numbered: Bool = false, key: String? = nil,
        named clientName: String? = nil, rule: String? = nil
    ) async throws(PaymentRefusal) -> PaymentResult {
        let now = fixture.clock.now
        let rule = rule.map { DuplicateRule(name: $0, seconds: Self.ruleSeconds) }
        let identity: RepetitionPolicy.Identity? = rule.map { .name($0) } ?? key.map { .key($0) }
        let name = RequestIdentity(
            clientName: clientName,
            number: numbered
                ? TransactionNumber(fourteenDigitsAt: now, random: .random(in: .min ... .max))
                : nil,
            repetition: RepetitionPolicy(
                identity ?? .none, spentSource: rule == nil ? .oneWord : .explained))
        let origin = RequestOrigin(
            merchant: merchant, dialect: "lifelong", name: name, handles: .sixteenDigits,
            path: "/", body: [])
        return try await fixture.engine.execute(command, from: origin, at: now)
    }

    /// Pays with a keyed card.
    func pay(
        _ cents: Int64 = 1000, sale: Bool = false, order: String = "order"
    ) async throws -> TransactionNumber {
        let card = KeyedCard(
            pan: try TestCard.visa.pan(), expiry: CardExpiry(year: 2030, month: 12))
        var command = AuthorizeCommand(
            source: .keyed(card), orderReference: order, amount: try usd(cents))
        command.capturesAtOnce = sale
        let result = try await send(.authorize(command), numbered: true)
        guard case .authorization(let answer) = result else { throw UnexpectedResult() }
        return try #require(answer.number)
    }

    /// Captures, in place of what was captured before unless it is to add to that.
    @discardableResult
    func capture(
        _ number: TransactionNumber, _ cents: Int64? = nil, adds: Bool = false,
        key: String? = nil
    ) async throws -> RecordedResult {
        var command = CaptureCommand(
            reference: .begunBy(number), amount: try cents.map(usd), isFinal: false)
        command.replacesEarlier = !adds
        return try await recorded(.capture(command), key: key)
    }

    @discardableResult
    func cancel(
        _ number: TransactionNumber, _ cents: Int64? = nil
    ) async throws -> RecordedResult {
        try await recorded(
            .cancel(CancelCommand(reference: .begunBy(number), amount: try cents.map(usd))))
    }

    @discardableResult
    func refund(
        _ number: TransactionNumber, _ cents: Int64? = nil, settled: Bool = true,
        notBefore: Timestamp? = nil, order: String? = nil, named clientName: String? = nil
    ) async throws -> RecordedResult {
        var command = RefundCommand(reference: .begunBy(number), amount: try cents.map(usd))
        command.requiresSettlement = settled
        command.notBefore = notBefore
        command.orderReference = order
        return try await recorded(.refund(command), numbered: true, named: clientName)
    }

    func release(_ number: TransactionNumber, _ cents: Int64?) async throws -> RecordedResult {
        try await recorded(
            .release(ReleaseCommand(reference: .begunBy(number), amount: try cents.map(usd))))
    }

    /// What an inquiry says of a number.
    func found(_ number: TransactionNumber) async throws -> FoundTransaction {
        try #require(
            try await found(InquireCommand(clientName: nil, number: number)).first)
    }

    func found(_ command: InquireCommand) async throws -> [FoundTransaction] {
        guard case .found(let found) = try await send(.inquire(command)) else {
            throw UnexpectedResult()
        }
        return found
    }

    func batches(
        _ number: Int64?, from: Timestamp = EngineFixture.start, seconds: Int64 = 86_400
    ) async throws -> [SettledBatch] {
        let command = ListBatchesCommand(
            number.map { .number($0) } ?? .closed(from: from, to: from.adding(seconds: seconds)))
        guard case .batches(let batches) = try await send(.listBatches(command)) else {
            throw UnexpectedResult()
        }
        return batches
    }

    private func recorded(
        _ command: PaymentCommand, numbered: Bool = false, key: String? = nil,
        named clientName: String? = nil
    ) async throws -> RecordedResult {
        let result = try await send(command, numbered: numbered, key: key, named: clientName)
        guard case .recorded(let recorded) = result else { throw UnexpectedResult() }
        return recorded
    }
}

/// What servers say that are asked at once: their answers, and the codes of their refusals.
func sayings(
    of servers: [LifelongClient],
    _ ask: @escaping @Sendable (LifelongClient) async throws -> String
) async -> Set<String> {
    await withTaskGroup(of: String.self) { group in
        for server in servers {
            group.addTask {
                do {
                    return try await ask(server)
                } catch let refusal as PaymentRefusal {
                    return refusal.code
                } catch {
                    return "\(error)"
                }
            }
        }
        return await group.reduce(into: []) { $0.insert($1) }
    }
}

/// How many succeed of many at once.
func successes(
    of count: Int, _ body: @escaping @Sendable (Int) async throws -> some Any
) async -> Int {
    await withTaskGroup(of: Bool.self) { group in
        for index in 0..<count {
            // Whoever is refused does not count.
            group.addTask { (try? await body(index)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
}
