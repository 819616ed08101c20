import Database
import PaymentDomain

/// Our own type of what a column holds.
@usableFromInline
package protocol ColumnValue {
    /// The value as the database has it.
    var sqlValue: SQLValue { get }
}

extension SQLValue: ColumnValue {
    @inlinable package var sqlValue: SQLValue { self }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension String: ColumnValue {}
extension [UInt8]: ColumnValue {}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    @inlinable package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

extension Bool: ColumnValue {
    @inlinable package var sqlValue: SQLValue { (self ? 1 : 0).sqlValue }
}

extension Timestamp: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { milliseconds.sqlValue }
}

extension MerchantID: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.sqlValue }
}

extension LineID: ColumnValue {
    @usableFromInline package var sqlValue: SQLValue { value.sqlValue }
}

/// Values of our own types for a statement.
@inlinable
package func sqlValues<each Value: ColumnValue>(_ values: repeat each Value) -> [SQLValue] {
    var list: [SQLValue] = []
    // As many as most statements have at most.
    list.reserveCapacity(16)
    for value in repeat each values { list.append(value.sqlValue) }
    return list
}

/// The statements of `SQLConnection`, with values of our own types.
extension SQLConnection {
    /// Makes a change, and returns how many rows it changed.
    @inlinable @discardableResult
    package func change<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws -> Int {
        try change(sql, sqlValues(repeat each values))
    }

    /// Makes a change of exactly one row.
    @inlinable
    package func changeOne<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws {
        try changeOne(sql, sqlValues(repeat each values))
    }

    /// Makes a change that a remote database may get later; see ``Database/SQLConnection/changeLater(_:_:)``.
    @inlinable
    package func changeLater<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws {
        try changeLater(sql, sqlValues(repeat each values))
    }

    /// Makes a change of one row at most, and returns whether there was one to change.
    @inlinable
    package func changesOne<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws -> Bool {
        try change(sql, sqlValues(repeat each values)) == 1
    }

    /// Makes a change of a row that was read in this transaction, which another may have changed since.
    @inlinable
    package func changeUnchanged<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws {
        guard try change(sql, sqlValues(repeat each values)) == 1 else {
            throw OptimisticConflict()
        }
    }

    /// Whether a query has a row.
    @inlinable
    package func exists<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws -> Bool {
        try first(sql, sqlValues(repeat each values)) { _ in true } != nil
    }

    /// Makes a value of the first row of a query, or nil if there isn't one.
    @inlinable
    package func first<Value, each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column, body: (inout RowColumns) throws -> Value
    ) throws -> Value? {
        try first(sql, sqlValues(repeat each values), body)
    }

    /// All rows of a query that is known to have few.
    @inlinable
    package func allRows<Value, each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column, body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        try allRows(sql, sqlValues(repeat each values), body)
    }

    /// Walks the rows of a query.
    @inlinable
    package func eachRow<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column, body: (inout RowColumns) throws -> Void
    ) throws {
        try eachRow(sql, sqlValues(repeat each values), body)
    }
}
