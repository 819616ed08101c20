import Books
import GRDB

extension BookSchema {
    /// Does the steps that this file lacks; several processes may try at once.
    ///
    /// The number of steps done is SQLite's `user_version`.
    ///
    /// - Returns: The version that was found.
    /// - Throws: ``Books/SchemaError/tooNew(found:known:)``, or what SQLite says.
    func bringUpToDate(_ db: Database) throws -> Int {
        var found = 0
        try db.inTransaction(.immediate) {
            found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            for step in try steps(after: found) { try db.execute(sql: step) }
            if found < version { try db.execute(sql: "PRAGMA user_version = \(version)") }
            return .commit
        }
        return found
    }
}
