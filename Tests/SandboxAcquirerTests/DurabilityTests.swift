import Testing

@testable import SQLiteDatabase
@testable import SandboxAcquirer

@Suite("The failures that the sandbox acquirer's ledger survives", .timeLimit(.minutes(5)))
struct DurabilityTests {
    @Test(
        "they outlive their process and leave the disk to itself, as docs/protocols/sandbox.md says"
    )
    func synchronous() async throws {
        let fixture = try await SandboxFixture()
        let found = try await fixture.database.book.write { db in
            try db.first("PRAGMA synchronous", []) { columns in try columns.integer() }
        }
        #expect(found == 1)
    }

    @Test("a database waits for the disk by default")
    func byDefault() {
        #expect(SyncMode.powerCut.synchronous == 2)
        #expect(SyncMode.processCrash.synchronous == 1)
    }
}
