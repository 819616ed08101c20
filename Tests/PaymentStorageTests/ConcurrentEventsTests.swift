import Events
import PaymentDomain
import PaymentEngine
import StorageFixtures
import Testing

@testable import PaymentStorage
@testable import PostgreSQLDatabase

@Suite(
    "Events that many transactions write at once", .timeLimit(.minutes(5)), .onBothDatabases)
struct ConcurrentEventsTests {
    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Reads on until so many events came; a limit on the reads, in place of one on time.
    private func follow(
        until count: Int, in store: SQLPaymentStore
    ) async throws -> [Event] {
        var cursor = EventCursor()
        var read: [Event] = []
        for _ in 0..<100_000 where read.count < count {
            let page = try await store.events(after: cursor, limit: 7)
            read += page.events
            cursor = page.next
            await Task.yield()
        }
        return read
    }

    @Test("a reader beside many writers gets each event once, each payment's in order")
    func everyOne() async throws {
        let writers = 16
        let captures = 3
        let reader = try await fixture.openedAgain()
        let count = writers * (captures + 1)
        let (read, payments) = try await withThrowingTaskGroup(of: PaymentID.self) { group in
            for writer in 0..<writers {
                group.addTask { [fixture] in
                    let payment = try await fixture.approved(order: "\(writer)")
                    for _ in 0..<captures { try await fixture.done(.capture, 10, of: payment) }
                    return payment.id
                }
            }
            let read = try await follow(until: count, in: reader)
            return (read, try await group.reduce(into: []) { $0.append($1) })
        }
        #expect(read.count == count)
        #expect(Set(read.map(\.id)).count == count)
        for payment in payments {
            let own = read.filter { event in
                if case .payment(let subject) = event.subject {
                    subject.id == payment
                } else {
                    false
                }
            }
            #expect(own == (try await fixture.store.events(of: payment)))
        }
        try reader.close()
    }

    @Test("a number that is given and not committed yet stops the reader; undone, it doesn't")
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
        var cursor = EventCursor()
        for _ in 0..<3 {
            let page = try await fixture.store.events(after: cursor)
            cursor = page.next
            #expect(page.isEnd)
            #expect(cursor.number == 1)
            #expect(cursor.isWaiting)
        }
        _ = try other.execute("ROLLBACK")
        let page = try await fixture.store.events(after: cursor)
        #expect(page.events.map(\.sequence) == [1])
        #expect(page.next == EventCursor(3))
    }
}
