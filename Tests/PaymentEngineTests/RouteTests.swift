import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

/// Two lines, to which a merchant's route leads in this order, as far as a server has them.
private final class TwoLines: AcquirerLines {
    static let first = LineID("first")
    static let next = LineID("next")
    private static let both = [first, next]

    let acquirers: [LineID: ScriptedAcquirer]
    private let route: [LineID]
    private let missing = Mutex<Set<LineID>>([])

    init(
        _ first: LineCapabilities = .all, next: LineCapabilities = .all,
        route: [LineID] = [TwoLines.first, TwoLines.next]
    ) {
        acquirers = [Self.first: ScriptedAcquirer(first), Self.next: ScriptedAcquirer(next)]
        self.route = route
    }

    func candidates(_ question: RouteQuestion) -> [LineID] { route }

    var all: [LineID] { Self.both.filter { line($0) != nil } }

    func line(_ id: LineID) -> (any AcquirerLine)? {
        missing.withLock { $0.contains(id) } ? nil : acquirers[id]
    }

    func lose(_ id: LineID) { missing.withLock { _ = $0.insert(id) } }
    func regain(_ id: LineID) { missing.withLock { _ = $0.remove(id) } }

    func answers(_ id: LineID, _ answer: AcquirerAnswer) async {
        await acquirers[id]?.answers { _ in answer }
    }

    /// How many authorizations a line was asked for.
    func asked(_ id: LineID) async -> Int { await acquirers[id]?.asked.count ?? 0 }
    func told(_ id: LineID) async -> [AdviceKind] {
        await acquirers[id]?.told.map(\.kind) ?? []
    }
}

