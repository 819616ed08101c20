import CardVault
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Synchronization
import Testing

@Suite("Changes of another server between two reads", .timeLimit(.minutes(5)))
struct OtherServerTests {
    @Test("a repetition that looks while the first request ends has its result")
    func endedBetween() async throws {
        try await withTwo { (one, two, faults) async throws in
            let payload = ApplePayPayload.fields(try one.token().fields)
            let asked = Gate()
            let mayAnswer = Gate()
            await one.acquirer.answers { request in
                await asked.open()
                await mayAnswer.wait()
                return .approval(of: request.amount)
            }
            let first = Task { try await one.authorize(payload, key: "k") }
            await asked.wait()
            // The second has met the first's key, and is about to look what came of it.
            faults.before(.prior) {
                await mayAnswer.open()
                _ = await first.result
            }
            let second = try await two.authorize(payload, key: "k")
            #expect(second.outcome == .approved)
            #expect(try await first.value == second)
        }
    }

    @Test("a row that another server has just sealed under a new key opens here at once")
    func newKey() async throws {
        try await withTwo { (one, two, _) async throws in
            let shop = EngineFixture.shop
            let old = two.vault.currentKeyID(of: shop)
            let master = try MasterKey(bytes: [UInt8](repeating: 7, count: 32))
            try await one.store.refresh(
                one.vault, master: master, merchants: [shop],
                at: one.clock.now.adding(seconds: VaultLimits.keyPeriodSeconds))
            #expect(one.vault.currentKeyID(of: shop) != old)
            let payload = ApplePayPayload.fields(try one.token().fields)
            let first = try await one.authorize(payload, key: "k")
            #expect(try await two.authorize(payload, key: "k") == first)
            let id = try #require(RegistrationID("r-1"))
            _ = try await one.send(
                .register(
                    RegisterCommand(
                        source: .applePay(.fields(try one.token().fields)), id: id,
                        lifetimeSeconds: 60)))
            let paid = try await two.send(
                .authorize(
                    AuthorizeCommand(
                        source: .registered(id, expiry: nil, securityCode: nil),
                        orderReference: "kept", amount: try usd(1000))))
            guard case .authorization(let answer) = paid else { throw UnexpectedResult() }
            #expect(answer.outcome == .approved)
            #expect(two.vault.currentKeyID(of: shop) == old)
        }
    }

