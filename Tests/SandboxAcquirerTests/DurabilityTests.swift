import Testing

@testable import SQLiteDatabase
@testable import SandboxAcquirer

@Suite("What the sandbox acquirer's books outlive", .timeLimit(.minutes(5)))
struct DurabilityTests {
    @Test("they outlive their process and leave the disk to itself, as docs/sandbox.md says")
    func synchronous() async throws {
        let fixture = try await SandboxFixture()
        let found = try await fixture.books.book.write { db in
            try db.first("PRAGMA synchronous", []) { columns in try columns.integer() }
        }
        #expect(found == 1)
    }

    @Test("a book waits for the disk unless it is told otherwise")
    func byDefault() {
        #expect(SyncMode.powerCut.synchronous == 2)
        #expect(SyncMode.processCrash.synchronous == 1)
    }
}
