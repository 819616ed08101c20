import Database
import PaymentDomain
import PaymentEngine
import PostgreSQLDatabase
import SQLiteDatabase
import Synchronization

/// The payment store: in one SQLite file, for one machine, or in one PostgreSQL database, for any
/// number of them. Other processes (`coster settle`, `coster audit`) may have either open too.
///
/// Each change of money is decided by `PaymentRecord` while its rows are held. So it holds however many write at once, and no
/// statement relies on a stricter isolation than READ COMMITTED; see docs/database.md.
package final class DatabaseStore: PaymentLedger, RecoveryLedger, LedgerReader, CardStore,
    BatchReader
{
    /// The file's name in the data folder.
    package static let fileName = "coster.sqlite"
    /// The version of the tables that this program knows.
    package static let schemaVersion = StorageSchema.schema.version

    let book: StoreDatabase
    let numbers = TraceNumbers()
    #if DEBUG
        private let planted = Mutex<PlantedBug?>(nil)

        /// Makes every write from now on with a mistake.
        package func plant(_ bug: PlantedBug) { planted.withLock { $0 = bug } }
    #endif

    /// Opens the database in a data folder, creates it if need be, and brings its tables up to date.
    ///
    /// - Throws: ``Database/SchemaError``, among them `tooNew` if a newer program wrote them.
    package init(folder: String) async throws(SchemaError) {
        book = .sqlite(
            try await SQLiteDatabase(
                path: folder + "/" + DatabaseStore.fileName, schema: StorageSchema.schema))
    }

    /// Opens the database of a data folder for reading: nothing is created, brought up to date or changed, and writes
    /// are refused.
    ///
    /// - Throws: ``Database/SchemaError``, among them `outdated` if `coster migrate` has work to do.
    package init(readingOnly folder: String) async throws(SchemaError) {
        book = .sqlite(
            try await SQLiteDatabase(
                readingOnly: folder + "/" + DatabaseStore.fileName, schema: StorageSchema.schema))
    }

    /// Opens a PostgreSQL database; it waits for the server, so call it when a program starts.
    ///
    /// - Parameters:
    ///   - database: Its address.
    ///   - mayMigrate: Whether outdated tables are brought up to date.
    ///   - connections: How many connections are opened at most.
    /// - Throws: ``Database/SchemaError``, among them `outdated` if a migration is needed, and `missing` if there are no
    ///   tables at all.
    package init(
        database: PostgreSQLAddress, mayMigrate: Bool = true,
        connections: Int = PostgreSQLLimits.connections
    ) async throws(SchemaError) {
        book = .postgreSQL(
            try await PostgreSQLDatabase(
                database, schema: StorageSchema.schema, mayMigrate: mayMigrate,
                connections: connections))
    }

    /// Whether several servers may serve payments from the same database.
    ///
    /// A file belongs to one server, which locks its folder; so every lease and every open authorization that it finds
    /// at its start is a dead process's. In a shared database they may be a living neighbour's, and end by their
    /// deadlines alone.
    package var isShared: Bool {
        switch book {
        case .sqlite: false
        case .postgreSQL: true
        }
    }

    /// The tables' version before this opening brought them up to date, as `coster migrate` prints it.
    package var versionFound: Int { book.versionFound }

    /// How many commits of several changes were undone, so that none of them suffers for one that fails; a few are
    /// harmless, many show that something is wrong.
    package var undoneCommits: Int { book.undoneCommits }

    /// How long SQLite's log of changes is, in pages; nil in PostgreSQL, which keeps its own.
    package var logPages: Int? { book.logPages }

    /// Why the database can't be used, if that is known; nil otherwise.
    package var whyUnreachable: String? { book.refusal }

    /// The operation that a database refuses until someone repairs it, such as for a right that its role lacks, in its
    /// words and with the next step; nil if none is known.
    package var lackedRight: String? { book.lackedRight }

    /// Asks whether there is room for what payments write, and whether a right that was missing is there now; a server's
    /// word that it runs needs no room on a database's disk.
    package func checkWritable() async throws(StoreError) {
        do {
            try await book.checkWritable()
        } catch {
            throw StoreError(error)
        }
    }

    /// The time of the database's clock; nil of a file, which has none.
    package func databaseTime() async throws(StoreError) -> Timestamp? {
        do {
            return try await book.serverTime().map { Timestamp(milliseconds: $0) }
        } catch {
            throw StoreError(error)
        }
    }

    /// Waits until what was read is on the standbys that a write waits for.
    package func awaitCopies() async throws(StoreError) {
        do {
            try await book.awaitCopies()
        } catch {
            throw StoreError(error)
        }
    }

    /// Closes the database. Writes that still wait are refused.
    package func close() throws(StoreError) {
        do {
            try book.close()
        } catch {
            throw StoreError(error)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            #if DEBUG
                if let bug = planted.withLock({ $0 }) {
                    return try await book.write { db in try body(PlantedConnection(db, bug)) }
                }
            #endif
            return try await book.write(body)
        } catch {
            throw StoreError(error)
        }
    }

    /// The same, of a change that begins with a question and may share its commit with others.
    func write<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            #if DEBUG
                if let bug = planted.withLock({ $0 }) {
                    return try await book.write { db in
                        let wrong = PlantedConnection(db, bug)
                        return try body(wrong, try question.answer(by: wrong))
                    }
                }
            #endif
            return try await book.write(asking: question, body)
        } catch {
            throw StoreError(error)
        }
    }

    /// One query, answered at once.
    func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await book.look(body)
        } catch {
            throw StoreError(error)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(StoreError) -> Value {
        do {
            return try await book.read(body)
        } catch {
            throw StoreError(error)
        }
    }
}

extension StoreError {
    /// The engine's word for a database error.
    init(_ error: SQLError) {
        switch error {
        case .unavailable: self = .unavailable
        case .indeterminate: self = .indeterminate
        case .corrupt: self = .corrupt
        }
    }
}
