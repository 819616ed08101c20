import Database
import PaymentDomain

/// Our own type of what a column holds.
protocol ColumnValue {
    var sqlValue: SQLValue { get }
}

extension SQLValue: ColumnValue {
    var sqlValue: SQLValue { self }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension String: ColumnValue {}
extension [UInt8]: ColumnValue {}

extension Optional: ColumnValue where Wrapped: ColumnValue {
    var sqlValue: SQLValue { self?.sqlValue ?? .null }
}

extension Bool: ColumnValue {
    var sqlValue: SQLValue { (self ? 1 : 0).sqlValue }
}

extension Timestamp: ColumnValue {
    var sqlValue: SQLValue { milliseconds.sqlValue }
}

extension CardExpiry: ColumnValue {
    /// Year and month as YYYYMM.
    var sqlValue: SQLValue { (year * 100 + month).sqlValue }
}

extension MerchantID: ColumnValue {
    var sqlValue: SQLValue { value.sqlValue }
}

extension VaultHandle: ColumnValue {
    var sqlValue: SQLValue { value.sqlValue }
}

extension RegistrationID: ColumnValue {
    var sqlValue: SQLValue { value.sqlValue }
}

extension TransactionNumber: ColumnValue {
    var sqlValue: SQLValue { value.sqlValue }
}

extension PaymentID: ColumnValue {
    var sqlValue: SQLValue { value.identifier }
}

extension OperationID: ColumnValue {
    var sqlValue: SQLValue { value.identifier }
}

/// Values of our own types for a statement.
func sqlValues<each Value: ColumnValue>(_ values: repeat each Value) -> [SQLValue] {
    var list: [SQLValue] = []
    // As many as most statements have at most.
    list.reserveCapacity(16)
    for value in repeat each values { list.append(value.sqlValue) }
    return list
}

/// The statements of `SQLConnection`, with values of our own types.
extension SQLConnection {
    @discardableResult
    func change<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws -> Int {
        try change(sql, sqlValues(repeat each values))
    }

    func changeOne<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws {
        try changeOne(sql, sqlValues(repeat each values))
    }

    func changeLater<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws {
        try changeLater(sql, sqlValues(repeat each values))
    }

    /// Makes a change of one row at most, and returns whether there was one to change.
    func changesOne<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws -> Bool {
        try change(sql, sqlValues(repeat each values)) == 1
    }

    /// Makes a change of a row that was read in this transaction, which another may have changed since.
    func changeUnchanged<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws {
        guard try change(sql, sqlValues(repeat each values)) == 1 else {
            throw OptimisticConflict()
        }
    }

    /// Whether a query has a row.
    func exists<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column
    ) throws -> Bool {
        try first(sql, sqlValues(repeat each values)) { _ in true } != nil
    }

    func first<Value, each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column, body: (inout RowColumns) throws -> Value
    ) throws -> Value? {
        try first(sql, sqlValues(repeat each values), body)
    }

    func allRows<Value, each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column, body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        try allRows(sql, sqlValues(repeat each values), body)
    }

    func eachRow<each Column: ColumnValue>(
        _ sql: String, _ values: repeat each Column, body: (inout RowColumns) throws -> Void
    ) throws {
        try eachRow(sql, sqlValues(repeat each values), body)
    }
}
