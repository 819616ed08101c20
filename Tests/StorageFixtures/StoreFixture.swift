import Database
import Dispatch
import Foundation
import MerchantStorage
import PaymentDomain
import PaymentStorage
import SQLiteDatabase
import StorageKit

/// A database of the test's own, in a folder or in PostgreSQL, which goes with the test.
package final class StoreFixture: Sendable {
    package let folder: String
    package let store: SQLPaymentStore
    package let database: TestedDatabase?

    package static let now = Timestamp(milliseconds: 1_795_000_000_000)
    package static let merchant = MerchantID("SANDBOX")

    /// - Parameter hasKey: Whether there is a row for the key `s1`, which the records of these
    ///   tests name; nothing opens with it.
    package init(hasKey: Bool = true) async throws {
        folder =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("coster-\(PaymentID().value)").path
        database = try TestedDatabase.current()
        store = try await StoreFixture.open(folder, database)
        guard hasKey else { return }
        try execute(
            """
            INSERT INTO wrapped_keys VALUES
                ('h1', 'm', 'hashing', NULL, 1, 0, 'active', x'00'),
                ('s1', 'm', 'sealing', 'SANDBOX', 1, 0, 'active', x'00')
            """)
    }

    private static func open(
        _ folder: String, _ database: TestedDatabase?
    ) async throws -> SQLPaymentStore {
        guard let database else { return try await SQLPaymentStore(folder: folder) }
        return try await SQLPaymentStore(
            database: database.address, connections: TestedDatabase.connections)
    }

    package var merchants: SQLMerchantStore { store.merchantStore }

    /// The same database, as another process opens it.
    package func openedAgain() async throws -> SQLPaymentStore {
        try await StoreFixture.open(folder, database)
    }

    /// The database's file; nil in PostgreSQL.
    package var file: SQLiteDatabase? {
        guard case .sqlite(let file) = store.database else { return nil }
        return file
    }

    /// A statement with its constants as the database writes them.
    package func inItsWords(_ sql: String) -> String {
        guard database != nil else { return sql }
        return sql.replacingOccurrences(of: "x'00'", with: "'\\x00'")
            .replacingOccurrences(of: "zeroblob(32)", with: "decode(repeat('00', 32), 'hex')")
    }

    /// Runs a statement at once, as another program would.
    package func execute(_ sql: String) throws {
        guard let file else {
            try database?.execute(inItsWords(sql))
            return
        }
        try file.pool.writeWithoutTransaction { db in try db.execute(sql: sql) }
    }

    /// Where fixtures are cleaned up. The last to use one may be a statement on the database's own queue, which cannot
    /// close the database.
    private static let cleaner = DispatchQueue(
        label: "coster.fixtures", attributes: .concurrent)

    deinit {
        // Nothing depends on the cleaning up of a test's own folder.
        StoreFixture.cleaner.async { [store, folder, database] in
            try? store.close()
            try? FileManager.default.removeItem(atPath: folder)
            try? database?.drop()
        }
    }

    /// Runs a statement as an intruder would, with the rules of the schema switched off.
    package func tamper(_ sql: String) async throws {
        guard let file else {
            try database?.tamper(inItsWords(sql))
            return
        }
        try await file.pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA ignore_check_constraints = ON")
            try db.execute(sql: "PRAGMA foreign_keys = OFF")
            try db.execute(sql: sql)
            try db.execute(sql: "PRAGMA ignore_check_constraints = OFF")
            try db.execute(sql: "PRAGMA foreign_keys = ON")
        }
    }
}
