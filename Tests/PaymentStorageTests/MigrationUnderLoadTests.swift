import StorageFixtures
import StorageKit
import Database
import Foundation
import PaymentDomain
import PostgreSQLDatabase
import SQLiteDatabase
import Synchronization
import Testing

@testable import PaymentStorage

/// A schema of its own in a file or in a database, and what writes into it.
@Suite("A migration while others write", .timeLimit(.minutes(5)), .onBothDatabases)
struct MigrationUnderLoadTests {
    private static let table = """
        CREATE TABLE entries (number INTEGER PRIMARY KEY, writer INTEGER NOT NULL) STRICT;
        """
    private static let column = "ALTER TABLE entries ADD COLUMN more INTEGER NOT NULL DEFAULT 7;"
    private static let first = DatabaseSchema(changed: ["entries"], steps: [table])
    private static let second = DatabaseSchema(changed: ["entries"], steps: [table, column])
    /// Fewer than tasks have threads on most machines, so that the migration gets one too.
    private static let writers = 2

    private let folder = NSTemporaryDirectory() + "migration-\(PaymentID().value)"
    private let database: TestedDatabase?

    init() throws {
        database = try TestedDatabase.current()
    }

    private func open(_ schema: DatabaseSchema) async throws -> StoreDatabase {
        guard let database else {
            return .sqlite(try await SQLiteDatabase(path: folder + "/book.sqlite", schema: schema))
        }
        return .postgreSQL(
            try await PostgreSQLDatabase(database.address, schema: schema, connections: 2))
    }

    private func close(_ opened: [StoreDatabase]) throws {
        for database in opened { try database.close() }
        guard let database else { return try FileManager.default.removeItem(atPath: folder) }
        try database.drop()
    }

    @Test("adds a column, and no row that was written before, meanwhile or after is lost")
    func column() async throws {
        let old = try await open(Self.first)
        let load = Load()
        let writers = (0..<Self.writers).map { number in
            Task { try await load.write(number, into: old) }
        }
        await load.begun()
        let new = try await open(Self.second)
        load.isMigrated.withLock { $0 = true }
        var written = 0
        for writer in writers { written += try await writer.value }
        #expect(new.versionFound == 1)
        try await Load.insert(Self.writers, into: new)
        let rows = try await new.read { db in
            try db.allRows("SELECT more FROM entries") { columns in try columns.integer() }
        }
        #expect(rows == Array(repeating: 7, count: written + 1))
        try close([old, new])
    }

    @Test("the version before refuses to open the tables afterwards, and changes nothing")
    func versionBefore() async throws {
        try await open(Self.second).close()
        await #expect(throws: SchemaError.tooNew(found: 2, known: 1)) {
            try await open(Self.first)
        }
        let again = try await open(Self.second)
        #expect(again.versionFound == 2)
        try close([again])
    }

    @Test("tables whose added column has another default are refused")
    func alteredColumn() async throws {
        let made = DatabaseSchema(
            changed: ["entries"], steps: [Self.table, Self.column.replacing("7", with: "8")])
        try await open(made).close()
        let error = await #expect(throws: SchemaError.self) { try await open(Self.second) }
        guard case .altered(let what)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(what.contains("table entries has another"))
        try close([])
    }
}

/// Writers that go on until the tables have been migrated.
private final class Load: Sendable {
    let isMigrated = Mutex(false)
    private let (writes, write) = AsyncStream<Void>.makeStream()

    /// Waits for the first row.
    func begun() async {
        for await _ in writes { break }
    }

    /// Writes rows, the last of them after the migration, as a server of the version before does.
    ///
    /// - Returns: How many.
    func write(_ writer: Int, into book: StoreDatabase) async throws -> Int {
        var written = 0
        while true {
            let isLast = isMigrated.withLock { $0 }
            try await Load.insert(writer, into: book)
            written += 1
            write.yield()
            if isLast { return written }
        }
    }

    static func insert(_ writer: Int, into book: StoreDatabase) async throws {
        try await book.write { db in
            try db.changeOne("INSERT INTO entries (writer) VALUES (?)", [writer.sqlValue])
        }
    }
}
