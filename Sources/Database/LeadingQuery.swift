/// The first query of a change, which the rest of it depends on.
///
/// It is separate so that a remote database gets those of many changes at once.
public struct LeadingQuery<Answer: Sendable>: Sendable {
    /// The statement.
    public let sql: String
    /// Its values.
    public let values: [SQLValue]
    private let read: @Sendable (inout RowColumns) throws -> Answer?
    private let count: @Sendable (Int) -> Answer?

    /// A question that is answered by at most one row; without a row there is no answer.
    ///
    /// A SELECT without a LIMIT of its own, since neighbours' questions may be asked as one.
    public init(
        _ sql: String, _ values: [SQLValue],
        read: @escaping @Sendable (inout RowColumns) throws -> Answer
    ) {
        self.sql = sql
        self.values = values
        self.read = { columns in try read(&columns) }
        count = { _ in nil }
    }

    /// Asks it now.
    public func answer(by db: any SQLConnection) throws -> Answer? {
        try answer { body in try db.run(sql, values, body) }
    }

    /// Makes the answer from the statement's result.
    ///
    /// - Parameter run: Gives each row to a closure, and returns how many rows were changed.
    public func answer(
        from run: ((inout RowColumns) throws -> Bool) throws -> Int
    ) throws -> Answer? {
        var answer: Answer?
        let changes = try run { columns in
            answer = try read(&columns)
            return true
        }
        return answer ?? count(changes)
    }
}

extension LeadingQuery where Answer == Int {
    /// A change, which is answered by how many rows it changed.
    ///
    /// Not one that is RETURNING: SQLite keeps a table of its own for what that returns.
    public init(changing sql: String, _ values: [SQLValue]) {
        self.sql = sql
        self.values = values
        read = { _ in nil }
        count = { $0 }
    }
}
