/// A connection to a database, inside a transaction, which statements are given to.
///
/// Places for values are `?` in their order, or `?1`, `?2` … by number. Statements are written so that both databases
/// take them; each difference has a function here.
///
/// If a statement fails, the whole transaction is undone, never the statement alone. `OR FAIL` says so to SQLite;
/// otherwise it keeps the pages that a statement changes a second time, for each INSERT and UPDATE of a table with
/// triggers. Triggers of such tables say `RAISE(FAIL, …)`.
public protocol SQLConnection: AnyObject {
    /// Runs a prepared statement, which is kept for the next time.
    ///
    /// - Parameter body: Is given each row; returns whether it wants the next.
    /// - Returns: How many rows the statement changed.
    @discardableResult
    func run(
        _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Bool
    ) throws -> Int

    /// Makes a change of exactly one row; any other number is ``SQLError/corrupt``.
    ///
    /// A remote database may get it later, with the statements that follow, but always before the commit.
    func changeOne(_ sql: String, _ values: [SQLValue]) throws

    /// Makes a change whose number of rows doesn't matter, or is certain: an INSERT of values either adds one row or
    /// fails.
    ///
    /// A remote database may get it with the statements that follow, and last of all with the commit. Neighbours'
    /// changes of one form may be sent as one, so an UPDATE must be of a row that no neighbour changes: its own
    /// payment's, its own key's.
    func changeLater(_ sql: String, _ values: [SQLValue]) throws

    /// Locks a name until the transaction ends, so that a change that looks whether something exists, and creates it if
    /// not, is alone between the two.
    ///
    /// For rules that no unique constraint can hold, because they span tables. A database with one writer does nothing.
    func hold(_ name: String, of owner: String) throws

    /// Waits until what others have written into some tables is committed or undone, and keeps
    /// others from writing there until the transaction ends.
    ///
    /// For changes after which a trigger refuses what it took before: without this, something it
    /// took could be committed afterwards.
    func hold(tables: [String]) throws

    /// Ends a SELECT so that a table's rows are locked until the transaction ends, and rows that another transaction
    /// has locked are skipped; empty if the database has one writer.
    ///
    /// - Parameter table: The table's name in the SELECT.
    func skipLockedClause(for table: String) -> String

    /// Ends a SELECT so that a table's rows are locked until the transaction ends, as others left them: a transaction
    /// that waits for one sees what they committed. Empty if the database has one writer.
    ///
    /// - Parameter table: The table's name in the SELECT.
    func lockClause(for table: String) -> String
}

extension SQLConnection {
    /// Makes a change.
    ///
    /// - Returns: How many rows it changed.
    @inlinable
    @discardableResult
    public func change(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try run(sql, values) { _ in true }
    }

    /// Makes a value of the first row of a query, or nil if there isn't one.
    @inlinable
    public func first<Value>(
        _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Value
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
        _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Void
    ) throws {
        try run(sql, values) { columns in
            try body(&columns)
            return true
        }
    }

    /// All rows of a query that is known to have few.
    @inlinable
    public func allRows<Value>(
        _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try run(sql, values) { columns in
            found.append(try body(&columns))
            return true
        }
        return found
    }
}
