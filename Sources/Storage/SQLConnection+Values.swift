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
func sqlValues(_ values: (any ColumnValue)...) -> [SQLValue] {
    values.map(\.sqlValue)
}

/// The statements of `SQLConnection`, with values of our own types.
extension SQLConnection {
    @discardableResult
    func change(_ sql: String, _ values: (any ColumnValue)...) throws -> Int {
        try change(sql, values.map(\.sqlValue))
    }

    func changeOne(_ sql: String, _ values: (any ColumnValue)...) throws {
        try changeOne(sql, values.map(\.sqlValue))
    }

    func changeLater(_ sql: String, _ values: (any ColumnValue)...) throws {
        try changeLater(sql, values.map(\.sqlValue))
    }

    /// Makes a change of one row at most, and returns whether there was one to change.
    func changesOne(_ sql: String, _ values: (any ColumnValue)...) throws -> Bool {
        try change(sql, values.map(\.sqlValue)) == 1
    }

    /// Makes a change of a row that was read in this transaction, which another may have changed since.
    func changeUnchanged(_ sql: String, _ values: (any ColumnValue)...) throws {
        guard try change(sql, values.map(\.sqlValue)) == 1 else { throw OptimisticConflict() }
    }

    /// Whether a query has a row.
    func exists(_ sql: String, _ values: (any ColumnValue)...) throws -> Bool {
        try first(sql, values.map(\.sqlValue)) { _ in true } != nil
    }

    func first<Value>(
        _ sql: String, _ values: (any ColumnValue)..., body: (inout RowColumns) throws -> Value
    ) throws -> Value? {
        try first(sql, values.map(\.sqlValue), body)
    }

    func allRows<Value>(
        _ sql: String, _ values: (any ColumnValue)..., body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        try allRows(sql, values.map(\.sqlValue), body)
    }

    func eachRow(
        _ sql: String, _ values: (any ColumnValue)..., body: (inout RowColumns) throws -> Void
    ) throws {
        try eachRow(sql, values.map(\.sqlValue), body)
    }
}
