import Database
import CLibPQ

/// A result of the library, freed when no one holds it any more.
final class LibPQResult {
    private let result: OpaquePointer

    init(_ result: OpaquePointer) {
        self.result = result
    }

    deinit { PQclear(result) }

    /// Whether it is the answer to a mark, not to a statement.
    var isMark: Bool { PQresultStatus(result) == PGRES_PIPELINE_SYNC }

    /// Whether the statement was skipped, after another's error.
    var isSkipped: Bool { PQresultStatus(result) == PGRES_PIPELINE_ABORTED }

    /// The server's command tag.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// How many rows it changed.
    var changes: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

    /// The first row, as texts, if there is one.
    var firstRow: [String]? {
        guard PQntuples(result) > 0 else { return nil }
        return (0..<PQnfields(result)).map { column in
            PQgetvalue(result, 0, column).map { String(cString: $0) } ?? ""
        }
    }

    /// The error, if it is one: the five characters, if there are any, and whether the server ends the connection with
    /// it.
    ///
    /// Source: postgres_ext.h, PG_DIAG_SQLSTATE and PG_DIAG_SEVERITY_NONLOCALIZED.
    var refusal: (state: String?, endsConnection: Bool)? {
        switch PQresultStatus(result) {
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE: break
        default: return nil
        }
        let severity = LibPQResult.field("V", of: result)
        return (LibPQResult.field("C", of: result), severity == "FATAL" || severity == "PANIC")
    }

    /// The server's message about the error, in one sentence; the content of rows is in other fields.
    ///
    /// Source: postgres_ext.h, PG_DIAG_MESSAGE_PRIMARY; PostgreSQL, "Error Message Style Guide".
    var message: String? { LibPQResult.field("M", of: result) }

    /// Whether a notice is a warning, and not for information alone.
    static func isWarning(_ notice: OpaquePointer) -> Bool {
        field("V", of: notice) == "WARNING"
    }

    private static func field(_ name: Unicode.Scalar, of result: OpaquePointer) -> String? {
        PQresultErrorField(result, Int32(name.value)).map { String(cString: $0) }
    }

    /// Gives each row to a closure, until it wants no more.
    func eachRow(_ body: (inout RowColumns) throws -> Bool) throws {
        for row in 0..<rows {
            var columns = columns(ofRow: row)
            guard try body(&columns) else { break }
        }
    }

    /// How many rows it has.
    var rows: Int32 { PQntuples(result) }

    /// The columns of a row.
    func columns(ofRow row: Int32) -> RowColumns {
        RowColumns(RowColumns.Source(result, row: row))
    }

    /// The whole number in the last column of a row.
    func lastColumn(ofRow row: Int32) throws -> Int64 {
        let source = RowColumns.Source(result, row: row)
        guard case .integer(let number) = try source.lastValue() else { throw SQLError.corrupt }
        return number
    }
}
