/// The tables of a database, as the steps that create them.
///
/// The steps are written for SQLite's strict tables; a database with other words for the same things translates them.
/// The number of finished steps changes with the tables in one transaction.
public struct DatabaseSchema: Sendable {
    /// The tables that steps behind the first change. If other processes use the database meanwhile, all of them are
    /// locked before the first is changed: one that holds a table and waits for another would deadlock with a step
    /// under way.
    public let changed: [String]
    private let steps: [String]
    private let firstVersion: Int

    /// A schema from its steps, oldest first. A step that was released never changes again.
    ///
    /// - Parameters:
    ///   - firstVersion: The version after the first step; databases of a lower one are refused.
    ///   - changed: The tables that steps behind the first change.
    public init(firstVersion: Int = 1, changed: [String] = [], steps: [String]) {
        self.changed = changed
        self.steps = steps
        self.firstVersion = firstVersion
    }

    /// The version after all steps.
    public var version: Int { firstVersion + steps.count - 1 }

    /// The steps that a database lacks.
    ///
    /// - Parameter found: Its version; zero for a new one.
    /// - Throws: ``SchemaError/tooNew(found:known:)`` or ``SchemaError/tooOld(found:oldest:)``.
    public func steps(after found: Int) throws(SchemaError) -> ArraySlice<String> {
        guard found <= version else { throw .tooNew(found: found, known: version) }
        guard found != 0 else { return steps[...] }
        guard found >= firstVersion else { throw .tooOld(found: found, oldest: firstVersion) }
        return steps.dropFirst(found - firstVersion + 1)
    }
}
