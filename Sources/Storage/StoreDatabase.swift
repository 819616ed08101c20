import Database
import PostgreSQLDatabase
import SQLiteDatabase

/// The payment store's database: the only place in this module that knows of SQLite and PostgreSQL.
///
/// Two cases and no protocol, so that the compiler can inline SQLite's statements, of which a payment takes dozens.
enum StoreDatabase: Sendable {
    /// A file, for one machine.
    case sqlite(SQLiteDatabase)
    /// A server, for any number of machines.
    case postgreSQL(PostgreSQLDatabase)

    /// The tables' version before this opening brought them up to date.
    var versionFound: Int {
        switch self {
        case .sqlite(let book): book.versionFound
        case .postgreSQL(let book): book.versionFound
        }
    }

    /// How many commits of several changes were undone for one of them.
    var undoneCommits: Int {
        switch self {
        case .sqlite(let book): book.undoneCommits
        case .postgreSQL(let book): book.undoneCommits
        }
    }

    /// How long SQLite's log of changes is, in pages; nil if the database keeps its own.
    var logPages: Int? {
        switch self {
        case .sqlite(let book): book.logPages
        case .postgreSQL: nil
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

    /// The operation that a database refuses until someone repairs it, such as for a right that its role lacks, in its
    /// words and with the next step; nil if none is known.
    var lackedRight: String? {
        switch self {
        case .sqlite: nil
        case .postgreSQL(let book): book.lackedRight
        }
    }

    /// Asks whether there is room for what payments write; a file needs it for each commit, which says so itself.
    func checkWritable() async throws(SQLError) {
        switch self {
        case .sqlite: break
        case .postgreSQL(let book): try await book.checkWritable()
        }
    }

    /// The time of a server's clock, in milliseconds since 1970; nil of a file, which has none.
    func serverTime() async throws(SQLError) -> Int64? {
        switch self {
        case .sqlite: nil
        case .postgreSQL(let book): try await book.now()
        }
    }

    /// Waits until the standbys have what was read. A file has none, and shows no commit before the disk has it.
    func awaitCopies() async throws(SQLError) {
        switch self {
        case .sqlite: break
        case .postgreSQL(let book): try await book.awaitStandbys()
        }
    }

    /// Makes one change, all or nothing, durable when this returns; it may be run more than once.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book): try await book.write { db in try body(db) }
        case .postgreSQL(let book): try await book.write(body)
        }
    }

    /// Makes one change that begins with a question, and may share its commit with others.
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

    /// One query.
    func look<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book): try await book.look { db in try body(db) }
        case .postgreSQL(let book): try await book.look(body)
        }
    }

    /// One snapshot, with as many queries as it takes.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any SQLConnection) throws -> Value
    ) async throws(SQLError) -> Value {
        switch self {
        case .sqlite(let book): try await book.read { db in try body(db) }
        case .postgreSQL(let book): try await book.read(body)
        }
    }

    /// Empties a file's log of changes; a server looks after its own.
    func emptyLog() async throws(SQLError) {
        switch self {
        case .sqlite(let book): try await book.emptyLog()
        case .postgreSQL: break
        }
    }

    /// Closes the connections; writes that wait are refused.
    func close() throws(SQLError) {
        switch self {
        case .sqlite(let book): try book.close()
        case .postgreSQL(let book): book.close()
        }
    }
}
