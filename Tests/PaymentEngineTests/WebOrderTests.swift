import AppleSimulator
import PaymentDomain
@testable import PaymentEngine
import Testing

@Suite("An order of a web shop is paid at most once", .timeLimit(.minutes(5)))
struct WebOrderTests {
    @Test("of 64 tokens that pay it at once one is approved, and the acquirer is asked once")
    func atOnce() async throws {
        try await withEngine { (fixture) async throws in
            let order = try await fixture.order()
            let outcomes = try await concurrently(64) { _ in try await fixture.outcome(of: order) }
            #expect(outcomes.count { $0 == "approved" } == 1)
            #expect(Set(outcomes).isSubset(of: ["approved", "order-paid", "order-in-progress"]))
            #expect(await fixture.acquirer.asked.count == 1)
            #expect(try await fixture.standing(of: order).state == .paid)
        }
    }

    @Test("of 64 at two servers one is approved")
    func twoServers() async throws {
        try await withTwoEngines(shareAcquirer: true) { (one, two) async throws in
            let order = try await one.order()
            let outcomes = try await concurrently(64) { number in
                try await (number.isMultiple(of: 2) ? one : two).outcome(of: order)
            }
            #expect(outcomes.count { $0 == "approved" } == 1)
            #expect(
                outcomes.allSatisfy {
                    ["approved", "order-paid", "order-in-progress"].contains($0)
                })
            #expect(await one.acquirer.asked.count == 1)
        }
    }

    @Test("ten tries may be declined, also of 64 at once, and no further one is sent")
    func declinedTooOften() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .declined(.lostCard, AcquirerChecks()) }
            let order = try await fixture.order()
            var outcomes = try await concurrently(64) { _ in try await fixture.outcome(of: order) }
            for _ in 0..<WebOrderLimits.tries {
                outcomes.append(try await fixture.outcome(of: order))
            }
            #expect(outcomes.last == "order-too-many-tries")
            #expect(outcomes.count { $0 == "declined" } == WebOrderLimits.tries)
            #expect(await fixture.acquirer.asked.count == WebOrderLimits.tries)
        }
    }

    @Test("the same token again gets the same result, also after a restart and a later try")
    func repeated() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .declined(.lostCard, AcquirerChecks()) }
            let order = try await fixture.order()
            let declined = try fixture.token().json
            #expect(try await fixture.outcome(of: order, with: declined) == "declined")
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            let paid = try fixture.token().json
            #expect(try await fixture.outcome(of: order, with: paid) == "approved")
            fixture.clock.advance(seconds: 2 * WebOrderLimits.usualSeconds)
            let next = try await fixture.restarted()
            #expect(try await next.outcome(of: order, with: declined) == "declined")
            #expect(try await next.outcome(of: order, with: paid) == "approved")
            #expect(await fixture.acquirer.asked.count == 2)
            try next.store.close()
        }
    }

    /// What the acquirer answers the first try, what state that leaves, and what another token then hears.
    private static let rows: [(AcquirerAnswer, WebOrderState, String)] = [
        (.declined(.lostCard, AcquirerChecks()), .declined, "approved"),
        (.notSent, .declined, "approved"),
        (.unknown, .unknown, "order-outcome-unknown"),
    ]

    @Test(
        "after a try that came to nothing another may follow, after an unknown one none",
        arguments: rows)
    func next(answer: AcquirerAnswer, state: WebOrderState, then: String) async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in answer }
            let order = try await fixture.order()
            _ = try await fixture.outcome(of: order)
            #expect(try await fixture.standing(of: order).state == state)
            await fixture.acquirer.answers { .approval(of: $0.amount) }
            _ = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(try await fixture.outcome(of: order) == then)
        }
    }

    @Test("a refused capture of its sale declines the try, and another may follow")
    func refusedSale() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies { _ in .refused(.invalidAmount) }
            let order = try await fixture.order()
            #expect(try await fixture.outcome(of: order) == "declined")
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await fixture.outcome(of: order) == "approved")
            #expect(try await fixture.standing(of: order).tries == 2)
        }
    }

    @Test("a process that dies while it pays leaves an order that nobody else pays")
    func crash() async throws {
        try await withEngine { (fixture) async throws in
            let order = try await fixture.order()
            let gate = Gate()
            await fixture.acquirer.answers { _ in
                await gate.wait()
                return .unknown
            }
            let lost = Task { try await fixture.outcome(of: order) }
            while await fixture.acquirer.asked.isEmpty { await Task.yield() }
            let other = try await EngineFixture(
                folder: fixture.folder, clock: fixture.clock, acquirer: ScriptedAcquirer())
            #expect(try await other.standing(of: order).state == .paying)
            #expect(try await other.outcome(of: order) == "order-in-progress")
            fixture.clock.advance(seconds: 3_600)
            _ = await other.worker.runOnce(at: fixture.clock.now)
            #expect(try await other.outcome(of: order) == "order-outcome-unknown")
            await gate.open()
            _ = try await lost.value
            try other.store.close()
        }
    }

    @Test("no try begins with another amount or currency, with a spent token, or too late")
    func refused() async throws {
        try await withEngine { (fixture) async throws in
            let order = try await fixture.order()
            let other = try fixture.token(1001).json
            #expect(try await fixture.outcome(of: order, with: other) == "amount-mismatch")
            let spent = try fixture.token()
            _ = try await fixture.authorize(.fields(spent.fields))
            #expect(
                try await fixture.outcome(of: order, with: spent.json)
                    == TokenRefusal.replayed.code)
            fixture.clock.advance(seconds: WebOrderLimits.usualSeconds)
            #expect(try await fixture.standing(of: order).state == .expired)
            #expect(try await fixture.outcome(of: order) == "order-expired")
            #expect(try await fixture.standing(of: order).tries == 0)
        }
    }

    @Test("an order from before a restore may have been paid since the backup")
    func restored() async throws {
        try await withEngine { (fixture) async throws in
            let open = try await fixture.order()
            let paid = try await fixture.order()
            #expect(try await fixture.outcome(of: paid) == "approved")
            let after = try await fixture.restored()
            #expect(try await after.standing(of: open).state == .unknown)
            #expect(try await after.standing(of: paid).state == .paid)
            #expect(try await after.outcome(of: open) == "order-outcome-unknown")
        }
    }
}

extension EngineFixture {
    /// A new order of 10.00.
    fileprivate func order() async throws -> WebOrder {
        try await store.create(
            WebOrder(
                id: WebOrderID(), merchant: Self.shop, amount: try usd(1000), reference: "web",
                createdAt: clock.now,
                expiresAt: clock.now.adding(seconds: WebOrderLimits.usualSeconds)))
    }

    fileprivate func standing(of order: WebOrder) async throws -> WebOrderStanding {
        order.standing(
            after: try await store.priors(order.tryKeys),
            earliestSigning: engine.ports.verifier.earliestSigningTime, at: clock.now)
    }

    /// Pays with a fresh token, or the one that is given: how it ended, or the code of the refusal.
    fileprivate func outcome(of order: WebOrder, with token: String? = nil) async throws -> String {
        let bytes = Array(try (token ?? self.token().json).utf8)
        do throws(WebOrderRefusal) {
            let result = try await engine.pay(
                order, with: bytes, billing: BillingDetails(), id: .random(), at: clock.now)
            return switch result.outcome {
            case .approved: "approved"
            case .declined: "declined"
            case .notSent: "not sent"
            case .unknown: "unknown"
            }
        } catch {
            return error.code
        }
    }
}
