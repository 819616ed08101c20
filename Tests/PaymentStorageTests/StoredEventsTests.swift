import Database
import Events
import PaymentDomain
import PaymentEngine
import StorageFixtures
import Testing

@testable import PaymentStorage

@Suite("Public events", .timeLimit(.minutes(5)), .onBothDatabases)
struct StoredEventsTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func all(of merchant: MerchantID? = nil) async throws -> [Event] {
        try await store.events(after: EventCursor(), of: merchant).events
    }

    @Test(
        "each change has the event of its kind, in order, and no other",
        arguments: [
            (
                "a capture, and a refund that is refused",
                ["payment.authorized", "payment.captured", "payment.refund_refused"]
            ),
            ("the release of all of a hold", ["payment.authorized", "payment.released"]),
            ("the void of a credit", ["payment.credited", "payment.credit_voided"]),
            ("silence", ["payment.outcome_unknown"]), ("a decline", ["payment.declined"]),
            ("what was not sent", ["payment.not_sent"]),
            ("an abandoned authorization", ["payment.outcome_unknown", "payment.reversed"]),
            ("an authorization that waits", []),
            ("a capture of which the client hears", ["payment.authorized", "payment.captured"]),
            ("a hold that is renewed", ["payment.authorized"]),
            ("an order that came to nothing", ["payment.not_sent", "payment.cancelled"]),
            ("the reversal of a decline", ["payment.declined"]),
        ])
    func kinds(_ title: String, _ expected: [String]) async throws {
        let rows = EventRow.authorizations + EventRow.operations
        let words = title.prefix(while: { $0 != "," })
        let row = try #require(rows.first { $0.title.hasPrefix(words) })
        let payment = try await row.life(fixture)
        let events = try await store.events(of: payment)
        #expect(events.map(\.kind.rawValue) == expected)
        #expect(Set(events.map(\.id)).count == events.count)
        #expect(events.map(\.number) == events.map(\.number).sorted())
        let inStream = try await all().filter {
            if case .payment(let subject) = $0.subject { subject.id == payment } else { false }
        }
        #expect(inStream == events)
        for event in events { #expect(try await store.event(event.id) == event) }
    }

    @Test("the body stays the same, whatever becomes of the payment later")
    func sameBytes() async throws {
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 700, of: payment)
        let before = try await all()
        try await fixture.done(.refund, 200, of: payment)
        _ = try await store.closeBatch(at: StoreFixture.now)
        let after = try await all()
        #expect(before.map(\.body) == after.prefix(before.count).map(\.body))
        let captured = after.compactMap { event -> Int64? in
            if case .payment(let subject) = event.subject { subject.amounts?.captured } else { nil }
        }
        #expect(captured == [0, 700, 700])
    }

    @Test("a partial approval, and a decline with its code")
    func outcomes() async throws {
        let part = try StoreFixture.intent(1000)
        _ = try await store.begin(part)
        _ = try await store.finishes(StoreFixture.ending(part.payment, .approved(600)))
        let declined = try StoreFixture.intent(order: "declined")
        _ = try await store.begin(declined)
        var ending = StoreFixture.ending(declined.payment, .declined)
        ending.declineReason = .insufficientFunds
        _ = try await store.finishes(ending)
        let events = try await all()
        #expect(events.map(\.kind) == [.partiallyAuthorized, .declined])
        guard case .payment(let first) = events[0].subject,
            case .payment(let second) = events[1].subject
        else { return #expect(Bool(false), "both are of payments") }
        #expect(first.amount.minorUnits == 600)
        #expect(first.requested.minorUnits == 1000)
        #expect(first.authorizationCode == "123456")
        #expect(second.amount.minorUnits == 1000)
        #expect(second.code == .insufficientFunds)
        #expect(second.authorizationCode == nil)
    }

    @Test("a batch has one event once it is closed, with the totals of whoever asks")
    func batches() async throws {
        _ = try await store.closeBatch(at: StoreFixture.now)
        let payment = try await fixture.approved(1000)
        for _ in 0..<3 { try await fixture.done(.capture, 100, of: payment) }
        try await fixture.done(.refund, 50, of: payment)
        _ = try await store.closeBatch(at: StoreFixture.now, inPortionsOf: 1)
        let own = try await all(of: StoreFixture.merchant).filter { $0.kind == .batchClosed }
        let whole = try await all().filter { $0.kind == .batchClosed }
        #expect(whole.map(\.id) == [.batch(1), .batch(2)])
        #expect(own.map(\.id) == [.batch(2)])
        var total = EventTotal(currency: .usd)
        total.captures = 3
        total.captured = 300
        total.refunds = 1
        total.refunded = 50
        for (event, merchant) in [(whole[1], nil), (own[0], StoreFixture.merchant)] {
            let expected = EventBatch(number: 2, merchant: merchant, totals: [total])
            #expect(event.subject == .batch(expected))
        }
        #expect(try await store.merchants(inBatch: 1) == [])
        #expect(try await store.merchants(inBatch: 2) == [StoreFixture.merchant])
        #expect(try await all(of: MerchantID("other")).isEmpty)
        #expect(try await store.event(.batch(2), of: MerchantID("other")) == nil)
        #expect(try await store.event(.batch(3)) == nil)
    }

    @Test("a batch that was cut off has its event when the next is opened")
    func cutOff() async throws {
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 100, of: payment)
        _ = try await store.write { db in
            try db.openBatch(at: StoreFixture.now, by: nil)
        }
        #expect(try await all().allSatisfy { $0.kind != .batchClosed })
        _ = try await store.closeBatch(at: StoreFixture.now)
        let batches = try await all().filter { $0.kind == .batchClosed }
        #expect(batches.map(\.id) == [.batch(1), .batch(2)])
    }

    @Test("pages follow on each other, and the newest begin where they are asked to")
    func pages() async throws {
        for order in 0..<5 { _ = try await fixture.approved(order: "\(order)") }
        let events = try await all()
        var cursor = EventCursor()
        var read: [Event] = []
        var page: EventPage
        repeat {
            page = try await store.events(after: cursor, limit: 2)
            #expect(page.events.count <= 2)
            read += page.events
            cursor = page.next
        } while !page.isEnd
        #expect(read == events)
        for count in 0...6 {
            let newest = try await store.eventCursor(beforeNewest: count)
            let found = try await store.events(after: newest).events
            #expect(found == events.suffix(count))
        }
        let other = try await store.eventCursor(beforeNewest: 1, of: MerchantID("other"))
        #expect(other == EventCursor())
    }

    @Test("an event of another merchant isn't found")
    func merchants() async throws {
        let payment = try await fixture.approved()
        let id = EventID.payment(payment.id, sequence: 1)
        #expect(try await store.event(id, of: StoreFixture.merchant) != nil)
        #expect(try await store.event(id, of: MerchantID("other")) == nil)
        #expect(try await store.event(.payment(payment.id, sequence: 2)) == nil)
        #expect(try await store.event(.payment(PaymentID(), sequence: 1)) == nil)
    }
}
