import Database
import PostgreSQLDatabase
import SQLiteDatabase

/// A SQLite file or a PostgreSQL database: the only type that knows of both.
///
/// Its functions are those of ``SQLStore``.
///
/// Two cases and no protocol, so that the compiler can inline SQLite's statements, of which a payment takes dozens.
package enum StoreDatabase: Sendable {
    case sqlite(SQLiteDatabase)
    case postgreSQL(PostgreSQLDatabase)

    /// The file, if it is one.
    package var file: SQLiteDatabase? {
        if case .sqlite(let database) = self { database } else { nil }
    }

    /// The server, if it is one.
    package var server: PostgreSQLDatabase? {
        if case .postgreSQL(let database) = self { database } else { nil }
    }

    /// The tables' version before this opening brought them up to date.
    package var versionFound: Int {
        switch self {
        case .sqlite(let database): database.versionFound
        case .postgreSQL(let database): database.versionFound
        }
    }

    /// How many commits of several changes were undone.
    package var undoneCommits: Int {
        switch self {
        case .sqlite(let database): database.undoneCommits
        case .postgreSQL(let database): database.undoneCommits
        }
    }

    /// Why the last try to connect failed, while there is no connection, or why the last change of a file did; nil if
    /// it isn't known.
    package var refusal: String? {
        switch self {
        case .sqlite(let database):
            database.hasMoved
                ? "the database file, or the -wal or -shm file beside it, was moved, removed or replaced. Put the old file back, or stop the server with SIGTERM, which saves the data of a removed -wal file. Run no other command meanwhile"
                : nil
        case .postgreSQL(let database): database.refusal
        }
    }

    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database): try await database.write { db in try body(db) }
        case .postgreSQL(let database): try await database.write(body)
        }
    }

    package func write<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database):
            try await database.write { db in try body(db, try question.answer(by: db)) }
        case .postgreSQL(let database): try await database.write(asking: question, body)
        }
    }

    package func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database): try await database.look { db in try body(db) }
        case .postgreSQL(let database): try await database.look(body)
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database): try await database.read { db in try body(db) }
        case .postgreSQL(let database): try await database.read(body)
        }
    }

    package func close() throws(SQLError) {
        switch self {
        case .sqlite(let database): try database.close()
        case .postgreSQL(let database): database.close()
        }
    }
}
