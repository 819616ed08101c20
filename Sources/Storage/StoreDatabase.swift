import Database
import PostgreSQLDatabase
import SQLiteDatabase

/// The payment store's database: the only place in this module that knows of SQLite and PostgreSQL.
///
/// Its functions are those of ``DatabaseStore``, for either database.
///
/// Two cases and no protocol, so that the compiler can inline SQLite's statements, of which a payment takes dozens.
enum StoreDatabase: Sendable {
    case sqlite(SQLiteDatabase)
    case postgreSQL(PostgreSQLDatabase)

    /// The file, if it is one.
    var file: SQLiteDatabase? {
        if case .sqlite(let database) = self { database } else { nil }
    }

    /// The server, if it is one.
    var server: PostgreSQLDatabase? {
        if case .postgreSQL(let database) = self { database } else { nil }
    }

    var versionFound: Int {
        switch self {
        case .sqlite(let database): database.versionFound
        case .postgreSQL(let database): database.versionFound
        }
    }

    var undoneCommits: Int {
        switch self {
        case .sqlite(let database): database.undoneCommits
        case .postgreSQL(let database): database.undoneCommits
        }
    }

    /// Why the last try to connect failed, while there is no connection, or why the last change of a file did; nil if
    /// it isn't known.
    var refusal: String? {
        switch self {
        case .sqlite(let database):
            database.hasMoved
                ? "the file of the books, or its -wal or -shm beside it, was moved, removed or replaced; put back what was there, or end the server with SIGTERM, which keeps what a removed -wal had; run no other command meanwhile"
                : nil
        case .postgreSQL(let database): database.refusal
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database): try await database.write { db in try body(db) }
        case .postgreSQL(let database): try await database.write(body)
        }
    }

    func write<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database):
            try await database.write { db in try body(db, try question.answer(by: db)) }
        case .postgreSQL(let database): try await database.write(asking: question, body)
        }
    }

    func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database): try await database.look { db in try body(db) }
        case .postgreSQL(let database): try await database.look(body)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let database): try await database.read { db in try body(db) }
        case .postgreSQL(let database): try await database.read(body)
        }
    }

    func close() throws(SQLError) {
        switch self {
        case .sqlite(let database): try database.close()
        case .postgreSQL(let database): database.close()
        }
    }
}
