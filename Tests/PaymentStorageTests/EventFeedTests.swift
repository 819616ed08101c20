import Database
import Events
import PaymentDomain
import PaymentEngine
import StorageFixtures
import Testing

@testable import PaymentStorage
@testable import PostgreSQLDatabase

@Suite("A merchant's events", .timeLimit(.minutes(5)), .onBothDatabases)
struct EventFeedTests {
    private let fixture: StoreFixture
    private let feed: EventFeed
    private let merchant = StoreFixture.merchant

    init() async throws {
        fixture = try await StoreFixture()
        feed = EventFeed(
            fixture.store, digest: EventFeedTests.digest,
            clock: EngineClock(
                now: { StoreFixture.now }, uptime: { .zero }, sleep: { _ in await Task.yield() }))
    }

    /// Not secret, but another one for other parts.
    @Sendable private static func digest(_ parts: [[UInt8]]) -> [UInt8] {
        var sums = [UInt8](repeating: 0, count: 16)
        let bytes: [UInt8] = Array(parts.joined(separator: [0]))
        for (index, byte) in bytes.enumerated() {
            sums[index % 16] = sums[index % 16] &* 31 &+ byte
        }
        return sums
    }

    private func page(
        _ query: EventQuery, of merchant: MerchantID = StoreFixture.merchant
    ) async throws -> EventSlice {
        guard case .page(let slice) = try await feed.answer(query, of: merchant) else {
            throw NotAPage()
        }
        return slice
    }

    private struct NotAPage: Error {}

    /// All events of a merchant, page by page.
    private func all(_ query: EventQuery) async throws -> [Event] {
        var query = query
        var read: [Event] = []
        for _ in 0..<100 {
            let page = try await page(query)
            #expect(page.events.count <= query.limit)
            read += page.events
            query.start = page.next
            if !page.hasMore { break }
        }
        return read
    }

    @Test(
        "come in pages that follow on each other, whatever their size", arguments: [1, 2, 3, 100])
    func pages(_ limit: Int) async throws {
        for order in 0..<3 {
            let payment = try await fixture.approved(order: "\(order)")
            try await fixture.done(.capture, 10, of: payment)
        }
        _ = try await fixture.store.closeBatch(at: StoreFixture.now)
        let events = try await fixture.store.events(after: EventCursor(), of: merchant).events
        #expect(events.count == 7)
        #expect(try await all(EventQuery(limit: limit)) == events)
        let captures = events.filter { $0.kind == .captured }
        #expect(try await all(EventQuery(limit: limit, kinds: [.captured])) == captures)
    }

    @Test("go on behind the newest once there are others")
    func later() async throws {
        #expect(
            try await page(EventQuery(limit: 5))
                == EventSlice(events: [], next: nil, hasMore: false))
        _ = try await fixture.approved(order: "first")
        let first = try await page(EventQuery(limit: 5))
        #expect(first.events.count == 1 && !first.hasMore)
        let none = try await page(EventQuery(after: first.next, limit: 5))
        #expect(none == EventSlice(events: [], next: first.next, hasMore: false))
        let second = try await fixture.approved(order: "second")
        let next = try await page(EventQuery(after: first.next, limit: 5))
        #expect(next.events.map(\.id) == [.payment(second.id, sequence: 1)])
    }

    @Test("of one payment are its own alone, and no other merchant's")
    func ofPayment() async throws {
        let payment = try await fixture.approved(order: "first")
        _ = try await fixture.approved(order: "second")
        try await fixture.done(.capture, 10, of: payment)
        let own = try await fixture.store.events(of: payment.id)
        #expect(own.count == 2)
        #expect(try await all(EventQuery(limit: 1, payment: payment.id)) == own)
        let query = EventQuery(limit: 1, payment: payment.id)
        #expect(try await feed.answer(query, of: MerchantID("other")) == .paymentNotFound)
        let unknown = EventQuery(limit: 1, payment: PaymentID())
        #expect(try await feed.answer(unknown, of: merchant) == .paymentNotFound)
    }

    @Test("are no other merchant's, nor is a bookmark")
    func others() async throws {
        let payment = try await fixture.approved()
        let other = MerchantID("other")
        let theirs = try await page(EventQuery(limit: 5), of: other)
        #expect(theirs.events.isEmpty && !theirs.hasMore)
        let own = try await page(EventQuery(limit: 5))
        // Both have read the same changes, and neither can go on from the other's place.
        #expect(theirs.next?.number == own.next?.number && theirs.next != own.next)
        let query = EventQuery(after: own.next, limit: 5)
        #expect(try await feed.answer(query, of: other) == .bookmarkUnknown)
        let id = EventID.payment(payment.id, sequence: 1)
        #expect(try await feed.event(id, of: merchant)?.id == id)
        #expect(try await feed.event(id, of: other) == nil)
    }

    @Test(
        "can't be read on from a change that isn't stored any more, or that is another one now",
        arguments: ["DELETE FROM payment_events", "UPDATE payment_events SET at = at + 1"])
    func lostPlace(_ change: String) async throws {
        _ = try await fixture.approved()
        let place = try await page(EventQuery(limit: 5)).next
        try await fixture.store.write { db in _ = try db.change(change, []) }
        let query = EventQuery(after: place, limit: 5)
        #expect(try await feed.answer(query, of: merchant) == .bookmarkUnknown)
    }

    @Test(
        "wait a while for a transaction that may have an earlier one, and then say there are more")
    func heldBack() async throws {
        guard let database = fixture.database else { return }
        _ = try await fixture.approved(order: "first")
        let other = try LibPQConnection(database.address)
        _ = try other.execute(
            """
            BEGIN;
            INSERT INTO payment_events (payment, sequence, at, kind, state)
            VALUES (99, 1, 0, 'declined', 'declined')
            """)
        _ = try await fixture.approved(order: "second")
        let first = try await page(EventQuery(limit: 5))
        #expect(first.events.count == 1 && first.hasMore)
        _ = try other.execute("ROLLBACK")
        let second = try await page(EventQuery(after: first.next, limit: 5))
        #expect(second.events.count == 1 && !second.hasMore)
    }
}
