import StorageFixtures
import Database
import Dispatch
import GRDB
import PaymentDomain
import Synchronization
import Testing

@testable import SQLiteDatabase
@testable import PaymentStorage

@Suite("The writer's line", .timeLimit(.minutes(5)))
struct GroupCommitWriterTests {
    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Lets a write begin that waits for a gate each time that it runs, and all others behind it.
    private func holdUp(
        _ book: SQLiteDatabase, until gate: DispatchSemaphore
    ) async throws -> Task<Void, any Error> {
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let blocker = Task {
            try await book.write { _ in
                enter.yield()
                gate.wait()
            }
        }
        for await _ in entered { break }
        return blocker
    }

    @Test("a line that is full refuses, and serves all who were in it")
    func fullLine() async throws {
        let book = try #require(fixture.file)
        let gate = DispatchSemaphore(value: 0)
        let tooMany = 50
        let blocker = try await holdUp(book, until: gate)
        let (served, refused) = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<(SQLiteLimits.waitingWrites + tooMany) {
                group.addTask {
                    do {
                        try await book.write { _ in }
                        return true
                    } catch {
                        return false
                    }
                }
            }
            var served = 0
            var refused = 0
            for await isServed in group {
                if isServed { served += 1 } else { refused += 1 }
                // No one is served while the writer is held, so the refused come first.
                if refused == tooMany { gate.signal() }
            }
            return (served, refused)
        }
        try await blocker.value
        #expect(served == SQLiteLimits.waitingWrites)
        #expect(refused == tooMany)
    }

    @Test("a write that fails alone leaves the writer ready for the next")
    func afterFailure() async throws {
        let book = try #require(fixture.file)
        for _ in 0..<3 {
            await #expect(throws: SQLError.corrupt) {
                try await book.write { db in try db.execute(sql: "INSERT INTO nowhere VALUES (1)") }
            }
            await #expect(throws: SQLError.unavailable) {
                try await book.write { _ in throw SQLError.unavailable }
            }
        }
        let payment = try await fixture.approved()
        #expect(try await fixture.payment(payment.id) == payment)
    }

    @Test(
        "a write that fails harms none of its neighbours, who share a commit all the same",
        arguments: [
            (failing: [0], commits: 1), ([7], 1), ([3, 4], 1), ([0, 3, 7], 1),
            // Where many fail, each has a commit of its own.
            ([0, 1, 2, 3], 5), ([0, 1, 2, 3, 4, 5, 6], 2),
        ])
    func neighbours(failing: [Int], commits: Int) async throws {
        let book = try #require(fixture.file)
        try fixture.execute("CREATE TABLE told (n INTEGER PRIMARY KEY)")
        let seen = Mutex(0)
        try await book.pool.writeWithoutTransaction { db in
            db.trace { event in
                if event.description == "COMMIT" { seen.withLock { $0 += 1 } }
            }
        }
        let told = try await together(8, in: book) { index, db in
            try db.change("INSERT INTO told VALUES (?)", [index.sqlValue])
            if failing.contains(index) { throw SQLError.corrupt }
        }
        #expect(told == (0..<8).map { !failing.contains($0) })
        let kept = try await book.read { db in
            try db.allRows("SELECT n FROM told ORDER BY n") { try $0.count() }
        }
        #expect(kept == (0..<8).filter { !failing.contains($0) })
        // What held up the line shares the first of them.
        #expect(seen.withLock { $0 } == commits)
        #expect(book.undoneCommits == min(failing.count, SQLiteLimits.failuresPerBatch))
    }

    /// Lets so many writes wait in the line, and then go together; whether each stands.
    private func together(
        _ count: Int, in book: SQLiteDatabase,
        _ body: @escaping @Sendable (Int, Database) throws -> Void
    ) async throws -> [Bool] {
        let gate = DispatchSemaphore(value: 0)
        let blocker = try await holdUp(book, until: gate)
        let tasks = (0..<count).map { index in
            Task {
                do {
                    try await book.write { db in try body(index, db) }
                    return true
                } catch {
                    return false
                }
            }
        }
        while book.writer.waiting < count {
            try Task.checkCancellation()
            await Task.yield()
        }
        // What holds up the line runs again with those who joined it.
        for _ in 0...count { gate.signal() }
        try await blocker.value
        var told: [Bool] = []
        for task in tasks { told.append(await task.value) }
        return told
    }

    @Test(
        "a failed commit is unknown, unless the database was only busy, or the disk full",
        arguments: [
            (ResultCode.SQLITE_BUSY, SQLError.unavailable),
            (.SQLITE_IOERR, .indeterminate), (.SQLITE_FULL, .unavailable),
        ])
    func failedCommit(code: ResultCode, meaning: SQLError) {
        let error = DatabaseError(resultCode: code)
        #expect(GroupCommitWriter.meaning(ofFailedCommit: error) == meaning)
    }

    @Test("two processes that write at once wait for each other")
    func twoWriters() async throws {
        let other = try await SQLPaymentStore(folder: fixture.folder)
        let stores = [fixture.store, other]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<40 {
                group.addTask {
                    let intent = try StoreFixture.intent(order: "two")
                    _ = try await stores[index % 2].begin(intent)
                }
            }
            try await group.waitForAll()
        }
        #expect(try await other.audit().payments == 40)
        try other.close()
    }
}
