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
                "Invalid database URL. Use a PostgreSQL URL, for example postgres://user@host/database?sslmode=verify-full. In a password, write @ as %40 and / as %2F."
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
            "The database is in PostgreSQL. Use pg_dump and pg_restore, or omit --database-url and COSTER_DATABASE_URL for the data folder's database."
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
        let place = database == nil ? " in \(folder.path)" : ""
        let start = "The database\(place) can't be opened (\(error.code))."
        return switch error {
        case .tooNew(let found, let known):
            "\(start) Its tables have version \(found), but this program supports versions up to \(known). Run the version that wrote it."
        case .tooOld(let found, let oldest):
            "\(start) Its tables have version \(found), but this program supports versions from \(oldest). Use the version that wrote it."
        case .outdated(let found, let known):
            "\(start) Its tables have version \(found), but this program needs \(known). Run `coster migrate` with the same settings."
        case .missing(let schema):
            "\(start) It has no Coster tables \(schema.map { "in the schema \($0)" } ?? "and no schema of the search_path"). Check the URL, its user and the search_path. For a new installation, run `coster migrate` with the same settings."
        case .locked(let waitedFor) where database != nil:
            "\(start) Coster waited for \(waitedFor), and changed nothing. End the session that holds the lock (see pg_stat_activity), and run the command again."
        case .locked(let waitedFor):
            "\(start) Coster waited for \(waitedFor), and changed nothing. Stop the other process, and run the command again."
        case .notDurable:
            "\(start) Its server doesn't wait for the disk. Set fsync and synchronous_commit to on."
        case .notUnicode:
            "\(start) Its encoding isn't UTF-8. Create a database with the encoding UTF8."
        case .altered(let what):
            "\(start) Its tables differ from those that `coster migrate` creates: \(what). Restore a backup, or undo your own changes."
        case .cannotOpen(_, let reason) where database != nil:
            "\(start) Check that its server runs and accepts writes, and check the URL and the user's rights."
                + (reason.map { " PostgreSQL says: \($0)" } ?? "")
        case .cannotOpen:
            "\(start) Check the folder's owner and free space, and run `coster doctor`."
        }
    }
}
