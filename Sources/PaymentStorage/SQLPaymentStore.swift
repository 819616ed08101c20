import Database
import MerchantStorage
import PaymentDomain
import PaymentEngine
import PostgreSQLDatabase
import SQLiteDatabase
import StorageKit
import Synchronization

/// The payment store: in one SQLite file, for one machine, or in one PostgreSQL database, for any
/// number of them. Other processes (`coster settle`, `coster audit`) may have either open too.
///
/// Each change of money is decided by `PaymentRecord` while its rows are held. So it holds however many write at once, and no
/// statement relies on a stricter isolation than READ COMMITTED; see docs/database.md.
package final class SQLPaymentStore: PaymentLedger, RecoveryLedger, LedgerReader, CardStore,
    BatchReader, SQLStore
{
    package static let fileName = "coster.sqlite"
    /// The version of the tables that this program knows.
    package static let schemaVersion = PaymentSchema.schema.version

    package let database: StoreDatabase
    let numbers = TraceNumbers()
    #if DEBUG
        /// Stands between each change and the database, to test the tests that look for mistakes.
        private let altering = Mutex<(@Sendable (any SQLConnection) -> any SQLConnection)?>(nil)
    #endif

    /// Opens the database in a data folder, creates it if need be, and brings its tables up to date.
    ///
    /// - Throws: ``Database/SchemaError``, among them `tooNew` if a newer program wrote them.
    package init(folder: String) async throws(SchemaError) {
        self.database = .sqlite(
            try await SQLiteDatabase(
                path: folder + "/" + SQLPaymentStore.fileName, schema: PaymentSchema.schema))
    }

    /// Opens the database of a data folder for reading: nothing is created, brought up to date or changed, and writes
    /// are refused.
    ///
    /// - Throws: ``Database/SchemaError``, among them `outdated` if `coster migrate` has work to do.
    package init(readingOnly folder: String) async throws(SchemaError) {
        self.database = .sqlite(
            try await SQLiteDatabase(
                readingOnly: folder + "/" + SQLPaymentStore.fileName, schema: PaymentSchema.schema))
    }

    /// Opens a PostgreSQL database; it waits for the server, so call it when a program starts.
    ///
    /// - Parameters:
    ///   - mayMigrate: Whether outdated tables are brought up to date.
    ///   - connections: How many connections are opened at most.
    /// - Throws: ``Database/SchemaError``, among them `outdated` if a migration is needed, and `missing` if there are no
    ///   tables at all.
    package init(
        database: PostgreSQLAddress, mayMigrate: Bool = true,
        connections: Int = PostgreSQLLimits.connections
    ) async throws(SchemaError) {
        self.database = .postgreSQL(
            try await PostgreSQLDatabase(
                database, schema: PaymentSchema.schema, mayMigrate: mayMigrate,
                connections: connections))
    }

    /// Whether several servers may serve payments from the same database.
    ///
    /// A file belongs to one server, which locks its folder; so every lease and every open authorization that it finds
    /// at its start is a dead process's. In a shared database they may be a living neighbour's, and end by their
    /// deadlines alone.
    package var isShared: Bool { database.server != nil }

    /// The tables' version before this opening brought them up to date, as `coster migrate` prints it.
    package var versionFound: Int { database.versionFound }

    /// How many commits of several changes were undone, so that none of them suffers for one that fails; a few are
    /// harmless, many show that something is wrong.
    package var undoneCommits: Int { database.undoneCommits }

    /// How long SQLite's log of changes is, in pages; nil in PostgreSQL, which keeps its own.
    package var logPages: Int? { database.file?.logPages }

    /// Why the database can't be used, if that is known; nil otherwise.
    package var whyUnreachable: String? { database.refusal }

    /// The operation that a database refuses until someone repairs it, such as for a right that its role lacks, in its
    /// words and with the next step; nil if none is known.
    package var lackedRight: String? { database.server?.lackedRight }

    /// Asks whether there is room for what payments write, and whether a right that was missing is there now; a server's
    /// word that it runs needs no room on a database's disk. A file needs room for each commit, which says so itself.
    package func checkWritable() async throws(StoreError) {
        try await stored { () async throws(SQLError) in try await database.server?.checkWritable() }
    }

    /// The time of the database's clock; nil of a file, which has none.
    package func databaseTime() async throws(StoreError) -> Timestamp? {
        try await stored { () async throws(SQLError) in try await database.server?.now() }
            .map { Timestamp(milliseconds: $0) }
    }

    /// A file has no copies, and shows no commit before the disk has it.
    package func awaitCopies() async throws(StoreError) {
        try await stored { () async throws(SQLError) in try await database.server?.awaitStandbys() }
    }

    /// Closes the database. Writes that still wait are refused.
    package func close() throws(StoreError) {
        do {
            try database.close()
        } catch {
            throw StoreError(error)
        }
    }
}

/// The rows of merchants, in the same database.
extension SQLPaymentStore {
    package var merchantStore: SQLMerchantStore { SQLMerchantStore(database) }
}

#if DEBUG
    extension SQLPaymentStore {
        /// Gives each change of payments from now on another connection, which passes the statements on as it likes.
        package func alterChanges(
            through connection: @escaping @Sendable (any SQLConnection) -> any SQLConnection
        ) {
            altering.withLock { $0 = connection }
        }

        /// In place of ``StorageKit/SQLStore/write(_:)``.
        func write<Value: Sendable>(
            _ body: @escaping @Sendable (any SQLConnection) throws -> Value
        ) async throws(StoreError) -> Value {
            let alter = altering.withLock { $0 }
            return try await stored { () async throws(SQLError) in
                try await database.write { db in try body(alter?(db) ?? db) }
            }
        }

        /// In place of ``StorageKit/SQLStore/write(asking:_:)``.
        func write<Answer: Sendable, Value: Sendable>(
            asking question: LeadingQuery<Answer>,
            _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
        ) async throws(StoreError) -> Value {
            guard altering.withLock({ $0 }) == nil else {
                return try await write { db in try body(db, try question.answer(by: db)) }
            }
            return try await stored { () async throws(SQLError) in
                try await database.write(asking: question, body)
            }
        }
    }
#endif
