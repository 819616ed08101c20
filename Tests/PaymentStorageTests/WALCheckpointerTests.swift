import Database
import Foundation
import GRDB
import Synchronization
import Testing

@testable import SQLiteDatabase

@Suite("The checkpointer", .timeLimit(.minutes(5)))
struct WALCheckpointerTests {
    private static let schema = DatabaseSchema(
        firstVersion: 1, steps: ["CREATE TABLE rows (n INTEGER PRIMARY KEY, text TEXT) STRICT;"])
    private static let limit = 20
    /// How long the log may become before the writer waits, with the pages of one more commit, in bytes.
    private static let longest = (limit * SQLiteLimits.longestLog + 10) * 5_000
    private let folder = NSTemporaryDirectory() + "log-\(UUID().uuidString)"
    private var path: String { folder + "/book.sqlite" }

    private func open() async throws -> SQLiteDatabase {
        try await SQLiteDatabase(
            path: path, schema: Self.schema, durability: .processCrash, copiedFrom: Self.limit)
    }

    private func write(_ numbers: Range<Int>, into book: SQLiteDatabase) async throws {
        let text = String(repeating: "x", count: 1_000)
        for number in numbers {
            _ = try await book.write { db in
                try db.change(
                    "INSERT INTO rows VALUES (?, ?)", [number.sqlValue, text.sqlValue])
            }
        }
    }

    private func rows(_ file: DatabaseQueue) throws -> Int? {
        try file.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rows") }
    }

    private func rows(_ book: SQLiteDatabase) async throws -> Int? {
        try await book.look { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM rows") }
    }

    /// How many bytes the log takes.
    private func logSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
        return try #require(attributes[.size] as? Int)
    }

    @Test("the log stays short whatever is written, and all of it is there afterwards")
    func longRun() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        try await write(0..<2_000, into: book)
        #expect(try await rows(book) == 2_000)
        #expect(try logSize() < Self.longest)
        try book.close()
        #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
        let again = try await open()
        #expect(try await rows(again) == 2_000)
        try again.close()
    }

    @Test("a reader that stays keeps the log from restarting, and no write from being made")
    func longReader() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        try await write(0..<10, into: book)
        var staying = Configuration()
        staying.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: path, configuration: staying)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM rows")
        }
        try await write(10..<500, into: book)
        let held = try logSize()
        #expect(held > 490 * 4_096)
        #expect(book.logPages > 490, "whoever looks is told")
        try await reader.writeWithoutTransaction { db in
            #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM rows") == 10)
            try db.execute(sql: "COMMIT")
        }
        try reader.close()
        try await write(500..<1_000, into: book)
        #expect(try await rows(book) == 1_000)
        #expect(try logSize() < held + Self.longest, "it began anew")
        #expect(book.logPages < Self.limit * SQLiteLimits.longestLog + 10)
        try book.close()
    }

    @Test("the copyist copies while the writer is in the middle of a change")
    func besideTheWriter() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        try await write(0..<10, into: book)
        let copyist = WALCheckpointer(path: path, durability: .powerCut, limit: Self.limit)
        let (folder, path) = (folder, path)
        let copied = try await book.write { db in
            try db.change("INSERT INTO rows VALUES (10, '')", [])
            let copied = copyist.copy()
            // The file without its log is what was copied.
            try FileManager.default.copyItem(atPath: path, toPath: folder + "/copy.sqlite")
            return copied
        }
        #expect(copied > 0)
        let copy = try DatabaseQueue(path: folder + "/copy.sqlite")
        #expect(try rows(copy) == 10)
        try copy.close()
        copyist.close()
        #expect(try await rows(book) == 11)
        try book.close()
    }

    @Test(
        "the copyist waits for the disk as the writer does",
        arguments: [(SyncMode.powerCut, 2), (.processCrash, 1)])
    func durability(of book: SyncMode, expected: Int) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await open().close()
        let connection = try WALCheckpointer.connection(path, book)
        let found = try connection.inDatabase { db in
            try Int.fetchOne(db, sql: "PRAGMA synchronous")
        }
        #expect(found == expected)
        try connection.close()
    }

    @Test("the copyist makes no file in the place of one that was moved away")
    func moved() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await open().close()
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        let copyist = WALCheckpointer(path: path, durability: .powerCut, limit: Self.limit)
        #expect(copyist.copy() == 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("nothing is written into a file that was moved, removed or replaced, until it is back")
    func movedUnderWriter() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        try await write(0..<10, into: book)
        let (folder, path) = (folder, path)
        try FileManager.default.moveItem(atPath: path, toPath: folder + "/moved")
        await #expect(throws: SQLError.unavailable) { try await write(10..<11, into: book) }
        try FileManager.default.copyItem(atPath: folder + "/moved", toPath: path)
        await #expect(throws: SQLError.unavailable) { try await write(10..<11, into: book) }
        #expect(book.hasMoved)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: folder + "/moved", toPath: path)
        try await write(10..<11, into: book)
        #expect(!book.hasMoved)
        #expect(try await rows(book) == 11)
        try book.close()
    }

    @Test(
        "where what lies beside it was moved, nothing is written, and its close keeps what was",
        arguments: ["-wal", "-shm"], [true, false])
    func movedBeside(suffix: String, isBack: Bool) async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        try await write(0..<10, into: book)
        let (folder, path) = (folder, path)
        try FileManager.default.moveItem(atPath: path + suffix, toPath: folder + "/moved")
        await #expect(throws: SQLError.unavailable) { try await write(10..<11, into: book) }
        #expect(book.hasMoved)
        if isBack {
            try FileManager.default.moveItem(atPath: folder + "/moved", toPath: path + suffix)
            try await write(10..<11, into: book)
            #expect(!book.hasMoved)
            #expect(try await rows(book) == 11)
        }
        try book.close()
        let again = try await open()
        #expect(try await rows(again) == (isBack ? 11 : 10))
        try again.close()
    }

    @Test("if the database is a link, the files beside its target are read")
    func movedBesideTarget() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await open().close()
        let (folder, path) = (folder, path)
        try FileManager.default.moveItem(atPath: path, toPath: folder + "/target")
        try FileManager.default.createSymbolicLink(
            atPath: path, withDestinationPath: folder + "/target")
        let book = try await open()
        try await write(0..<10, into: book)
        try FileManager.default.moveItem(
            atPath: folder + "/target-wal", toPath: folder + "/moved")
        await #expect(throws: SQLError.unavailable) { try await write(10..<11, into: book) }
        try book.close()
    }

    @Test("a log is emptied to nothing also while it is being copied")
    func emptied() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        for round in 0..<20 {
            try await write(round * 30..<round * 30 + 30, into: book)
            try await book.emptyLog()
            #expect(try logSize() == 0)
        }
        #expect(try await rows(book) == 600)
        try book.close()
    }

    @Test("a log that someone reads is emptied once they end, and writes go on meanwhile")
    func emptiedBesideReader() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let book = try await open()
        try await write(0..<10, into: book)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: path, configuration: configuration)
        try await other.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN; SELECT count(*) FROM rows")
        }
        let tries = Mutex(0)
        // Between two tries the writer is free, or this would never return.
        try await book.emptyLog {
            let isFirst = tries.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return }
            let written: Void? = try? book.pool.writeWithoutTransaction { db in
                try db.execute(sql: "INSERT INTO rows VALUES (100, 'meanwhile')")
            }
            #expect(written != nil)
            try? other.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
        }
        #expect(tries.withLock { $0 } > 0)
        #expect(try logSize() == 0)
        #expect(try await rows(book) == 11)
        try other.close()
        try book.close()
    }
}
