import Database
import GRDB
import GRDBSQLite

/// One writer at a time: nothing can be overtaken, so nothing need be held.
extension Database: SQLConnection {
    /// Runs a prepared statement, which is kept for the next time; one row is in memory at a time.
    @discardableResult
    public func run(
        _ sql: String, _ values: [SQLValue], _ body: (inout RowColumns) throws -> Bool
    ) throws -> Int {
        let statement = try cachedStatement(sql: sql).sqliteStatement
        guard Int(sqlite3_bind_parameter_count(statement)) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_RANGE)
        }
        let bytes = values.reduce(into: 0) { $0 += $1.boundBytes }
        // One byte more, so that even nothing has an address.
        return try withUnsafeTemporaryAllocation(byteCount: bytes + 1, alignment: 1) { memory in
            // It lets go of its values and of its locks afterwards.
            defer {
                sqlite3_reset(statement)
                sqlite3_clear_bindings(statement)
            }
            var left = memory[...]
            for (index, value) in values.enumerated() {
                try value.bind(to: statement, at: Int32(index + 1), in: &left)
            }
            while try step(statement) {
                var columns = RowColumns(RowColumns.Source(statement))
                guard try body(&columns) else { break }
            }
            return changesCount
        }
    }

    /// Makes a change of exactly one row.
    public func changeOne(_ sql: String, _ values: [SQLValue]) throws {
        guard try change(sql, values) == 1 else { throw SQLError.corrupt }
    }

    /// Makes a change, now.
    public func changeLater(_ sql: String, _ values: [SQLValue]) throws {
        try change(sql, values)
    }

    /// Nothing: there is one writer.
    public func hold(_ name: String, of owner: String) {}

    /// Nothing: there is one writer.
    public func hold(tables: [String]) {}

    /// Nothing: there is one writer.
    public func skipLockedClause(for table: String) -> String { "" }

    /// Nothing: there is one writer.
    public func lockClause(for table: String) -> String { "" }

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
