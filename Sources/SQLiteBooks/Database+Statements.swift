import Foundation
import GRDB

extension Database {
    /// Makes a change with a prepared statement that is kept for the next time.
    ///
    /// - Returns: How many rows it changed.
    @discardableResult
    public func change(_ sql: String, _ values: [DatabaseValue]) throws -> Int {
        let statement = try cachedStatement(sql: sql)
        try statement.execute(arguments: StatementArguments(values))
        return changesCount
    }

    /// The first row of a query, or nil.
    public func firstRow(_ sql: String, _ values: [DatabaseValue]) throws -> RowColumns? {
        let statement = try cachedStatement(sql: sql)
        return try Row.fetchOne(statement, arguments: StatementArguments(values))
            .map { RowColumns($0) }
    }

    /// Walks the rows of a query, one in memory at a time.
    public func eachRow(
        _ sql: String, _ values: [DatabaseValue], _ body: (inout RowColumns) throws -> Void
    ) throws {
        let statement = try cachedStatement(sql: sql)
        let cursor = try Row.fetchCursor(statement, arguments: StatementArguments(values))
        while let row = try cursor.next() {
            var columns = RowColumns(row)
            try body(&columns)
        }
    }

    /// All rows of a query that is known to have few.
    public func allRows<Value>(
        _ sql: String, _ values: [DatabaseValue], _ body: (inout RowColumns) throws -> Value
    ) throws -> [Value] {
        var found: [Value] = []
        try eachRow(sql, values) { found.append(try body(&$0)) }
        return found
    }
}

extension [UInt8] {
    /// These bytes as a blob.
    public var blob: DatabaseValue { Data(self).databaseValue }
}
