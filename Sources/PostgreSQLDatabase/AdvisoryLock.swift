import Database
import Synchronization

/// A name that one process of all holds in a database, for as long as it keeps this.
///
/// It is held by a connection of its own, and the server lets go of it when that ends: with the
/// process, or with the link to it. So it keeps people from doing a thing twice at once, and is no
/// replacement for conditions in the database.
///
/// Source: PostgreSQL, "Advisory Locks".
package final class AdvisoryLock: Sendable {
    private let connection: Mutex<PostgreSQLConnection>

    private init(_ connection: sending PostgreSQLConnection) {
        self.connection = Mutex(connection)
    }

    /// Takes the name; nil if another process holds it. It waits for the server, not for that process.
    ///
    /// - Throws: ``Database/SchemaError``, with the server's message, if there is no connection for it.
    package static func taken(
        _ name: String, in database: PostgreSQLAddress
    ) async throws(SchemaError) -> AdvisoryLock? {
        try await onOwnThread { () throws(SchemaError) in try take(name, database) }
    }

    private static func take(
        _ name: String, _ database: PostgreSQLAddress
    ) throws(SchemaError) -> AdvisoryLock? {
        do {
            let connection = try PostgreSQLConnection(database)
            let isTaken = try connection.first(
                "SELECT pg_try_advisory_lock(hashtextextended(?, 0))", [name.sqlValue]
            ) { try $0.integer() != 0 }
            return isTaken == true ? AdvisoryLock(connection) : nil
        } catch let error as SchemaError {
            throw error
        } catch let error as SQLError {
            throw .cannotOpen(error)
        } catch {
            // Whatever the reason, the server cannot be used now.
            throw .cannotOpen(.unavailable, reason: (error as? PostgreSQLFailure)?.reason)
        }
    }
}
