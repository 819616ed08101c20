import Database
import Events
import MerchantStorage
import PaymentDomain
import PaymentEngine
import StorageFixtures
import StorageKit
import Testing
import Webhooks

@testable import PaymentStorage

@Suite("What is kept no longer", .timeLimit(.minutes(5)), .onBothDatabases)
struct RetentionTests {
    private static let now = StoreFixture.now
    private static let after = now.adding(seconds: 1)
    private static let never = Timestamp(milliseconds: 0)

    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Says that the deliveries of all events are queued.
    private func queueAll(_ events: [NewEvent] = []) async throws {
        let newest = try await numbers().last ?? 0
        let merchants = store.merchantStore
        let cursor = try await merchants.webhookCursor()
        let isNext = try await merchants.queue(events, after: cursor, upTo: newest, at: Self.now)
        #expect(isNext)
    }

    /// Adds a payment that waits for its capture.
    private func addNewer() async throws { _ = try await fixture.approved() }

    private func numbers() async throws -> [Int64] {
        try await store.read { db in
            try db.allRows("SELECT number FROM payment_events ORDER BY number") {
                try $0.integer()
            }
        }
    }

    /// Erases until there is no more.
    ///
    /// - Returns: How many steps it took.
    @discardableResult
    private func erase(before moment: Timestamp = after) async throws -> Int {
        let limits = RetentionLimits(events: moment, deliveries: Self.never)
        var place: Int64? = 0
        var steps = 0
        while let from = place {
            place = try await store.eraseHistory(limits, after: from)
            steps += 1
        }
        return steps
    }

    @Test(
        "the events of a payment go together once it is settled and waits for nothing; the audit stays clean",
        arguments: [
            ("a decline", true), ("what was not sent", true), ("silence", false),
            ("a credit", false), ("an abandoned authorization", false),
            ("the reversal of a decline", true), ("a sale has one event", false),
            ("a capture, and a refund", false), ("the release of all of a hold", true),
            ("the void of a credit", true), ("what is left after a final capture", false),
            ("an order that came to nothing", true), ("a hold that is renewed", false),
        ])
    func lives(_ title: String, isErased: Bool) async throws {
        let rows = EventRow.authorizations + EventRow.operations
        let row = try #require(rows.first { $0.title.hasPrefix(title) })
        let payment = try await row.life(fixture)
        try await addNewer()
        try await queueAll()
        try await erase(before: Self.now)
        let before = try await store.events(of: payment)
        #expect(!before.isEmpty)
        try await erase(before: Self.now.adding(seconds: 1_000))
        #expect(try await store.events(of: payment) == (isErased ? [] : before))
        #expect(try await store.audit().breaches == [])
        let history = try #require(try await store.histories(payment.value).first)
        #expect(history.erased == (isErased ? Int64(row.events.count) : 0))
    }

    @Test("a captured payment's events go after its batch is closed; the batch's event stays")
    func settled() async throws {
        let payment = try await fixture.approved()
        try await fixture.done(.capture, 400, of: payment)
        try await queueAll()
        try await erase()
        #expect(try await numbers().count == 3)
        _ = try await store.closeBatch(at: Self.now)
        try await queueAll()
        try await erase()
        #expect(try await numbers().count == 1)
        #expect(try await store.audit().breaches == [])
    }

    @Test("a refund after its payment's events were erased has the next number, and no amounts")
    func refundedLater() async throws {
        let payment = try await fixture.approved()
        try await fixture.done(.capture, 400, of: payment)
        _ = try await store.closeBatch(at: Self.now)
        try await queueAll()
        try await erase()
        try await fixture.done(.refund, 100, of: payment)
        let events = try await store.events(of: payment.id)
        #expect(events.map(\.id) == [.payment(payment.id, sequence: 5)])
        #expect(try await store.event(.payment(payment.id, sequence: 1)) == nil)
        guard case .payment(let subject)? = events.first?.subject else {
            Issue.record("no payment")
            return
        }
        #expect(subject.amounts == nil)
        #expect(subject.amount.minorUnits == 100)
        #expect(try await store.audit().breaches == [])
        _ = try await store.closeBatch(at: Self.now)
        try await queueAll()
        try await erase()
        #expect(try await store.events(of: payment.id) == [])
        #expect(try await store.audit().breaches == [])
    }

    @Test("an event whose deliveries aren't queued yet stays, and so do its payment's others")
    func notQueued() async throws {
        _ = try await endpoint()
        let payment = try await fixture.approved()
        try await queueAll()
        try await fixture.done(.release, 1000, of: payment)
        try await addNewer()
        try await erase()
        #expect(try await store.events(of: payment.id).count == 2)
        try await queueAll()
        try await erase()
        #expect(try await store.events(of: payment.id) == [])
    }

