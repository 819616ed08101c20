import StorageFixtures
import Database
import CardVault
import Foundation
import GRDB
import PaymentDomain
import PaymentEngine
import Testing

@testable import SQLiteDatabase
@testable import PaymentStorage

@Suite("The database in its file", .timeLimit(.minutes(5)))
struct SQLiteDatabaseTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private var file: SQLiteDatabase { get throws { try #require(fixture.file) } }
    private var path: String { fixture.folder + "/" + SQLPaymentStore.fileName }

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test(
        "the writer waits for the disk, overwrites what it deletes, and keeps references whole",
        arguments: [
            ("synchronous", "2"), ("secure_delete", "1"), ("foreign_keys", "1"),
            ("journal_mode", "wal"), ("trusted_schema", "0"),
        ])
    func pragmas(name: String, value: String) async throws {
        let found = try await file.pool.writeWithoutTransaction { db in
            try String.fetchOne(db, sql: "PRAGMA \(name)")
        }
        #expect(found == value)
    }

    @Test("the files are for their owner alone", arguments: ["", "-wal", "-shm"])
    func permissions(suffix: String) async throws {
        _ = try await store.begin(try StoreFixture.intent())
        let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a link in place of the file changes no mode of its target")
    func link() async throws {
        try store.close()
        let other = fixture.folder + "/other"
        #expect(FileManager.default.createFile(atPath: other, contents: nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: other)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        try await SQLPaymentStore(folder: fixture.folder).close()
        let attributes = try FileManager.default.attributesOfItem(atPath: other)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
    }

    @Test("an open file is closed to others when it is opened")
    func closedToOthers() async throws {
        try store.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        try await SQLPaymentStore(folder: fixture.folder).close()
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a closed database opens again with all that was written")
    func reopening() async throws {
        let payment = try await fixture.approved()
        try store.close()
        let again = try await SQLPaymentStore(folder: fixture.folder)
        #expect(again.versionFound == SQLPaymentStore.schemaVersion)
        let found = try await again.payments(.payment(payment.id), of: StoreFixture.merchant)
        #expect(found == [payment])
        try again.close()
    }

    @Test("written rows survive a crash: a copy of the files as they are has them all")
    func crash() async throws {
        let payment = try await fixture.approved()
        let copy = fixture.folder + "/copy"
        try FileManager.default.createDirectory(
            atPath: copy, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: path + suffix, toPath: copy + "/" + SQLPaymentStore.fileName + suffix)
        }
        let recovered = try await SQLPaymentStore(folder: copy)
        let found = try await recovered.payments(
            .payment(payment.id), of: StoreFixture.merchant)
        #expect(found == [payment])
        #expect(try await recovered.audit().isClean)
        try recovered.close()
    }

    @Test("a file of a newer program is left alone")
    func tooNew() async throws {
        try await fixture.tamper("PRAGMA user_version = 99")
        try store.close()
        let known = SQLPaymentStore.schemaVersion
        await #expect(throws: SchemaError.tooNew(found: 99, known: known)) {
            try await SQLPaymentStore(folder: fixture.folder)
        }
    }

    @Test("a file that is no database is not opened")
    func notADatabase() async throws {
        let folder = fixture.folder + "/other"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(repeating: 65, count: 4096).write(
            to: URL(fileURLWithPath: folder + "/" + SQLPaymentStore.fileName))
        await #expect(throws: SchemaError.cannotOpen(.corrupt)) {
            try await SQLPaymentStore(folder: folder)
        }
    }

    @Test("a failure in a shared commit harms no neighbour")
    func neighbours() async throws {
        let book = try file
        try await book.write { db in try db.execute(sql: "CREATE TABLE t (n INTEGER UNIQUE)") }
        let written = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    do {
                        // Every fourth writes a number that is there, after writing one that is
                        // not.
                        try await book.write { db in
                            try db.change("INSERT INTO t VALUES (?)", [index.sqlValue])
                            guard index % 4 == 0 else { return }
                            try db.change("INSERT INTO t VALUES (?)", [index.sqlValue])
                        }
                        return true
                    } catch {
                        return (error as? SQLError) != .corrupt
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(written == 150)
        let kept = try await book.read { db in
            try db.allRows("SELECT n FROM t") { columns in try columns.integer() }
        }
        #expect(kept.count == 150)
        #expect(kept.allSatisfy { $0 % 4 != 0 })
    }

    @Test("a closed file is unavailable, not a crash")
    func closed() async throws {
        try store.close()
        await #expect(throws: StoreError.unavailable) {
            try await store.begin(try StoreFixture.intent())
        }
        await #expect(throws: StoreError.unavailable) {
            try await store.prior(try #require(try StoreFixture.intent(key: "k").claim))
        }
    }

    @Test("a row of the wrong type is corrupt, not a crash")
    func wrongType() async throws {
        let payment = try await fixture.approved()
        try await fixture.tamper("UPDATE payments SET currency = 'XXX'")
        await #expect(throws: StoreError.corrupt) {
            try await store.payments(.payment(payment.id), of: StoreFixture.merchant)
        }
    }
}
