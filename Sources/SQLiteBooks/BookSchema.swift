import GRDB

/// What a book's tables look like, as the steps that led there.
///
/// The number of steps done is SQLite's `user_version`, which changes with the tables in one
/// transaction.
public struct BookSchema: Sendable {
    private let steps: [String]
    private let firstVersion: Int

    /// A schema from its steps, oldest first. A step that was released never changes again.
    ///
    /// - Parameter firstVersion: The version after the first step; books of a lower one are
    ///   refused.
    public init(firstVersion: Int = 1, steps: [String]) {
        self.steps = steps
        self.firstVersion = firstVersion
    }

    /// The version after all steps.
    public var version: Int { firstVersion + steps.count - 1 }

    /// Does the steps that this file lacks; several processes may try at once.
    ///
    /// - Returns: The version that was found.
    /// - Throws: ``SchemaError/tooNew(found:known:)``, ``SchemaError/tooOld(found:oldest:)``, or what
    ///   SQLite says.
    func bringUpToDate(_ db: Database) throws -> Int {
        var found = 0
        try db.inTransaction(.immediate) {
            found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard found <= version else {
                throw SchemaError.tooNew(found: found, known: version)
            }
            guard found == 0 || found >= firstVersion else {
                throw SchemaError.tooOld(found: found, oldest: firstVersion)
            }
            let done = found == 0 ? 0 : found - firstVersion + 1
            for step in steps.dropFirst(done) { try db.execute(sql: step) }
            if found < version { try db.execute(sql: "PRAGMA user_version = \(version)") }
            return .commit
        }
        return found
    }
}
