import GRDB
import GRDBSQLite

extension Database {
    /// Makes a change with a prepared statement that is kept for the next time.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    public func change(_ sql: String, _ values: [BookValue]) throws -> Int {
        try eachRow(sql, values) { _ in }
        return changesCount
    }

    /// Makes something of the first row of a query, or nil where there is none.
    public func first<Value>(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Value
    ) throws -> Value? {
        try filled(sql, values) { statement in
            guard try step(statement) else { return nil }
            var columns = RowColumns(statement)
            return try body(&columns)
        }
    }

    /// Walks the rows of a query, one in memory at a time.
    public func eachRow(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Void
    ) throws {
        try filled(sql, values) { statement in
            while try step(statement) {
                var columns = RowColumns(statement)
                try body(&columns)
            }
        }
    }

    /// All rows of a query that is known to have few.
    public func allRows<Value>(
        _ sql: String, _ values: [BookValue], _ body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try eachRow(sql, values) { found.append(try body(&$0)) }
        return found
    }

    /// A kept statement with its values in place; it lets go of them and of its locks afterwards.
    private func filled<Value>(
        _ sql: String, _ values: [BookValue], _ body: (OpaquePointer) throws -> Value
    ) throws -> Value {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_RANGE)
        }
        let bytes = values.reduce(into: 0) { $0 += $1.boundBytes }
        // One byte more, so that even nothing has an address.
        return try withUnsafeTemporaryAllocation(byteCount: bytes + 1, alignment: 1) { memory in
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            var left = memory[...]
            for (index, value) in values.enumerated() {
                try value.bind(to: statement, at: Int32(index + 1), in: &left)
            }
            return try body(statement)
        }
    }

    /// Goes to the next row; false at the end.
    private func step(_ statement: OpaquePointer) throws -> Bool {
        let code = sqlite3_step(statement)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
    }
}
