import GRDB

/// What a book's tables look like, as the steps that led there.
///
/// The number of steps done is SQLite's `user_version`, which changes with the tables in one
/// transaction.
public struct BookSchema: Sendable {
    private let steps: [String]

    /// A schema from its steps, oldest first. A step that was released never changes again.
    public init(steps: [String]) {
        self.steps = steps
    }

    /// How many steps there are.
    public var version: Int { steps.count }

    /// Does the steps that this file lacks; several processes may try at once.
    ///
    /// - Returns: The version that was found.
    /// - Throws: ``SchemaError/tooNew(found:known:)``, or what SQLite says.
    func bringUpToDate(_ db: Database) throws -> Int {
        var found = 0
        try db.inTransaction(.immediate) {
            found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard found <= steps.count else {
                throw SchemaError.tooNew(found: found, known: steps.count)
            }
            for step in steps.dropFirst(found) { try db.execute(sql: step) }
            if found < steps.count {
                try db.execute(sql: "PRAGMA user_version = \(steps.count)")
            }
            return .commit
        }
        return found
    }
}
