import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@Suite("A message is sent until the acquirer answers", .timeLimit(.minutes(5)))
struct DeliveryWorkerTests {
    @Test("an unanswered reversal is sent again after 1, 2, 4… and at most 30 seconds")
    func backoff() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .unknown }
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.authorize()
            var waits: [Int64] = []
            for attempt in 1...12 {
                let round = await fixture.worker.runOnce(at: fixture.clock.now)
                #expect([round.recovered, round.told, round.answered] == [0, 1, 0])
                let due = try #require(try fixture.number("SELECT due_at FROM deliveries"))
                let wait =
                    Timestamp(milliseconds: due).milliseconds(since: fixture.clock.now) / 1000
                waits.append(wait)
                // Not before it is due.
                fixture.clock.advance(seconds: wait - 1)
                #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
                fixture.clock.advance(seconds: 1)
                #expect(await fixture.acquirer.told.count == attempt)
            }
            #expect(waits == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30, 30, 30])
            #expect(Set(await fixture.acquirer.told.map(\.id)).count == 1)

            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.payment().state == .reversed)
            fixture.clock.advance(seconds: 86_400)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
        }
    }

    @Test("a message that comes too early is sent again when the acquirer must know, not before")
    func tooEarly() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .unknown }
            let then = fixture.clock.now.adding(seconds: 60)
            await fixture.acquirer.replies { _ in .tooEarly(then) }
            _ = try await fixture.authorize()
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)
            fixture.clock.advance(seconds: 59)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
            fixture.clock.advance(seconds: 1)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.payment().state == .reversed)
        }
    }

    @Test("a reversal that the acquirer refuses is shown, and sent again: it may hold money")
    func refusedReversal() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .unknown }
            await fixture.acquirer.replies { _ in .refused(.unableToLocateRecord) }
            _ = try await fixture.authorize()
            for _ in 1...2 {
                let round = await fixture.worker.runOnce(at: fixture.clock.now)
                #expect(
                    round.refusedReversals == (await fixture.acquirer.told.last).map { [$0.id] })
                #expect(round.refused.isEmpty)
                #expect(try await fixture.payment().state == .outcomeUnknown)
                #expect(try fixture.number("SELECT count(*) FROM deliveries") == 1)
                fixture.clock.advance(seconds: EngineLimits.longestRetrySeconds)
            }
        }
    }

    @Test("an unanswered capture is final, is sent by the worker, and counts once")
    func unansweredCapture() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            let result = try await fixture.capture(1000, key: "k")
            #expect(!result.isAnswered)
            #expect(try await fixture.payment().amounts.capturing == 1000)
            await #expect(throws: PaymentRefusal.inFlight) { try await fixture.capture(1) }
            // While the request may still be telling it, the worker leaves it alone.
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)

            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.capturing, amounts.captured] == [0, 1000])
            await #expect(throws: PaymentRefusal.depleted) { try await fixture.capture(1) }
            #expect(Set(await fixture.acquirer.told.map(\.id)).count == 1)
            let again = try await fixture.capture(1000, key: "k")
            #expect(again.isAnswered)
            #expect(again.operationID == result.operationID)
        }
    }

    @Test("a refund that the acquirer refuses later is given back")
    func refusedLater() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(1000)
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.refund(1000, key: "k")
            await fixture.acquirer.replies { _ in .refused(.closedAccount) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.refund(1000, key: "k").refusal == .closedAccount)
            let amounts = try await fixture.payment().amounts
            #expect([amounts.refunding, amounts.refunded] == [0, 0])
        }
    }

    @Test("an acquirer's answer that could not be written is asked for again, and counts once")
    func answerNotWritten() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            _ = try await fixture.authorize()
            for fault in [StoreFaults.Fault.refused, .writtenUnknown] {
                faults.set(fault, on: .conclude)
                #expect(!(try await fixture.capture(100)).isAnswered)
                faults.set(nil, on: .conclude)
                fixture.clock.advance(seconds: 60)
                #expect(!(await fixture.worker.runOnce(at: fixture.clock.now)).failed)
            }
            let amounts = try await fixture.payment().amounts
            #expect([amounts.capturing, amounts.captured] == [0, 200])
        }
    }

    @Test("a refund of which nobody knows whether it was reserved is not called undone")
    func unknownReservation() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await fixture.capture(1000)
            faults.set(.writtenUnknown, on: .change)
            await #expect(throws: PaymentRefusal.outcomeNotStored) { try await fixture.refund(600) }
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.payment().amounts.refunded == 600)
        }
    }

    @Test("the intents of a dead process are found, reversed and sent by the next one")
    func resumesAfterRestart() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.authorize(order: "captured")
            _ = try await fixture.capture(1000, order: "captured")
            await fixture.acquirer.answers { _ in .unknown }
            _ = try await fixture.authorize(order: "unknown")
            // The process dies between intent and outcome.
            await fixture.acquirer.answers { request in
                #expect(throws: Never.self) { try fixture.store.close() }
                return .approval(of: request.amount)
            }
            await #expect(throws: PaymentRefusal.outcomeNotStored) {
                try await fixture.authorize(order: "abandoned")
            }

            let next = try await EngineFixture(
                folder: fixture.folder, clock: fixture.clock, acquirer: fixture.acquirer)
            await next.acquirer.replies { _ in .acknowledged(nil) }
            next.clock.advance(seconds: 60)
            #expect(try await next.worker.recoverAfterRestart(at: next.clock.now) == 1)
            let round = await next.worker.runOnce(at: next.clock.now)
            #expect([round.recovered, round.told, round.answered] == [0, 3, 3])
            #expect(try await next.payment("captured").amounts.captured == 1000)
            #expect(try await next.payment("unknown").state == .reversed)
            #expect(try await next.payment("abandoned").state == .reversed)
            #expect(try next.number("SELECT count(*) FROM deliveries") == 0)
            try next.store.close()
        }
    }

    @Test("an intent is not abandoned while its request may still be answered")
    func leavesTheLivingAlone() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { request in
                fixture.clock.advance(seconds: EngineFixture.timeout.components.seconds)
                #expect(await fixture.worker.runOnce(at: fixture.clock.now).recovered == 0)
                return .approval(of: request.amount)
            }
            #expect(try await fixture.authorize().outcome == .approved)
        }
    }

    @Test("two workers at once send each message once")
    func leases() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .unknown }
            for number in 0..<20 { _ = try await fixture.authorize(order: "\(number)") }
            let rounds = try await concurrently(4) { _ in
                await fixture.worker.runOnce(at: fixture.clock.now)
            }
            #expect(rounds.map(\.answered).reduce(0, +) == 20)
            #expect(Set(await fixture.acquirer.told.map(\.id)).count == 20)
            #expect(await fixture.acquirer.told.count == 20)
        }
    }

    @Test("an advice that the acquirer is silent about holds up no other")
    func silentAdvice() async throws {
        try await withEngine { (fixture) async throws in
            let (begun, told, silence) = (Gate(), Gate(), Gate())
            await fixture.acquirer.answers { _ in .unknown }
            await fixture.acquirer.replies { advice in
                guard advice.amount.minorUnits == 1 else {
                    await told.open()
                    return .acknowledged(nil)
                }
                await begun.open()
                await silence.wait()
                return .unanswered
            }
            // Waits never end on this clock, so that only the signal can wake it.
            let running = Task { await fixture.worker.run(every: .seconds(60)) { _ in } }
            _ = try await fixture.authorize(amount: 1, order: "silent")
            await begun.wait()
            _ = try await fixture.authorize()
            await told.wait()
            running.cancel()
            await silence.open()
            await running.value
            #expect(try await fixture.payment().state == .reversed)
            #expect(try await fixture.payment("silent").state == .outcomeUnknown)
        }
    }

    @Test("the running worker wakes for a reversal without waiting for its next round")
    func wakeUp() async throws {
        try await withEngine { (fixture) async throws in
            let told = Gate()
            await fixture.acquirer.answers { _ in .unknown }
            await fixture.acquirer.replies { _ in
                await told.open()
                return .acknowledged(nil)
            }
            // Waits never end on this clock, so that only the signal can wake it.
            let running = Task { await fixture.worker.run(every: .seconds(60)) { _ in } }
            _ = try await fixture.authorize()
            await told.wait()
            running.cancel()
            await running.value
            #expect(try await fixture.payment().state == .reversed)
        }
    }

    @Test("expired registrations are erased even if the clock was days ahead, and is right again")
    func clockWasAhead() async throws {
        try await withEngine { (fixture) async throws in
            let days: Int64 = 3 * 86_400
            fixture.clock.advance(seconds: days)
            let ahead = fixture.clock.now
            let (firstRound, first) = AsyncStream<Never>.makeStream()
            let running = Task {
                await fixture.worker.run(every: .seconds(60)) { _ in
                    if fixture.clock.now == ahead {
                        fixture.clock.advance(seconds: -days)
                        first.finish()
                    } else {
                        // The second round is the last.
                        withUnsafeCurrentTask { $0?.cancel() }
                    }
                }
            }
            for await _ in firstRound {}
            _ = try await NumberedClient(fixture: fixture).register(id: "r-1")
            fixture.clock.advance(seconds: 86_401)
            fixture.clock.skipWaits()
            await running.value
            let kept = "SELECT count(*) FROM registrations WHERE sealed_content IS NOT NULL"
            #expect(try fixture.number(kept) == 0)
        }
    }

    @Test("messages put off by a clock a year ahead are sent soon after it is right again")
    func putOffByWrongClock() async throws {
        try await withEngine { (fixture) async throws in
            let year: Int64 = 365 * 86_400
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            fixture.clock.advance(seconds: year)
            _ = try await fixture.capture(1000, key: "k")
            fixture.clock.advance(seconds: 60)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 1)

            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 60 - year)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).told == 0)
            await fixture.worker.bringForward(at: fixture.clock.now)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
            #expect(try await fixture.payment().amounts.captured == 1000)
        }
    }

    @Test("a lease that a clock an hour ahead has written ends within two minutes")
    func leasedByWrongClock() async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            fixture.clock.advance(seconds: 3_000)
            _ = try await fixture.capture(1000, key: "k")
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            fixture.clock.advance(seconds: 120 - 3_000)
            await fixture.worker.bringForward(at: fixture.clock.now)
            #expect(await fixture.worker.runOnce(at: fixture.clock.now).answered == 1)
        }
    }

    @Test("an authorization that a clock a year ahead left without an outcome is reversed")
    func abandonedByWrongClock() async throws {
        let faults = StoreFaults()
        try await withEngine(faults: faults) { (fixture) async throws in
            let year: Int64 = 365 * 86_400
            faults.set(.refused, on: .finish)
            fixture.clock.advance(seconds: year)
            _ = try? await fixture.authorize()
            fixture.clock.advance(seconds: 60 - year)
            await fixture.worker.bringForward(at: fixture.clock.now)
            fixture.clock.advance(seconds: 1)
            let round = await fixture.worker.runOnce(at: fixture.clock.now)
            #expect(round.recovered == 1 && round.answered == 1)
            #expect(try await fixture.payment().state == .reversed)
        }
    }

    @Test("a server whose own clock is wrong brings nothing forward", arguments: [false, true])
    func ownWrongClock(isRight: Bool) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            fixture.clock.advance(seconds: 86_400)
            _ = try await fixture.capture(1000, key: "k")
            fixture.clock.advance(seconds: 60 - 86_400)
            fixture.clock.skipWaits()
            let rounds = Mutex(0)
            let running = Task {
                await fixture.worker.run(
                    every: .seconds(1),
                    while: {
                        rounds.withLock { $0 += 1 }
                        return true
                    }, trustsClock: { isRight }
                ) { _ in }
            }
            while rounds.withLock({ $0 < 4 }) {
                try Task.checkCancellation()
                await Task.yield()
            }
            while isRight, await fixture.acquirer.told(.capture).count < 2 {
                try Task.checkCancellation()
                await Task.yield()
            }
            running.cancel()
            await running.value
            #expect(await (fixture.acquirer.told(.capture).count > 1) == isRight)
        }
    }

    @Test("a worker that may not work sends nothing, until it may")
    func mayNotWork() async throws {
        try await withEngine { (fixture) async throws in
            let told = Gate()
            let questions = Mutex(0)
            _ = try await fixture.authorize()
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.capture(1000)
            fixture.clock.advance(seconds: 60)
            await fixture.acquirer.replies { _ in
                #expect(questions.withLock { $0 } > 3)
                await told.open()
                return .acknowledged(nil)
            }
            fixture.clock.skipWaits()
            let running = Task {
                await fixture.worker.run(
                    every: .seconds(1),
                    while: {
                        questions.withLock { count in
                            count += 1
                            return count > 3
                        }
                    }
                ) { _ in }
            }
            await told.wait()
            running.cancel()
            await running.value
        }
    }
}
