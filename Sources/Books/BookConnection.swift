/// A connection to a book, inside a transaction: what statements are given to.
///
/// Places for values are `?` in their order, or `?1`, `?2` … by number. Statements are written so
/// that every database takes them; what differs has a name here.
///
/// Where a statement fails the whole transaction is undone, never the statement alone. SQLite is
/// told so by `OR FAIL`; else it keeps the pages that a statement changes a second time, for each
/// INSERT and UPDATE of a table with triggers. Triggers of such tables say `RAISE(FAIL, …)`.
public protocol BookConnection: AnyObject {
    /// Runs a prepared statement, which is kept for the next time.
    ///
    /// - Parameter body: Is given each row; returns whether it wants the next.
    /// - Returns: How many rows the statement changed.
    @discardableResult
    func run(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Bool
    ) throws -> Int

    /// Makes a change of exactly one row; any other number is ``BookError/corrupt``.
    ///
    /// A database that is far away may be told of it later, with the statements that follow, but
    /// always before the commit.
    func changeOne(_ sql: String, _ values: [BookValue]) throws

    /// Makes a change of which it does not matter, or is certain, how many rows it is of: an INSERT
    /// of values, which is of one or fails.
    ///
    /// A database that is far away may be told of it with the statements that follow, and last of
    /// all with the commit. Neighbours' changes that are alike may be made as one, so an UPDATE is
    /// of a row that no neighbour changes: its own payment's, its own key's.
    func changeLater(_ sql: String, _ values: [BookValue]) throws

    /// Holds a name until the transaction ends, so that who looks whether something is there, and
    /// makes it where it is not, is alone between the two.
    ///
    /// For rules that no unique constraint can hold, since they span tables. Nothing is to be done
    /// where a book has one writer.
    func hold(_ name: String, of owner: String) throws

    /// Waits until what others have written into some tables is committed or undone, and keeps
    /// others from writing there until the transaction ends.
    ///
    /// For changes after which a trigger refuses what it took before: without this, something it
    /// took could be committed afterwards.
    func hold(tables: [String]) throws

    /// Ends a SELECT so that a table's rows are ours until the transaction ends, and rows that are
    /// someone else's are passed over; empty where a book has one writer.
    ///
    /// - Parameter table: The table's name in the SELECT.
    func passingOverHeldRows(of table: String) -> String

    /// Ends a SELECT so that a table's rows are ours until the transaction ends, as others left them: who waits for one
    /// sees what they committed. Empty where a book has one writer.
    ///
    /// - Parameter table: The table's name in the SELECT.
    func holdingRows(of table: String) -> String
}

extension BookConnection {
    /// Makes a change.
    ///
    /// - Returns: How many rows it changed.
    @inlinable
    @discardableResult
    public func change(_ sql: String, _ values: [BookValue]) throws -> Int {
        try run(sql, values) { _ in true }
    }

    /// Makes something of the first row of a query, or nil where there is none.
    @inlinable
    public func first<Value>(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Value
    ) throws -> Value? {
        var found: Value?
        try run(sql, values) { columns in
            found = try body(&columns)
            return false
        }
        return found
    }

    /// Walks the rows of a query.
    @inlinable
    public func eachRow(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Void
    ) throws {
        try run(sql, values) { columns in
            try body(&columns)
            return true
        }
    }

    /// All rows of a query that is known to have few.
    @inlinable
    public func allRows<Value>(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try run(sql, values) { columns in
            found.append(try body(&columns))
            return true
        }
        return found
    }
}
