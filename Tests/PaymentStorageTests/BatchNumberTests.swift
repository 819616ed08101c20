import StorageFixtures
import StorageKit
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite(
    "The numbers of batches after a restore, and dates of wrong clocks", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct BatchNumberTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private static let day: Int64 = 86_400

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Closes the open batch.
    private func close(at moment: Timestamp = StoreFixture.now) async throws -> Int64 {
        try await store.closeBatch(at: moment).number
    }

    /// Closes the day's batch; nil where that was done.
    private func closeDaily(since due: Timestamp, at now: Timestamp) async throws -> Int64? {
        switch try await store.closeBatch(at: now, unlessClosedSince: due) {
        case .closed(let batch): return batch.number
        case .closedBefore: return nil
        case .beingClosed(let number):
            Issue.record("batch \(number) is being closed")
            return nil
        }
    }

    @Test("the first after a restore leaps over what may be lost, whatever a clock says")
    func leap() async throws {
        #expect(try await close() == 1)
        #expect(try await close() == 2)
        for seconds in [60, -60, 0] {
            let before = try await close()
            _ = try await store.recordRestore(at: StoreFixture.now.adding(seconds: Int64(seconds)))
            #expect(try await close() == before + 1_000)
            #expect(try await close() == before + 1_001)
        }
        #expect(try await store.audit().isClean)
    }

    @Test("the day's batch leaps likewise, once")
    func dailyLeap() async throws {
        let due = StoreFixture.now
        #expect(try await closeDaily(since: due, at: due) == 1)
        _ = try await store.recordRestore(at: due)
        #expect(try await closeDaily(since: due, at: due.adding(seconds: 1)) == nil)
        for (day, number) in [(1, 1_001), (2, 1_002)] as [(Int64, Int64)] {
            let next = due.adding(seconds: day * Self.day)
            #expect(try await closeDaily(since: next, at: next) == number)
        }
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a database without a batch leaps too, and a restore that the backup knew of counts as well"
    )
    func backupAfterRestore() async throws {
        // After the first a backup was made; what was closed then, from 1,000 on, is lost with the second.
        for _ in 1...2 { _ = try await store.recordRestore(at: StoreFixture.now) }
        #expect(try await close() == 1_999)
        #expect(try await close() == 2_000)
        #expect(try await store.audit().isClean)
    }

    @Test("of several that are closed at once after a restore each has a number of its own")
    func atOnce() async throws {
        #expect(try await close() == 1)
        _ = try await store.recordRestore(at: StoreFixture.now)
        let numbers = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 1...3 { group.addTask { try await close() } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(numbers == [1_001, 1_002, 1_003])
        #expect(try await store.audit().isClean)
    }

    @Test("one that was being closed in the backup keeps what it has, and the next one leaps")
    func beingClosed() async throws {
        _ = try await fixture.credited(transaction: try StoreFixture.name(1, .credit))
        #expect(try await close() == 1)
        try await fixture.tamper(StoreFixture.cutOffBatches)
        _ = try await fixture.credited(transaction: try StoreFixture.name(2, .credit))
        _ = try await store.recordRestore(at: StoreFixture.now)
        #expect(try await close() == 1_001)
        let all = ListBatchesCommand(
            .closed(from: StoreFixture.now, to: StoreFixture.now.adding(seconds: 1)))
        let batches = try await store.batches(all, of: StoreFixture.merchant)
        #expect(batches.map(\.number) == [1, 1_001])
        #expect(batches.map(\.entries.count) == [1, 1])
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a gap that no restore explains is a breach",
        arguments: [
            ("DELETE FROM batches WHERE number = 2", ["1001"]),
            ("DELETE FROM batches WHERE number = 1002", ["1002"]),
            ("DELETE FROM batches WHERE number IN (1, 1003)", ["1", "1003"]),
            ("DELETE FROM restores", ["1001"]),
        ])
    func gaps(sql: String, missed: [String]) async throws {
        for _ in 1...2 { _ = try await close() }
        _ = try await store.recordRestore(at: StoreFixture.now)
        for number: Int64 in 1_002...1_004 { #expect(try await close() == number) }
        try await fixture.tamper(sql)
        let breaches = try await store.audit().breaches
        #expect(breaches == missed.map { AuditBreach(rule: .batchMissing, subject: $0) })
    }

    @Test("one that a clock far ahead has dated is no day's, and each day has one")
    func farAhead() async throws {
        let due = StoreFixture.now
        #expect(try await close(at: due.adding(seconds: 3 * Self.day + 3_600)) == 1)
        // Beyond the day of that date.
        for day: Int64 in 0...5 {
            let today = due.adding(seconds: day * Self.day)
            #expect(try await closeDaily(since: today, at: today) == day + 2)
            for late: Int64 in [1, 2, Self.day - 1] {
                let now = today.adding(seconds: late)
                #expect(try await closeDaily(since: today, at: now) == nil)
            }
        }
        #expect(try await store.audit().isClean)
    }

    @Test(
        "one that a server with a clock ahead has just closed is the day's",
        arguments: [(1, nil), (3_600, nil), (86_400, nil), (86_401, 2)] as [(Int64, Int64?)])
    func ahead(seconds: Int64, number: Int64?) async throws {
        let due = StoreFixture.now
        #expect(try await close(at: due.adding(seconds: seconds)) == 1)
        #expect(try await closeDaily(since: due, at: due) == number)
    }
}
