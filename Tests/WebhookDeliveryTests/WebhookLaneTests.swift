import PaymentDomain
import StrictCoding
import Synchronization
import Testing
import Webhooks

@testable import WebhookDelivery

/// The reports of a lane, added up.
private final class Reports: Sendable {
    private let sum = Mutex(0)

    var delivered: Int { sum.withLock { $0 } }

    func add(_ round: WebhookLane.Round) { sum.withLock { $0 += round.delivered } }
}

/// A clock that a test sets.
private final class SetClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp) { self.time = Mutex(time) }

    var now: Timestamp { time.withLock { $0 } }

    func advance(milliseconds: Int64) {
        time.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
    }
}

@Suite("The lane of deliveries", .timeLimit(.minutes(5)))
struct WebhookLaneTests {
    private let one = WebhookID()
    private let two = WebhookID()
    private func ledger(_ paths: [WebhookID: String], _ receiver: Receiver) throws -> MemoryLedger {
        MemoryLedger(
            try paths.mapValues { try WebhookURL(typed: "http://localhost:\(receiver.port)\($0)") })
    }

    private func lane(
        _ ledger: MemoryLedger, at now: Timestamp, call: Duration = WebhookLimits.call
    ) -> WebhookLane {
        let client = WebhookClient(
            WebhookRules(allowsLoopback: true),
            resolver: HostResolver { _ in [IPAddress("127.0.0.1")].compactMap { $0 } },
            call: call, now: { now })
        return WebhookLane(ledger, client: client, now: { now })
    }

    private let start = Timestamp(seconds: 1_795_000_000)

    @Test("each due event is delivered once, whatever their number")
    func delivered() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let ledger = try ledger([one: "/a", two: "/b"], receiver)
        ledger.add(9, to: one, at: start)
        ledger.add(3, to: two, at: start)
        let round = await lane(ledger, at: start).runOnce()
        #expect(round.delivered == 12)
        #expect(round.failed == 0)
        let ids = receiver.received.compactMap { $0.headers["webhook-id"] }
        #expect(ids.count == 12)
        #expect(Set(ids).count == 12)
        #expect(ledger.entries.allSatisfy { $0.dueAt == nil && $0.tries == 1 })
        try await receiver.stop()
    }

    @Test("an endpoint that fails is left after the first eight, and probed once a minute")
    func breaker() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let ledger = try ledger([one: "/redirect", two: "/ok"], receiver)
        ledger.add(40, to: one, at: start)
        ledger.add(20, to: two, at: start)
        let lane = lane(ledger, at: start)
        let round = await lane.runOnce()
        #expect(round.delivered == 20)
        // Four at once: the fifth failure comes in the second four.
        #expect(round.failed == 8)
        let idle = await lane.runOnce()
        #expect(idle.delivered == 0 && idle.failed == 0, "the breaker is open")
        #expect(idle.dueSince == start)
        try await receiver.stop()
    }

    @Test("410 disables the endpoint, and its other events stay")
    func gone() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let ledger = try ledger([one: "/gone"], receiver)
        ledger.add(1, to: one, at: start)
        let round = await lane(ledger, at: start).runOnce()
        #expect(round.gone == [one])
        #expect(ledger.disabled == [one])
        try await receiver.stop()
    }

    @Test("an endpoint that hangs delays no other")
    func hang() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let ledger = try ledger([one: "/hang", two: "/ok"], receiver)
        ledger.add(4, to: one, at: start)
        ledger.add(8, to: two, at: start)
        let round = await lane(ledger, at: start, call: .seconds(5)).runOnce()
        #expect(round.delivered == 8)
        #expect(round.failed == 4)
        let hanging = ledger.entries.filter { $0.endpoint == one }
        #expect(hanging.allSatisfy { $0.last == .failed(code: "deadline") && $0.tries == 1 })
        try await receiver.stop()
    }

    @Test("as many endpoints that hang as there are places delay another by a turn at most")
    func crowd() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let hanging = (0..<WebhookLimits.endpointsAtOnce + 4).map { _ in WebhookID() }
        var paths = Dictionary(uniqueKeysWithValues: hanging.map { ($0, "/hang") })
        let last = WebhookID()
        paths[last] = "/ok"
        let ledger = try ledger(paths, receiver)
        for endpoint in hanging { ledger.add(8, to: endpoint, at: start) }
        let clock = SetClock(start)
        let now = { @Sendable in clock.now }
        let client = WebhookClient(
            WebhookRules(allowsLoopback: true),
            resolver: HostResolver { _ in [IPAddress("127.0.0.1")].compactMap { $0 } }, now: now)
        let lane = WebhookLane(ledger, client: client, now: now)
        let reports = Reports()
        await withDiscardingTaskGroup { group in
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                await lane.run(
                    while: { true },
                    pause: {
                        // Behind all that hang, and seen no sooner than they are.
                        if clock.now == start { ledger.add(1, to: last, at: start) }
                        clock.advance(milliseconds: WebhookLimits.turn / 2)
                        await Task.yield()
                    }
                ) { round in
                    reports.add(round)
                    if round.delivered > 0 { end.finish() }
                }
            }
            for await _ in ends {}
            #expect(ledger.entries.allSatisfy { $0.endpoint == last || $0.last == nil })
            group.cancelAll()
        }
        #expect(reports.delivered == 1)
        try await receiver.stop()
    }

    @Test("a request that can't be made is a failure, tried again")
    func unreadable() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let ledger = try ledger([:], receiver)
        ledger.add(1, to: one, at: start)
        #expect(await lane(ledger, at: start).runOnce().failed == 1)
        #expect(ledger.entries.first?.last == .failed(code: "unreadable"))
        #expect(receiver.connectionCount == 0)
        try await receiver.stop()
    }

    @Test(
        "a lane runs until it is cancelled, and reports a database that can't be used"
    )
    func runs() async throws {
        let receiver = try await Receiver.start(on: "127.0.0.1")
        let ledger = try ledger([one: "/ok"], receiver)
        ledger.add(2, to: one, at: start)
        let lane = lane(ledger, at: start)
        let reports = Reports()
        await withDiscardingTaskGroup { group in
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                await lane.run(while: { true }, pause: { await Task.yield() }) { round in
                    reports.add(round)
                    if round.delivered > 0 { ledger.fail() }
                    if round.isUnusable { end.finish() }
                }
            }
            for await _ in ends {}
            group.cancelAll()
        }
        #expect(reports.delivered == 2)
        try await receiver.stop()
    }
}
