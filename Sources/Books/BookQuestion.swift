/// The first statement of a change, on whose answer the rest of it depends.
///
/// It is told apart so that a database that is far away is asked those of many changes at once.
public struct BookQuestion<Answer: Sendable>: Sendable {
    /// The statement.
    public let sql: String
    /// Its values.
    public let values: [BookValue]
    /// Reads the answer from the only row; where there is no row there is no answer.
    public let read: @Sendable (inout RowColumns) throws -> Answer

    /// A question that is answered by at most one row: a SELECT, or a change that is RETURNING.
    public init(
        _ sql: String, _ values: [BookValue],
        read: @escaping @Sendable (inout RowColumns) throws -> Answer
    ) {
        self.sql = sql
        self.values = values
        self.read = read
    }

    /// Asks it now.
    public func answer(by db: any BookConnection) throws -> Answer? {
        try db.allRows(sql, values, read).first
    }
}
