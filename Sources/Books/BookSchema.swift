/// What a book's tables look like, as the steps that led there.
///
/// The steps are written for SQLite's strict tables; a database with other words for the same
/// things translates them. The number of steps done changes with the tables in one transaction.
public struct BookSchema: Sendable {
    /// What was done, oldest first.
    public let steps: [String]

    /// A schema from its steps, oldest first. A step that was released never changes again.
    public init(steps: [String]) {
        self.steps = steps
    }

    /// How many steps there are.
    public var version: Int { steps.count }

    /// The steps that a book lacks.
    ///
    /// - Parameter found: How many it has.
    /// - Throws: ``SchemaError/tooNew(found:known:)``.
    public func steps(after found: Int) throws(SchemaError) -> ArraySlice<String> {
        guard found <= steps.count else {
            throw .tooNew(found: found, known: steps.count)
        }
        return steps.dropFirst(found)
    }
}
