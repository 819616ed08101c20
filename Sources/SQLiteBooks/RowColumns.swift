import GRDB
import GRDBSQLite

/// The columns of one row, read in the order in which the query names them.
///
/// A value of another type than expected is ``BookError/corrupt``, not a trap: a damaged file must
/// not take the service down. It is good for as long as the closure that it was given to runs.
public struct RowColumns {
    private let statement: OpaquePointer
    private var index: Int32 = 0

    /// Starts at the first column of a statement's current row.
    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    /// The next column as it is.
    public mutating func value() throws -> BookValue {
        guard index < sqlite3_column_count(statement) else { throw BookError.corrupt }
        defer { index += 1 }
        return try BookValue.column(index, of: statement)
    }

    /// An integer.
    public mutating func integer() throws -> Int64 {
        guard case .integer(let number) = try value() else { throw BookError.corrupt }
        return number
    }

    /// An integer that fits an `Int`, for counts.
    public mutating func count() throws -> Int {
        guard let number = Int(exactly: try integer()) else { throw BookError.corrupt }
        return number
    }

    /// An integer, or nil for NULL.
    public mutating func integerOrNil() throws -> Int64? {
        switch try value() {
        case .null: return nil
        case .integer(let number): return number
        case .text, .blob: throw BookError.corrupt
        }
    }

    /// A text.
    public mutating func text() throws -> String {
        guard case .text(let text) = try value() else { throw BookError.corrupt }
        return text
    }

    /// A text, or nil for NULL.
    public mutating func textOrNil() throws -> String? {
        switch try value() {
        case .null: return nil
        case .text(let text): return text
        case .integer, .blob: throw BookError.corrupt
        }
    }

    /// A blob.
    public mutating func bytes() throws -> [UInt8] {
        guard case .blob(let bytes) = try value() else { throw BookError.corrupt }
        return bytes
    }

    /// A blob, or nil for NULL.
    public mutating func bytesOrNil() throws -> [UInt8]? {
        switch try value() {
        case .null: return nil
        case .blob(let bytes): return bytes
        case .integer, .text: throw BookError.corrupt
        }
    }

    /// An enum kept by its raw text.
    public mutating func named<Name: RawRepresentable<String>>(
        _: Name.Type = Name.self
    ) throws -> Name {
        guard let name = Name(rawValue: try text()) else { throw BookError.corrupt }
        return name
    }

    /// An enum kept by its raw text, or nil for NULL.
    public mutating func namedOrNil<Name: RawRepresentable<String>>(
        _: Name.Type = Name.self
    ) throws -> Name? {
        guard let text = try textOrNil() else { return nil }
        guard let name = Name(rawValue: text) else { throw BookError.corrupt }
        return name
    }
}