@Suite("The line of a payment", .timeLimit(.minutes(5)))
struct RouteTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        var route = [TwoLines.first, TwoLines.next]
        let first: AcquirerAnswer
        let outcome: AuthorizationResult.Outcome
        let line: LineID
        let askedNext: Int
    }

    static let rows = [
        Row(
            testDescription: "the next one, if nothing was sent to the first",
            first: .notSent, outcome: .approved, line: TwoLines.next, askedNext: 1),
        Row(
            testDescription: "the first, if it is silent: another would pay twice",
            first: .unknown, outcome: .unknown, line: TwoLines.first, askedNext: 0),
        Row(
            testDescription: "the first, if it declines: a decline is not tried again",
            first: .declined(.doNotHonor, AcquirerChecks()), outcome: .declined(.doNotHonor),
            line: TwoLines.first, askedNext: 0),
        Row(
            testDescription: "the first, if the route names no other", route: [TwoLines.first],
            first: .notSent, outcome: .notSent, line: TwoLines.first, askedNext: 0),
    ]

    @Test("it is", arguments: rows)
    func line(_ row: Row) async throws {
        let lines = TwoLines(route: row.route)
        try await withEngine(lines: lines) { (fixture) async throws in
            await lines.answers(TwoLines.first, row.first)
            #expect(try await fixture.authorize().outcome == row.outcome)
            #expect(try await fixture.payment().line == row.line)
            #expect(await lines.asked(TwoLines.first) == 1)
            #expect(await lines.asked(TwoLines.next) == row.askedNext)
        }
    }

    @Test("each line hears the merchant's number there, also with later messages")
    func merchantNumbers() async throws {
        let lines = TwoLines()
        try await withEngine(lines: lines, numbersAtLines: [TwoLines.next: "81601"]) {
            (fixture) async throws in
            await lines.answers(TwoLines.first, .notSent)
            _ = try await fixture.authorize()
            _ = try await fixture.capture(600)
            let (first, next) = (lines.acquirers[TwoLines.first], lines.acquirers[TwoLines.next])
            #expect(await first?.asked.map(\.merchant.merchantNumber) == ["496160873888"])
            #expect(await next?.asked.map(\.merchant.merchantNumber) == ["81601"])
            #expect(await next?.told.map(\.merchant.merchantNumber) == ["81601"])
            #expect(await next?.told.map(\.merchant.terminalNumber) == ["00000001"])
        }
    }

    @Test("the reversal of a line's silence has the merchant's number there")
    func numberOfReversal() async throws {
        let lines = TwoLines(route: [TwoLines.first])
        try await withEngine(lines: lines, numbersAtLines: [TwoLines.first: "81600"]) {
            (fixture) async throws in
            await lines.answers(TwoLines.first, .unknown)
            _ = try await fixture.authorize()
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            let told = await lines.acquirers[TwoLines.first]?.told
            #expect(told?.map(\.merchant.merchantNumber) == ["81600"])
        }
    }

    @Test("every later message of the payment takes the line that approved it")
    func keepsItsLine() async throws {
        let lines = TwoLines()
        try await withEngine(lines: lines) { (fixture) async throws in
            await lines.answers(TwoLines.first, .notSent)
            _ = try await fixture.authorize()
            _ = try await fixture.capture(600)
            _ = try await fixture.refund(100)
            _ = try await fixture.release(nil)
            #expect(await lines.told(TwoLines.first) == [])
            #expect(await lines.told(TwoLines.next) == [.capture, .refund, .release])
        }
    }

    @Test("the reversal of an unknown outcome goes to the line that was silent")
    func reversal() async throws {
        let lines = TwoLines()
        try await withEngine(lines: lines) { (fixture) async throws in
            await lines.answers(TwoLines.first, .notSent)
            await lines.answers(TwoLines.next, .unknown)
            #expect(try await fixture.authorize().outcome == .unknown)
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(await lines.told(TwoLines.next) == [.reversal])
            #expect(await lines.told(TwoLines.first) == [])
        }
    }

    @Test("the next line is not asked before the database has the change")
    func unwritten() async throws {
        let lines = TwoLines()
        let faults = StoreFaults()
        try await withEngine(lines: lines, faults: faults) { (fixture) async throws in
            await lines.answers(TwoLines.first, .notSent)
            faults.set(.refused, on: .reroute)
            #expect(try await fixture.authorize().outcome == .notSent)
            #expect(await lines.asked(TwoLines.next) == 0)
        }
    }

    @Test("a payment found abandoned meanwhile takes no other line")
    func abandoned() async throws {
        let lines = TwoLines()
        let faults = StoreFaults()
        try await withEngine(lines: lines, faults: faults) { (fixture) async throws in
            await lines.answers(TwoLines.first, .notSent)
            faults.before(.reroute) {
                // The store is a real one: what it can't do here the expectations below show.
                _ = try? await fixture.store.recoverAbandoned(
                    deadlineBefore: fixture.clock.now.adding(seconds: 86_400),
                    at: fixture.clock.now)
            }
            #expect(try await fixture.authorize().outcome == .unknown)
            #expect(await lines.asked(TwoLines.next) == 0)
            #expect(try await fixture.payment().line == TwoLines.first)
        }
    }

    @Test("a line that is removed after it was chosen gets nothing, and nothing is written")
    func removed() async throws {
        let lines = TwoLines()
        let faults = StoreFaults()
        try await withEngine(lines: lines, faults: faults) { (fixture) async throws in
            faults.before(.begin) { try? fixture.remove(TwoLines.first) }
            await expectRefusal("store-unavailable") { try await fixture.authorize() }
            #expect(try fixture.number("SELECT count(*) FROM payments") == 0)
            #expect(await lines.asked(TwoLines.first) == 0)
        }
    }

    @Test("a next line that is removed meanwhile gets nothing")
    func nextRemoved() async throws {
        let lines = TwoLines()
        let faults = StoreFaults()
        try await withEngine(lines: lines, faults: faults) { (fixture) async throws in
            await lines.answers(TwoLines.first, .notSent)
            faults.before(.reroute) { try? fixture.remove(TwoLines.next) }
            #expect(try await fixture.authorize().outcome == .notSent)
            #expect(await lines.asked(TwoLines.next) == 0)
            #expect(try await fixture.payment().line == TwoLines.first)
        }
    }

    @Test("a line that answers nothing keeps no other line's messages waiting")
    func silentLine() async throws {
        let lines = TwoLines()
        let (silence, told) = (Gate(), Gate())
        try await withEngine(lines: lines) { (fixture) async throws in
            await lines.answers(TwoLines.first, .unknown)
            // More than there are places for.
            for number in 0...EngineLimits.deliveriesPerRound {
                _ = try await fixture.authorize(order: "order \(number)")
            }
            await lines.acquirers[TwoLines.first]?.replies { _ in
                await silence.wait()
                return .unanswered
            }
            await lines.answers(TwoLines.first, .notSent)
            await lines.answers(TwoLines.next, .unknown)
            await lines.acquirers[TwoLines.next]?.replies { _ in
                await told.open()
                return .acknowledged(nil)
            }
            let running = Task { await fixture.worker.run(every: .seconds(60)) { _ in } }
            _ = try await fixture.authorize(order: "other")
            await told.wait()
            running.cancel()
            await silence.open()
            await running.value
        }
    }

    @Test("without its line nothing is begun, and its messages wait for it")
    func missing() async throws {
        let lines = TwoLines(route: [TwoLines.first])
        try await withEngine(lines: lines) { (fixture) async throws in
            _ = try await fixture.authorize()
            await lines.acquirers[TwoLines.first]?.replies { _ in .unanswered }
            #expect(try await fixture.capture(600).isAnswered == false)
            lines.lose(TwoLines.first)
            await expectRefusal("store-unavailable") { try await fixture.authorize(order: "other") }
            await expectRefusal("store-unavailable") { try await fixture.capture(100) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
            await lines.acquirers[TwoLines.first]?.replies { _ in .acknowledged(nil) }
            lines.regain(TwoLines.first)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
        }
    }
}

