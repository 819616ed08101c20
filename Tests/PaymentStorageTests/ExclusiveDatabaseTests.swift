import StorageFixtures
import Foundation
import GRDB
import PaymentDomain
import SQLiteDatabase
import Testing

@testable import PaymentStorage

@Suite("A database that is one file, and locked", .timeLimit(.minutes(5)))
struct ExclusiveDatabaseTests {
    private let fixture: StoreFixture
    private let folder: String
    private var path: String { folder + "/" + SQLPaymentStore.fileName }

    init() async throws {
        fixture = try await StoreFixture()
        folder = fixture.folder + "/held"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
    }

    /// Books as a process leaves them that is killed: what it wrote last is in the log alone.
    private func leaveBehind() async throws -> Payment {
        let payment = try await fixture.approved()
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: fixture.folder + "/" + SQLPaymentStore.fileName + suffix,
                toPath: path + suffix)
        }
        return payment
    }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test("the content of a killed process's log is in the one file then")
    func oneFile() async throws {
        let payment = try await leaveBehind()
        #expect(try !FileBytes.read(path + "-wal").isEmpty)
        do {
            let held = try await ExclusiveDatabase(path)
            #expect(try files() == [SQLPaymentStore.fileName])
            withExtendedLifetime(held) {}
        }
        let opened = try await SQLPaymentStore(folder: folder)
        let found = try await opened.payments(.payment(payment.id), of: StoreFixture.merchant)
        #expect(found == [payment])
        #expect(try await opened.audit().isClean)
        try opened.close()
    }

    @Test("a database that another process has open is not locked, and goes on as it was")
    func inUse() async throws {
        let payment = try await leaveBehind()
        let open = try await SQLPaymentStore(folder: folder)
        await #expect(throws: ExclusiveDatabaseError.inUse) { try await ExclusiveDatabase(path) }
        #expect(try files().contains(SQLPaymentStore.fileName + "-wal"))
        let found = try await open.payments(.payment(payment.id), of: StoreFixture.merchant)
        #expect(found == [payment])
        try open.close()
    }

    @Test("a locked database is opened by no other process, and by any once it is released")
    func held() async throws {
        _ = try await leaveBehind()
        do {
            let held = try await ExclusiveDatabase(path)
            #expect(throws: DatabaseError.self) { try DatabaseQueue(path: path) }
            withExtendedLifetime(held) {}
        }
        try await SQLPaymentStore(folder: folder).close()
    }

    @Test(
        "a process that had the file of a locked database before it moved makes no log beside the next one"
    )
    func moved() async throws {
        _ = try await leaveBehind()
        // Without a log nobody sees that another has the file open, while he does nothing with it.
        _ = try await ExclusiveDatabase(path)
        try FileManager.default.copyItem(atPath: path, toPath: path + ".next")
        let late = try DatabaseQueue(path: path)
        do {
            let held = try await ExclusiveDatabase(path)
            try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
            try FileManager.default.moveItem(atPath: path + ".next", toPath: path)
            withExtendedLifetime(held) {}
        }
        #expect(throws: DatabaseError.self) {
            try late.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL")
            }
        }
        #expect(try !files().contains(SQLPaymentStore.fileName + "-wal"))
        try late.close()
    }

    @Test("an unreadable file is damaged, and is left as it is, with its log")
    func damaged() async throws {
        _ = try await leaveBehind()
        // A checkpoint brings the first page into the file; then that alone is written over.
        let store = try await SQLPaymentStore(folder: folder)
        try await store.closeAsOneFile()
        let log = try FileBytes.read(fixture.folder + "/" + SQLPaymentStore.fileName + "-wal")
        try log.prefix(32).write(to: URL(filePath: path + "-wal"))
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.write(contentsOf: Data(repeating: 65, count: 4_096))
        try file.close()
        let before = try FileBytes.read(path)
        await #expect(throws: ExclusiveDatabaseError.damaged) { try await ExclusiveDatabase(path) }
        #expect(try FileBytes.read(path) == before)
        #expect(try FileBytes.read(path + "-wal") == log.prefix(32))
    }
}
