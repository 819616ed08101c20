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
        if case .sqlite(let book) = self { book } else { nil }
    }

    /// The server, if it is one.
    var server: PostgreSQLDatabase? {
        if case .postgreSQL(let book) = self { book } else { nil }
    }

    var versionFound: Int {
        switch self {
        case .sqlite(let book): book.versionFound
        case .postgreSQL(let book): book.versionFound
        }
    }

    var undoneCommits: Int {
        switch self {
        case .sqlite(let book): book.undoneCommits
        case .postgreSQL(let book): book.undoneCommits
        }
    }

    /// Why the last try to connect failed, while there is no connection, or why the last change of a file did; nil if
    /// it isn't known.
    var refusal: String? {
        switch self {
        case .sqlite(let book):
            book.hasMoved
                ? "the file of the books, or its -wal or -shm beside it, was moved, removed or replaced; put back what was there, or end the server with SIGTERM, which keeps what a removed -wal had; run no other command meanwhile"
                : nil
        case .postgreSQL(let book): book.refusal
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book): try await book.write { db in try body(db) }
        case .postgreSQL(let book): try await book.write(body)
        }
    }

    func write<Answer: Sendable, Value: Sendable>(
        asking question: LeadingQuery<Answer>,
        _ body: @escaping @Sendable (any SQLConnection, Answer?) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book):
            try await book.write { db in try body(db, try question.answer(by: db)) }
        case .postgreSQL(let book): try await book.write(asking: question, body)
        }
    }

    func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book): try await book.look { db in try body(db) }
        case .postgreSQL(let book): try await book.look(body)
        }
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book): try await book.read { db in try body(db) }
        case .postgreSQL(let book): try await book.read(body)
        }
    }

    func close() throws(SQLError) {
        switch self {
        case .sqlite(let book): try book.close()
        case .postgreSQL(let book): book.close()
        }
    }
}
