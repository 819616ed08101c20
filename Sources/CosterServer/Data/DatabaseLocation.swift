import Database
import Foundation
import PostgreSQLDatabase
import PaymentStorage

/// The place of the database: the data folder, or PostgreSQL for many servers.
package struct DatabaseLocation: Sendable {
    package let folder: DataFolder
    package let database: PostgreSQLAddress?
    /// How many connections to a database are opened at most.
    package var connections = PostgreSQLLimits.connections
    /// How a command ends if the tables were altered: to an audit and a restore that is what they are asked about.
    package var alteredExit = CosterExit.configuration

    /// The place that settings name.
    ///
    /// - Parameter databaseURL: Beats the folder; nil for the folder.
    package init(folder: DataFolder, databaseURL: String?) throws(CosterFailure) {
        self.folder = folder
        guard let databaseURL else {
            database = nil
            return
        }
        guard let address = PostgreSQLAddress(databaseURL) else {
            throw CosterFailure(
                .configuration,
                "The database URL must be a PostgreSQL one, with parameters and words for them that PostgreSQL knows, such as postgres://user@host/database?sslmode=verify-full&sslrootcert=/path/ca.pem; within a password @ is written as %40 and / as %2F."
            )
        }
        database = address
    }

    /// The place that a command names: its flag beats the settings, which beat the folder.
    package static func named(
        _ folder: DataFolder, databaseURL: String? = nil
    ) throws(CosterFailure) -> DatabaseLocation {
        try DatabaseLocation(
            folder: folder, databaseURL: databaseURL ?? CommandSettings.databaseURL)
    }

    /// The place as it is shown; nothing of a database's URL, which may hold a password.
    package var description: String { database == nil ? folder.path : "the database" }

    /// Refuses a PostgreSQL database, which this program neither copies nor restores.
    package func requireFolder() throws(CosterFailure) {
        guard database != nil else { return }
        throw CosterFailure(
            .configuration,
            "The books are in PostgreSQL, which has its own programs for backups: use pg_dump and pg_restore, or the server's continuous archiving; see docs/operations/database.md. For the books of a data folder leave COSTER_DATABASE_URL and --database-url out."
        )
    }

    /// Opens the database.
    ///
    /// - Parameter mayMigrate: Whether PostgreSQL tables are brought up to date; a folder's always are.
    /// In a release build the compiler of Swift 6.3.1 crashes if this is inlined ("While splitting coroutine").
    @inline(never)
    package func open(mayMigrate: Bool) async throws(CosterFailure) -> SQLPaymentStore {
        if database == nil {
            try folder.requireNoInterruptedRestore()
            try folder.requireNoEmptyDatabase(mayBeNew: true)
        }
        do throws(SchemaError) {
            guard let database else { return try await SQLPaymentStore(folder: folder.path) }
            let store = try await SQLPaymentStore(
                database: database, mayMigrate: mayMigrate, connections: connections)
            OpenedDatabase.note(store)
            return store
        } catch {
            throw CosterFailure(exit(on: error), sentence(on: error))
        }
    }

    /// Opens an existing database; PostgreSQL tables are created by `coster migrate` alone. Not inlined either, for the
    /// same reason.
    @inline(never)
    package func openExisting() async throws(CosterFailure) -> SQLPaymentStore {
        if database == nil { try folder.requireDatabase() }
        return try await open(mayMigrate: false)
    }

    private func exit(on error: SchemaError) -> CosterExit {
        if case .altered = error { return alteredExit }
        return .configuration
    }

    private func sentence(on error: SchemaError) -> String {
        let start = "The books in \(description) cannot be opened (\(error.code))."
        return switch error {
        case .tooNew(let found, let known):
            "\(start) A newer version of coster wrote them: their tables have version \(found), this one knows \(known). Run that version, or a newer one."
        case .tooOld(let found, let oldest):
            "\(start) They are of a version that was never released: their tables have version \(found), the oldest that can be brought up to date is \(oldest)."
        case .outdated(let found, let known):
            "\(start) Their tables have version \(found), this coster needs \(known). Run coster migrate with the same database URL first."
        case .missing(let schema):
            "\(start) There are no tables of coster there, \(schema.map { "in the schema \($0)" } ?? "and no schema of the search_path"). If books were there before, make no others: check the URL, its user and the search_path. For a new installation run coster migrate with the same database URL first, which makes new, empty books."
        case .locked(let waitedFor) where database != nil:
            "\(start) Coster waited for \(waitedFor), so nothing was changed. Run the command again when servers have less to do, or end the session that holds the lock: pg_stat_activity names it."
        case .locked(let waitedFor):
            "\(start) Coster waited for \(waitedFor), so nothing was changed. Stop the other process, then run the command again."
        case .notDurable:
            "\(start) The server does not wait for its disk. Set fsync and synchronous_commit to on."
        case .notUnicode: "\(start) Make the database with the encoding UTF8."
        case .altered(let what):
            "\(start) Their tables are not those that coster migrate makes: \(what). Keep them as they are, and bring back a backup; or take out what you added yourself."
        case .cannotOpen(_, let reason) where database != nil:
            "\(start) Check that the server runs and takes writes, the URL with its user, password and certificates, and that the user may use the tables."
                + (reason.map { " PostgreSQL says: \($0)" } ?? "")
        case .cannotOpen:
            "\(start) Check the folder's owner and free space, and that this version is not older than the one that wrote them; coster doctor says more."
        }
    }
}