@Suite("What a line can't do", .timeLimit(.minutes(5)))
struct LineCapabilityTests {
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let capabilities: LineCapabilities
        var amount: Int64 = 1000
        let refusal: String
    }

    private static func without(_ feature: LineCapabilities.Features) -> LineCapabilities {
        LineCapabilities(features: .all.subtracting(feature))
    }

    static let rows = [
        Row(
            testDescription: "a network", capabilities: LineCapabilities(networks: [.discover]),
            refusal: "unsupported-card"),
        Row(
            testDescription: "a currency", capabilities: LineCapabilities(currencies: []),
            refusal: "not-supported"),
    ]

    @Test("is refused before anything is written", arguments: rows)
    func refused(_ row: Row) async throws {
        let acquirer = ScriptedAcquirer(row.capabilities)
        try await withEngine(acquirer: acquirer) { (fixture) async throws in
            await expectRefusal(row.refusal) { try await fixture.authorize() }
            #expect(try fixture.number("SELECT count(*) FROM payments") == 0)
            #expect(await acquirer.asked.isEmpty)
        }
    }

    @Test("a line that lacks what the payment needs is passed over for the next one")
    func passedOver() async throws {
        let lines = TwoLines(LineCapabilities(networks: [.discover]))
        try await withEngine(lines: lines) { (fixture) async throws in
            #expect(try await fixture.authorize().outcome == .approved)
            #expect(try await fixture.payment().line == TwoLines.next)
            #expect(await lines.asked(TwoLines.first) == 0)
        }
    }

    @Test(
        "if a line can't be used now, and the next one lacks what the payment needs, the client may try again",
        arguments: [LineCapabilities(networks: [.discover]), LineCapabilities(currencies: [])])
    func unusable(next: LineCapabilities) async throws {
        let lines = TwoLines(next: next)
        try await withEngine(lines: lines) { (fixture) async throws in
            lines.lose(TwoLines.first)
            await expectRefusal("store-unavailable") { try await fixture.authorize() }
            lines.regain(TwoLines.first)
            #expect(try await fixture.authorize().outcome == .approved)
        }
    }

    @Test("a merchant without a route is refused")
    func noRoute() async throws {
        try await withEngine(lines: TwoLines(route: [])) { (fixture) async throws in
            await expectRefusal("not-supported") { try await fixture.authorize() }
        }
    }

    @Test("a credit, a card check and an approval from elsewhere need the feature")
    func purposes() async throws {
        let features: LineCapabilities.Features = [.credit, .zeroAmountCheck, .priorApproval]
        let acquirer = ScriptedAcquirer(Self.without(features))
        try await withEngine(acquirer: acquirer) { (fixture) async throws in
            let card = PaymentSource.applePay(.fields(try fixture.token().fields))
            var check = AuthorizeCommand(source: card, orderReference: "o", amount: nil)
            check.checksCardOnly = true
            var forced = AuthorizeCommand(source: card, orderReference: "o", amount: try usd(1000))
            forced.priorApproval = PriorApproval(code: nil)
            let credit = CreditCommand(source: card, orderReference: "o", amount: try usd(1000))
            for command in [PaymentCommand.authorize(check), .authorize(forced), .credit(credit)] {
                await expectRefusal("not-supported") { try await fixture.send(command) }
            }
            #expect(await acquirer.asked.isEmpty)
        }
    }

    @Test("a hold needs a line that takes money later; a sale doesn't")
    func holds() async throws {
        let acquirer = ScriptedAcquirer(Self.without(.separateCapture))
        try await withEngine(acquirer: acquirer) { (fixture) async throws in
            await expectRefusal("not-supported") { try await fixture.authorize() }
            #expect(await acquirer.asked.isEmpty)
            let card = PaymentSource.applePay(.fields(try fixture.token().fields))
            var sale = AuthorizeCommand(source: card, orderReference: "o", amount: try usd(1000))
            sale.capturesAtOnce = true
            _ = try await fixture.send(.authorize(sale))
            #expect(await acquirer.asked.count == 1)
        }
    }

    @Test("a part of a hold is released only by a line that can; the whole by every one")
    func partialRelease() async throws {
        try await withEngine(acquirer: ScriptedAcquirer(Self.without(.partialRelease))) {
            (fixture) async throws in
            _ = try await fixture.authorize()
            await expectRefusal("not-supported") { try await fixture.release(400) }
            #expect(try await fixture.release(nil).refusal == nil)
        }
    }

    @Test("a refund goes to the capture that has room for it, if a line books it there")
    func refunds() async throws {
        let acquirer = ScriptedAcquirer(Self.without(.refundOfSeveralCaptures))
        try await withEngine(acquirer: acquirer) { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(300)
            _ = try await fixture.capture(500)
            // 800 is captured, but by no one capture.
            await expectRefusal("not-supported") { try await fixture.refund(600) }
            for amount: Int64 in [400, 200] {
                #expect(try await fixture.refund(amount).refusal == nil)
            }
            await expectRefusal("not-supported") { try await fixture.refund(101) }
            for amount: Int64 in [100, 100] {
                #expect(try await fixture.refund(amount).refusal == nil)
            }
            let captures = await acquirer.told(.capture).map(\.identity.traceNumber)
            let refunded = await acquirer.told(.refund).map { $0.operation?.identity.traceNumber }
            #expect(refunded == [captures[1], captures[0], captures[0], captures[1]])
        }
    }
}