    @Test("of two renewals of one authorization one begins; the other is in progress")
    func renewedBetween() async throws {
        try await withTwo { (one, two, faults) async throws in
            _ = try await one.authorize()
            one.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            let first = Mutex<FundsResult?>(nil)
            faults.before(.begin) {
                // What it throws is seen by its being nil.
                let funds = try? await one.confirmFunds(1000, renews: true, key: "a")
                first.withLock { $0 = funds }
            }
            await #expect(throws: PaymentRefusal.inFlight) {
                try await two.confirmFunds(1000, renews: true, key: "b")
            }
            let done = try #require(first.withLock { $0 })
            #expect(done.availability == .available && done.renewalAttempted)
            #expect(await two.acquirer.asked.isEmpty)
            let again = try await two.confirmFunds(1000, renews: true, key: "b")
            #expect(again.availability == .available)
            #expect(!again.renewalAttempted)
        }
    }

    @Test("of two releases at once that find nothing, one is kept, and both say the same")
    func nothingTwice() async throws {
        try await withTwo { (one, two, faults) async throws in
            await one.acquirer.answers { _ in .notSent }
            _ = try await one.authorize()
            let first = Mutex<RecordedResult?>(nil)
            faults.before(.change) {
                // What it throws is seen by its being nil.
                let released = try? await one.release(1000, key: "r")
                first.withLock { $0 = released }
            }
            one.clock.advance(seconds: 1)
            let second = try await two.release(1000, key: "r")
            #expect(first.withLock { $0 } == second)
        }
    }

    @Test("a renewal of a hold that was captured meanwhile is reversed, and the hold stays")
    func capturedWhileRenewed() async throws {
        try await withTwo { (one, two, faults) async throws in
            let expired = try await one.authorize()
            one.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            await two.acquirer.answers { request in
                // What it throws is seen by what is left.
                _ = try? await one.capture(600, of: expired.paymentID)
                return .approval(of: request.amount)
            }
            for _ in 0..<2 {
                let funds = try await two.confirmFunds(1000, renews: true, key: "k")
                #expect(funds.availability == .unknown && funds.renewalAttempted)
            }
            #expect(try await one.payment().state == .outcomeUnknown)
            #expect(await two.worker.runOnce(at: two.clock.now).answered == 1)
            #expect(try await one.payment().state == .reversed)
            let old = try #require(try await one.store.authorization(of: expired.paymentID)).payment
            #expect([old.amounts.captured, old.amounts.released] == [600, 0])
            #expect(!old.isClosed)
        }
    }

    @Test(
        "a cancel while its order is authorized, or renewed, must be repeated",
        arguments: [true, false])
    func cancelledWhileAuthorized(isRenewal: Bool) async throws {
        try await withTwo { (one, two, _) async throws in
            if isRenewal {
                _ = try await one.authorize()
                one.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            }
            let asked = Gate()
            let mayAnswer = Gate()
            await one.acquirer.answers { request in
                await asked.open()
                await mayAnswer.wait()
                return .approval(of: request.amount)
            }
            let work = Task {
                if isRenewal {
                    _ = try await one.confirmFunds(1000, renews: true)
                } else {
                    _ = try await one.authorize()
                }
            }
            await asked.wait()
            for cents in [1000, nil] as [Int64?] {
                await expectRefusal("in-flight") { try await two.release(cents, key: "r") }
            }
            await mayAnswer.open()
            try await work.value
            #expect(try await two.release(1000, key: "r").amount == (try usd(1000)))
            #expect(try await one.payment().state == .released)
        }
    }

    @Test("a last capture beside a renewal leaves no hold, and funds are not said to be held")
    func lastCaptureWhileRenewed() async throws {
        try await withTwo { (one, two, _) async throws in
            let expired = try await one.authorize()
            one.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            await two.acquirer.answers { request in
                // What it throws is seen by what is left.
                _ = try? await one.capture(300, of: expired.paymentID, final: true)
                return .approval(of: request.amount)
            }
            for _ in 0..<2 {
                let funds = try await two.confirmFunds(1000, renews: true, key: "k")
                #expect(funds.availability == .unknown && funds.renewalAttempted)
            }
            _ = await two.worker.runOnce(at: two.clock.now)
            #expect(try await one.payment().state == .reversed)
            let old = try #require(try await one.store.authorization(of: expired.paymentID)).payment
            #expect([old.amounts.captured, old.amounts.released] == [300, 700])
            #expect(try await two.confirmFunds(1000, renews: true).availability == .unavailable)
        }
    }

    @Test("a renewal that comes while a capture of its hold is at the acquirer leaves that hold")
    func refusedWhileRenewed() async throws {
        try await withTwo { (one, two, _) async throws in
            let expired = try await one.authorize()
            one.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            await one.acquirer.replies { _ in .unanswered }
            await two.acquirer.answers { request in
                // What it throws is seen by what is left.
                _ = try? await one.capture(600, of: expired.paymentID)
                return .approval(of: request.amount)
            }
            for _ in 0..<2 {
                let funds = try await two.confirmFunds(1000, renews: true, key: "k")
                #expect(funds.availability == .unknown && funds.renewalAttempted)
            }
            #expect(try await one.payment().remaining.isZero)
            await two.acquirer.answers { .approval(of: $0.amount) }
            await expectRefusal("in-flight") { try await two.confirmFunds(1000, renews: true) }
            await one.acquirer.replies { advice in
                advice.kind == .capture ? .refused(.doNotHonor) : .acknowledged(nil)
            }
            one.clock.advance(seconds: 60)
            #expect(await one.worker.runOnce(at: one.clock.now).refused.count == 1)
            let again = try await two.confirmFunds(1000, renews: true)
            #expect(again.availability == .available && again.renewalAttempted)
            #expect(try await one.payment().remaining == (try usd(1000)))
            await one.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await one.capture(1000).refusal == nil)
        }
    }

    @Test(
        "a renewal is held whole, and its request releases the expired hold, beside another server's worker"
    )
    func workerIsFaster() async throws {
        try await withTwo { (one, two, faults) async throws in
            let expired = try await one.authorize()
            one.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            faults.before(.answered) { _ = await one.worker.runOnce(at: one.clock.now) }
            _ = try await two.confirmFunds(1000, renews: true)
            #expect(try await one.payment().remaining == (try usd(1000)))
            let old = try #require(try await one.store.authorization(of: expired.paymentID)).payment
            #expect(old.amounts.released == 1000)
            #expect(await two.acquirer.told(.release).count == 1)
        }
    }

    @Test("a renewed hold takes no capture, also while what is left of it is being released")
    func renewedHoldIsClosed() async throws {
        try await withTwo { (_, two, faults) async throws in
            let expired = try await two.authorize()
            two.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            await two.acquirer.replies { _ in .unanswered }
            let funds = try await two.confirmFunds(1000, renews: true)
            #expect(funds.availability == .available)
            await two.acquirer.replies { _ in .acknowledged(nil) }
            let captured = try await two.capture(1000)
            #expect(captured.paymentID != expired.paymentID)
            await expectRefusal("depleted") { try await two.capture(1000) }
            two.clock.advance(seconds: 1)
            #expect(await two.worker.runOnce(at: two.clock.now).told == 1)
            let old = try #require(try await two.store.authorization(of: expired.paymentID)).payment
            #expect(old.amounts.released == 1000)
        }
    }

    @Test("a void between a final capture and the release leaves the remainder")
    func openedAgain() async throws {
        try await withTwo { (one, two, faults) async throws in
            let clients = [NumberedClient(fixture: one), NumberedClient(fixture: two)]
            let card = KeyedCard(
                pan: try PAN(digits: "4111111111111111"),
                expiry: CardExpiry(year: 2030, month: 12))
            let held = try await clients[0].pay(.keyed(card))
            // Before the release is sent, another server voids the capture.
            faults.before(.answered) {
                guard
                    let again = try? await clients[0].capture(
                        held.number, 600, isFinal: true, rule: "capture/1")
                else { return }
                // What it throws is seen by the capture that stands.
                _ = try? await clients[0].void(again.number)
            }
            _ = try await clients[1].capture(held.number, 600, isFinal: true, rule: "capture/1")
            let amounts = try await one.payment().amounts
            #expect([amounts.captured, amounts.releasing, amounts.released] == [0, 0, 400])
            #expect(try await clients[0].capture(held.number, 600).refusal == nil)
        }
    }

    @Test("a capture that is voided before it is read is not reported as a capture of nothing")
    func takenBackBetween() async throws {
        try await withTwo { (one, two, faults) async throws in
            let number = try await LifelongClient(fixture: one).pay()
            try await LifelongClient(fixture: one).capture(number, 400)
            faults.before(.record) {
                // What it throws is seen by the answer.
                _ = try? await LifelongClient(fixture: one).cancel(number)
            }
            await expectRefusal("wrong-state") {
                try await LifelongClient(fixture: two).capture(number)
            }
        }
    }
}
