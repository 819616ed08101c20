import GRDB
import GRDBSQLite
import Testing

/// How SQLite would go through the tables for a statement, in its own words, a step each.
enum QueryPlan {
    /// - Parameter sql: A statement; its values do not matter.
    static func steps(of sql: String, _ db: Database) throws -> [String] {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v2(
            db.sqliteConnection, "EXPLAIN QUERY PLAN " + sql, -1, &statement, nil)
        try #require(code == SQLITE_OK, "\(sql)")
        defer { sqlite3_finalize(statement) }
        var steps: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            guard let step = sqlite3_column_text(statement, 3) else { continue }
            steps.append(String(cString: step))
        }
        return steps
    }
}
