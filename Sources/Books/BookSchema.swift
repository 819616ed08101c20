/// What a book's tables look like, as the steps that led there.
///
/// The steps are written for SQLite's strict tables; a database with other words for the same
/// things translates them. The number of steps done changes with the tables in one transaction.
public struct BookSchema: Sendable {
    /// The tables that steps behind the first change. Where others work on a book meanwhile, all of them are taken before
    /// the first is changed: who holds one and waits for another would make a circle with a step under way.
    public let changed: [String]
    private let steps: [String]
    private let firstVersion: Int

    /// A schema from its steps, oldest first. A step that was released never changes again.
    ///
    /// - Parameters:
    ///   - firstVersion: The version after the first step; books of a lower one are refused.
    ///   - changed: The tables that steps behind the first change.
    public init(firstVersion: Int = 1, changed: [String] = [], steps: [String]) {
        self.changed = changed
        self.steps = steps
        self.firstVersion = firstVersion
    }

    /// The version after all steps.
    public var version: Int { firstVersion + steps.count - 1 }

    /// The steps that a book lacks.
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
