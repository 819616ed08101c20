import Database
import PaymentDomain
import StorageFixtures
import StorageKit
import Testing
import Webhooks

@testable import MerchantStorage

@Suite("Deliveries of events in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct DeliveryTests {
    private static let now = MerchantFixture.now
    private static let shop = MerchantID("shop")

    private let database: StoreFixture
    private let all: WebhookEndpoint
    private let captures: WebhookEndpoint
    private var store: SQLMerchantStore { database.merchants }

    /// A database with two endpoints: of all events, and of captures alone.
    init() async throws {
        database = try await MerchantFixture.database("shop", "other")
        all = try WebhookFixture.endpoint(of: Self.shop)
        captures = try WebhookFixture.endpoint(
            of: Self.shop, "https://shop.example/captures", kinds: ["payment.captured"])
        for endpoint in [all, captures] {
            _ = try await store.create(endpoint, secret: LineFixture.sealed(1), by: "alice")
        }
    }

    private func queue(_ ids: [String], kind: String = "payment.refunded") async throws {
        let cursor = try await store.webhookCursor()
        let events = ids.map { NewEvent(id: $0, kind: kind, merchant: Self.shop, number: 1) }
        let isQueued = try await store.queue(
            events, after: cursor, upTo: cursor + Int64(ids.count), at: Self.now)
        #expect(isQueued)
    }

    private func claim(
        _ endpoint: WebhookEndpoint, at now: Timestamp = now, limit: Int = 4
    ) async throws -> [ClaimedDelivery] {
        try await store.claimDeliveries(
            of: endpoint.id, at: now, leasedUntil: now.adding(seconds: 120), limit: limit)
    }

    private func conclude(
        _ claimed: [ClaimedDelivery], _ result: DeliveryResult, at now: Timestamp = now
    ) async throws -> [WebhookID: DisablingReason] {
        try await store.conclude(
            claimed.map { delivery in
                ConcludedDelivery(
                    delivery: delivery, result: result,
                    verdict: DeliveryVerdict(
                        after: result, tries: delivery.tries, at: now, jitter: 0))
            }, at: now)
    }

    private static let delivered = DeliveryResult.answered(status: 200, retryAfter: nil)
    private static let failed = DeliveryResult.answered(status: 500, retryAfter: nil)

    @Test("an event is queued for the endpoints of its merchant that want its kind")
    func kinds() async throws {
        try await queue(["evt_1"])
        try await queue(["evt_2"], kind: "payment.captured")
        _ = try await store.queue(
            [
                NewEvent(
                    id: "evt_3", kind: "payment.captured", merchant: MerchantID("other"),
                    number: 3)
            ],
            after: 2, upTo: 3, at: Self.now)
        #expect(Set(try await claim(all).map(\.event)) == ["evt_1", "evt_2"])
        #expect(try await claim(captures).map(\.event) == ["evt_2"])
        #expect(try await store.webhookCursor() == 3)
    }

    @Test("an event is queued for the endpoints whose form has something for it")
    func formats() async throws {
        let radial = try WebhookFixture.endpoint(
            of: Self.shop, "https://shop.example/radial", format: .radial)
        _ = try await store.create(radial, secret: LineFixture.sealed(1), by: "alice")
        let events = [("evt_1", [.standard]), ("evt_2", [.standard, .radial])].map {
            (id: String, formats: Set<WebhookFormat>) in
            NewEvent(
                id: id, kind: "payment.captured", merchant: Self.shop, number: 1,
                formats: formats)
        }
        _ = try await store.queue(events, after: 0, upTo: 2, at: Self.now)
        #expect(Set(try await claim(all).map(\.event)) == ["evt_1", "evt_2"])
        #expect(try await claim(radial).map(\.event) == ["evt_2"])
    }

    @Test("of two servers that queue the same events, one does")
    func cursor() async throws {
        try await queue(["evt_1"])
        let again = try await store.queue(
            [NewEvent(id: "evt_1", kind: "a", merchant: Self.shop, number: 1)], after: 0,
            upTo: 1,
            at: Self.now)
        #expect(!again)
        #expect(try await claim(all).count == 1)
    }

    @Test("a claim counts a try and keeps others away until its lease ends")
    func lease() async throws {
        try await queue((1...5).map { "evt_\($0)" })
        let first = try await claim(all)
        #expect(first.count == 4)
        #expect(first.allSatisfy { $0.tries == 1 && $0.lease == 1 })
        #expect(try await claim(all).count == 1)
        #expect(try await store.webhooksDue(at: Self.now).map(\.id) == [])
        let later = Self.now.adding(seconds: 120)
        #expect(try await store.webhooksDue(at: later).map(\.id) == [all.id])
        let second = try await claim(all, at: later, limit: 9)
        #expect(second.count == 5)
        #expect(second.allSatisfy { $0.tries == 2 && $0.lease == 2 })
        // The sleeper's result doesn't count.
        _ = try await conclude(first, Self.delivered, at: later)
        let third = try await claim(all, at: later.adding(seconds: 120), limit: 9)
        #expect(third.count == 5)
    }

    @Test("a delivered event is not sent again, a failed one when it is due")
    func results() async throws {
        try await queue(["evt_1", "evt_2"])
        let claimed = try await claim(all).sorted { $0.event < $1.event }
        _ = try await conclude([claimed[0]], Self.delivered)
        _ = try await conclude([claimed[1]], Self.failed)
        #expect(try await claim(all, at: Self.now.adding(seconds: 4)).isEmpty)
        let next = try await claim(all, at: Self.now.adding(seconds: 5))
        #expect(next.map(\.event) == ["evt_2"])
        #expect(next.map(\.tries) == [2])
    }

    @Test(
        "410 disables the endpoint; what waits is sent once it is enabled again, also what got the 410"
    )
    func gone() async throws {
        try await queue(["evt_1", "evt_2"])
        let claimed = try await claim(all, limit: 1)
        let ended = try await conclude(claimed, .answered(status: 410, retryAfter: nil))
        #expect(ended == [all.id: .gone])
        _ = try await store.disable(all.id, because: .gone, by: "coster", at: Self.now)
        let later = Self.now.adding(seconds: 1_000)
        #expect(try await store.webhooksDue(at: later).map(\.id) == [])
        #expect(try await claim(all, at: later).isEmpty)
        try await queue(["evt_3"])
        #expect(try await claim(all, at: later).isEmpty)
        _ = try await store.enable(all.id, by: "alice", at: later)
        #expect(try await store.webhooksDue(at: later).map(\.id) == [all.id])
        #expect(Set(try await claim(all, at: later).map(\.event)) == ["evt_1", "evt_2"])
    }

    @Test(
        "events that happen while an endpoint is disabled aren't its own, also after it is enabled")
    func whileDisabled() async throws {
        func happen(_ number: Int) throws {
            try database.execute(
                "INSERT INTO payment_events (payment, sequence, at, kind, state) VALUES (1, \(number), 0, 'declined', 'declined')"
            )
        }
        func queue(_ numbers: ClosedRange<Int64>) async throws {
            let events = numbers.map {
                NewEvent(id: "evt_\($0)", kind: "a", merchant: Self.shop, number: $0)
            }
            _ = try await store.queue(
                events, after: numbers.lowerBound - 1, upTo: numbers.upperBound, at: Self.now)
        }
        try happen(1)
        _ = try await store.disable(all.id, because: .byOperator, by: "alice", at: Self.now)
        try happen(2)
        try await queue(1...2)
        _ = try await store.enable(all.id, by: "alice", at: Self.now)
        try happen(3)
        try await queue(3...3)
        #expect(Set(try await claim(all).map(\.event)) == ["evt_1", "evt_3"])
    }

    @Test("events from before an endpoint's creation aren't its own, nor read if it is the first")
    func beforeCreation() async throws {
        try database.execute(
            "INSERT INTO payment_events (payment, sequence, at, kind, state) VALUES (1, 1, 0, 'declined', 'declined')"
        )
        let late = try WebhookFixture.endpoint(of: Self.shop, "https://shop.example/late")
        _ = try await store.create(late, secret: LineFixture.sealed(1), by: "alice")
        #expect(try await store.webhookCursor() == 0)
        try await queue(["evt_1"])
        #expect(try await claim(late).isEmpty)
        #expect(try await claim(all).map(\.event) == ["evt_1"])
        for endpoint in [all, captures, late] {
            _ = try await store.remove(endpoint.id, by: "alice", at: Self.now)
        }
        try database.execute(
            "INSERT INTO payment_events (payment, sequence, at, kind, state) VALUES (1, 2, 0, 'declined', 'declined')"
        )
        let first = try WebhookFixture.endpoint(of: Self.shop)
        _ = try await store.create(first, secret: LineFixture.sealed(1), by: "alice")
        #expect(try await store.webhookCursor() == 2)
    }

    @Test("an endpoint that couldn't be disabled after a 410 is asked once more, not at once")
    func goneAgain() async throws {
        try await queue(["evt_1"])
        _ = try await conclude(try await claim(all), .answered(status: 410, retryAfter: nil))
        #expect(try await claim(all, at: Self.now.adding(seconds: 119)).isEmpty)
        #expect(try await claim(all, at: Self.now.adding(seconds: 120)).map(\.tries) == [2])
    }

    /// Fails one try of an endpoint on each day from the first one on.
    private func fail(_ days: ClosedRange<Int64>) async throws -> [WebhookID: DisablingReason] {
        var ended: [WebhookID: DisablingReason] = [:]
        for day in days {
            try await queue(["evt_day_\(day)"])
            let time = Self.now.adding(seconds: day * 86_400)
            ended = try await conclude(
                try await claim(all, at: time, limit: 1), Self.failed, at: time)
        }
        return ended
    }

    @Test("five days of nothing but failures disable an endpoint; a success starts them again")
    func failing() async throws {
        #expect(try await fail(0...4) == [:])
        #expect(try await fail(5...5) == [all.id: .failing])
        let time = Self.now.adding(seconds: 5 * 86_400)
        _ = try await conclude(try await claim(all, at: time, limit: 1), Self.delivered, at: time)
        #expect(try await fail(6...10) == [:])
        #expect(try await fail(11...11) == [all.id: .failing])
    }

    @Test("failures begin again after a time in which nothing was sent")
    func failingAnew() async throws {
        #expect(try await fail(0...3) == [:])
        #expect(try await fail(7...11) == [:])
        #expect(try await fail(12...12) == [all.id: .failing])
    }

    @Test("an endpoint that takes one event of a batch isn't failing")
    func failingBeside() async throws {
        #expect(try await fail(0...4) == [:])
        let time = Self.now.adding(seconds: 5 * 86_400)
        try await queue(["evt_a", "evt_b"])
        let claimed = try await claim(all, at: time, limit: 99).sorted { $0.event < $1.event }
        let results = claimed.enumerated().map { index, delivery in
            ConcludedDelivery(
                delivery: delivery, result: index == 1 ? Self.delivered : Self.failed,
                verdict: index == 1 ? .delivered : .retry(at: time))
        }
        #expect(try await store.conclude(results, at: time) == [:])
    }

    @Test("a try that the server's end cut off says nothing of the endpoint")
    func cutOff() async throws {
        #expect(try await fail(0...4) == [:])
        let time = Self.now.adding(seconds: 5 * 86_400)
        let results = try await claim(all, at: time).map { delivery in
            ConcludedDelivery(
                delivery: delivery, result: .failed(code: "cancelled"), verdict: .retry(at: time),
                isCutOff: true)
        }
        #expect(try await store.conclude(results, at: time) == [:])
        #expect(!results.isEmpty)
    }

    @Test(
        "an event that had all its tries doesn't make the failures begin again; an enabled endpoint's do"
    )
    func failingOn() async throws {
        let day: Int64 = 86_400
        try await queue(["evt_1"])
        var time = Self.now
        for _ in 0..<DeliveryVerdict.tries {
            _ = try await conclude(try await claim(all, at: time), Self.failed, at: time)
            time = time.adding(seconds: day)
        }
        try await queue(["evt_2"])
        let ended = try await conclude(try await claim(all, at: time), Self.failed, at: time)
        #expect(ended == [all.id: .failing])
        _ = try await store.disable(all.id, because: .failing, by: "coster", at: time)
        _ = try await store.enable(all.id, by: "alice", at: time)
        time = time.adding(seconds: day)
        let again = try await claim(all, at: time)
        #expect(again.map(\.event) == ["evt_2"])
        #expect(try await conclude(again, Self.failed, at: time) == [:])
    }

    @Test("what a clock that was ahead has put off is due at once, and nothing else")
    func broughtForward() async throws {
        let year: Int64 = 365 * 86_400
        try await queue(["evt_1", "evt_2", "evt_3"])
        let ahead = try await claim(all, at: Self.now.adding(seconds: year), limit: 1)
        _ = try await conclude(ahead, Self.failed, at: Self.now.adding(seconds: year))
        // Waits as long as it may.
        let asked = DeliveryResult.answered(status: 429, retryAfter: .max)
        _ = try await conclude(try await claim(all, limit: 1), asked)
        #expect(try await store.bringDeliveriesForward(at: Self.now) == 1)
        #expect(try await store.bringDeliveriesForward(at: Self.now) == 0)
        let due = try await claim(all)
        #expect(due.count == 2)
        #expect(due.contains { $0.event == ahead[0].event && $0.tries == 2 })
        // The failures begin now, not in a year.
        _ = try await conclude(due, Self.failed)
        #expect(try await fail(1...4) == [:])
        #expect(try await fail(5...5) == [all.id: .failing])
    }

    @Test("the worker brings deliveries forward with the acquirer's messages")
    func broughtForwardByWorker() async throws {
        try await queue(["evt_1"])
        _ = try await claim(all, at: Self.now.adding(seconds: 365 * 86_400))
        #expect(try await claim(all).isEmpty)
        _ = try await database.store.bringForward(
            dueAfter: Self.now, deadlineAfter: Self.now, at: Self.now)
        #expect(try await claim(all).count == 1)
    }

    @Test("one endpoint's row that can't be read keeps no other from its events")
    func unreadable() async throws {
        try await queue(["evt_1"], kind: "payment.captured")
        try await database.tamper(
            "UPDATE webhook_deliveries SET endpoint = 'x' WHERE endpoint = '\(all.id)'")
        try await database.tamper("UPDATE webhook_endpoints SET id = 'x' WHERE id = '\(all.id)'")
        #expect(try await store.webhooksDue(at: Self.now).map(\.id) == [captures.id])
        try await database.tamper("UPDATE webhook_endpoints SET format = 'x' WHERE id = 'x'")
        try await queue(["evt_2"], kind: "payment.captured")
        #expect(try await claim(captures).count == 2)
    }

    @Test("the worker erases the deliveries of a removed endpoint, and then the endpoint")
    func removed() async throws {
        try await queue((0..<(WebhookLimits.changedPerStep + 1)).map { "evt_\($0)" })
        let start = Timestamp(milliseconds: 0)
        #expect(try await store.eraseDeliveries(endedBefore: start) == 0)
        _ = try await store.remove(all.id, by: "alice", at: Self.now)
        #expect(try await store.webhooksDue(at: Self.now).map(\.id) == [])
        var steps: [Int] = []
        repeat {
            steps.append(try await store.eraseDeliveries(endedBefore: start))
        } while steps.last != 0
        #expect(steps == [WebhookLimits.changedPerStep, 1, 1, 0])
        #expect(try await count("webhook_deliveries") == 0)
        #expect(try await count("webhook_endpoints") == 1)
    }

    private func count(_ table: String) async throws -> Int {
        try await store.read { db in
            try db.first("SELECT count(*) FROM \(table)") { try $0.count() } ?? 0
        }
    }

    @Test("ended deliveries go after a time; those that wait go if their endpoint is disabled")
    func ended() async throws {
        let day: Int64 = 86_400
        try await queue(["evt_1", "evt_2", "evt_3"])
        _ = try await conclude(try await claim(all, limit: 1), Self.delivered)
        let exhausted = try await claim(all, limit: 1).map { delivery in
            ConcludedDelivery(delivery: delivery, result: Self.failed, verdict: .exhausted)
        }
        _ = try await store.conclude(exhausted, at: Self.now.adding(seconds: day))
        let moments: [(Int64, Int)] = [(0, 0), (1, 1), (day, 0), (day + 1, 1), (1_000 * day, 0)]
        for (seconds, erased) in moments {
            let moment = Self.now.adding(seconds: seconds)
            #expect(try await store.eraseDeliveries(endedBefore: moment) == erased, "\(seconds)")
        }
        _ = try await store.disable(all.id, because: .byOperator, by: "alice", at: Self.now)
        #expect(try await store.eraseDeliveries(endedBefore: Self.now) == 0)
        #expect(try await store.eraseDeliveries(endedBefore: Self.now.adding(seconds: 1)) == 1)
        #expect(try await count("webhook_endpoints") == 2)
    }

    @Test("an event is sent again to each endpoint that it was queued for, with its first try")
    func resend() async throws {
        try await queue(["evt_1"], kind: "payment.captured")
        let claimed = try await claim(all)
        _ = try await conclude(claimed, Self.delivered)
        #expect(try await store.resend(event: "evt_1", to: .everyMerchant, at: Self.now) == 2)
        #expect(try await store.resend(event: "evt_2", to: .everyMerchant, at: Self.now) == 0)
        #expect(try await claim(all).map(\.tries) == [1])
        // The result of the try before counts no longer.
        _ = try await conclude(claimed, Self.delivered)
        #expect(try await claim(all, at: Self.now.adding(seconds: 120)).map(\.tries) == [2])
    }

    @Test(
        "a batch's event is sent again to the merchant or the endpoint that is named, and to no other"
    )
    func resendOfBatch() async throws {
        let foreign = try WebhookFixture.endpoint(of: MerchantID("other"))
        _ = try await store.create(foreign, secret: LineFixture.sealed(1), by: "alice")
        let batch = [Self.shop, MerchantID("other")].map {
            NewEvent(id: "evt_batch_1", kind: "batch.closed", merchant: $0, number: 1)
        }
        _ = try await store.queue(batch, after: 0, upTo: 1, at: Self.now)
        for endpoint in [all, foreign] {
            _ = try await conclude(try await claim(endpoint), Self.delivered)
        }
        func resend(_ scope: ResendScope) async throws -> Int {
            try await store.resend(event: "evt_batch_1", to: scope, at: Self.now)
        }
        #expect(try await resend(.merchant(Self.shop)) == 1)
        #expect(try await store.webhooksDue(at: Self.now).map(\.id) == [all.id])
        #expect(try await resend(.endpoint(foreign.id)) == 1)
        #expect(Set(try await store.webhooksDue(at: Self.now).map(\.id)) == [all.id, foreign.id])
        #expect(try await resend(.endpoint(captures.id)) == 0)
        #expect(try await resend(.everyMerchant) == 2)
        _ = try await store.disable(all.id, because: .byOperator, by: "alice", at: Self.now)
        #expect(try await resend(.everyMerchant) == 1)
    }

    @Test("more failed deliveries than one step takes are all sent again")
    func resendMany() async throws {
        let count = WebhookLimits.changedPerStep + 1
        try await queue((0..<count).map { "evt_\($0)" })
        let claimed = try await claim(all, limit: count).map { delivery in
            ConcludedDelivery(delivery: delivery, result: Self.failed, verdict: .exhausted)
        }
        _ = try await store.conclude(claimed, at: Self.now)
        #expect(try await store.resendFailed(since: Self.now, to: all.id, at: Self.now) == count)
        #expect(try await store.resendFailed(since: Self.now, to: all.id, at: Self.now) == 0)
    }

    @Test("what ended without success is sent again, if it was queued since a time")
    func resendFailed() async throws {
        try await queue(["evt_1", "evt_2"])
        var time = Self.now
        for _ in 0..<DeliveryVerdict.tries {
            _ = try await conclude(try await claim(all, at: time), Self.failed, at: time)
            time = time.adding(seconds: 86_400)
        }
        #expect(try await claim(all, at: time).isEmpty)
        let later = Self.now.adding(seconds: 1)
        #expect(try await store.resendFailed(since: later, to: all.id, at: time) == 0)
        #expect(try await store.resendFailed(since: Self.now, to: all.id, at: time) == 2)
        #expect(try await claim(all, at: time).map(\.tries) == [1, 1])
    }

    @Test(
        "the schema itself refuses what no statement of ours would do",
        arguments: [
            "UPDATE webhook_deliveries SET due_at = NULL",
            "UPDATE webhook_deliveries SET state = 'delivered'",
            "UPDATE webhook_deliveries SET state = 'other', due_at = NULL",
            "UPDATE webhook_deliveries SET tries = -1",
            "UPDATE webhook_deliveries SET endpoint = 'north'",
            "INSERT INTO webhook_cursor (id, number) VALUES (2, 0)",
            "UPDATE webhook_cursor SET number = -1",
        ])
    func schema(sql: String) async throws {
        try await queue(["evt_1"])
        await #expect(throws: StoreError.corrupt) {
            try await store.write { db in _ = try db.change(sql, []) }
        }
    }
}