    /// An active endpoint of the payments' merchant.
    private func endpoint() async throws -> WebhookEndpoint {
        let merchants = store.merchantStore
        let merchant = try MerchantFixture.merchant(StoreFixture.merchant.value)
        _ = try await merchants.create(merchant, by: "alice")
        let endpoint = try WebhookFixture.endpoint(of: merchant.id)
        _ = try await merchants.create(endpoint, secret: LineFixture.sealed(), by: "alice")
        return endpoint
    }

    @Test("an event stays while an endpoint waits for it", arguments: [true, false])
    func waitedFor(isDelivered: Bool) async throws {
        let merchants = store.merchantStore
        let endpoint = try await endpoint()
        let payment = EventRow.operations.first { $0.title.hasPrefix("the release") }
        let id = try await #require(payment).life(fixture)
        try await addNewer()
        let event = try #require(try await store.events(of: id).last)
        try await queueAll([
            NewEvent(
                id: "\(event.id)", kind: event.kind.rawValue, merchant: endpoint.merchant,
                number: event.number)
        ])
        try await erase()
        #expect(try await store.events(of: id).count == 2)
        if isDelivered {
            let claimed = try await merchants.claimDeliveries(
                of: endpoint.id, at: Self.now, leasedUntil: Self.after, limit: 1)
            let result = DeliveryResult.answered(status: 200, retryAfter: nil)
            _ = try await merchants.conclude(
                claimed.map {
                    ConcludedDelivery(delivery: $0, result: result, verdict: .delivered)
                }, at: Self.now)
        } else {
            _ = try await merchants.remove(endpoint.id, by: "alice", at: Self.now)
        }
        try await erase()
        #expect(try await store.events(of: id) == [])
    }

    @Test("without an endpoint in use nothing is queued, and events go")
    func nobody() async throws {
        let payment = try await fixture.approved()
        try await fixture.done(.release, 1000, of: payment)
        try await erase()
        // The newest event of all stays, so that no database gives its number again.
        #expect(try await store.events(of: payment.id).count == 2)
        try await addNewer()
        try await erase()
        #expect(try await store.events(of: payment.id) == [])
    }

    @Test("an event that is erased twice, or is missed by more than was erased, is found")
    func tampered() async throws {
        let payment = EventRow.operations.first { $0.title.hasPrefix("the release") }
        _ = try await #require(payment).life(fixture)
        try await fixture.tamper("UPDATE payments SET events_erased = 1")
        #expect(try await store.audit().breaches.map(\.rule) == [.eventsMissing, .eventsDisagree])
        try await fixture.tamper("DELETE FROM payment_events WHERE sequence = 2")
        #expect(try await store.audit().breaches.map(\.rule) == [.eventsDisagree])
        try await fixture.tamper("DELETE FROM payment_events WHERE sequence = 1")
        #expect(try await store.audit().breaches.map(\.rule) == [.eventsMissing, .eventsDisagree])
        try await fixture.tamper("UPDATE payments SET events_erased = -1")
        #expect(try await store.audit().breaches.map(\.rule).contains(.eventsDisagree))
        try await fixture.tamper("UPDATE payments SET events_erased = 1, state = 'declined'")
        #expect(try await store.audit().breaches.map(\.rule).contains(.stateDisagrees))
    }

    @Test("of a payment whose count of erased events can't be, none is erased", arguments: [-1, 3])
    func unsound(erased: Int) async throws {
        _ = try await endpoint()
        let payment = try await fixture.approved()
        try await fixture.done(.release, 1000, of: payment)
        try await queueAll()
        try await fixture.tamper("UPDATE payments SET events_erased = \(erased)")
        try await erase()
        #expect(try await numbers().count == 3)
    }

    @Test("many payments go in small steps while others are paid, and readers pass over the hole")
    func steps() async throws {
        let count = StorageLimits.eventsPerErasingStep + 20
        for order in 0..<count {
            let intent = try StoreFixture.intent(order: "\(order)")
            _ = try await store.begin(intent)
            _ = try await store.finishes(StoreFixture.ending(intent.payment, .declined))
        }
        let kept = try await fixture.approved(order: "kept")
        try await fixture.done(.capture, 100, of: kept)
        try await queueAll()
        async let payments: Void = { [fixture] in
            for order in 0..<20 {
                let payment = try await fixture.approved(order: "new \(order)")
                try await fixture.done(.capture, 100, of: payment)
            }
        }()
        let limits = RetentionLimits(events: Self.after, deliveries: Self.never)
        let first = try await store.eraseHistory(limits, after: 0)
        #expect(first == Int64(StorageLimits.eventsPerErasingStep))
        #expect(try await store.events(of: kept.id).count == 2)
        try await payments
        try await erase()
        let page = try await store.events(after: EventCursor())
        #expect(page.events.count == 21 * 2)
        #expect(page.events.first?.id == .payment(kept.id, sequence: 1))
        #expect(try await store.audit().breaches == [])
    }
}
