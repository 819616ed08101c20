import Foundation
import GRDB

/// The columns of one row, read in the order in which the query names them.
///
/// A value of another type than expected is ``BookError/corrupt``, not a trap: a damaged file must not take the
/// service down.
public struct RowColumns {
    private let row: Row
    private var index = 0

    /// Starts at the first column.
    public init(_ row: Row) {
        self.row = row
    }

    /// The next column as it is.
    public mutating func value() throws -> DatabaseValue {
        guard index < row.count else { throw BookError.corrupt }
        defer { index += 1 }
        return row[index]
    }

    /// An integer.
    public mutating func integer() throws -> Int64 {
        guard case .int64(let number) = try value().storage else { throw BookError.corrupt }
        return number
    }

    /// An integer that fits an `Int`, for counts.
    public mutating func count() throws -> Int {
        guard let number = Int(exactly: try integer()) else { throw BookError.corrupt }
        return number
    }

    /// An integer, or nil for NULL.
    public mutating func integerOrNil() throws -> Int64? {
        switch try value().storage {
        case .null: return nil
        case .int64(let number): return number
        case .double, .string, .blob: throw BookError.corrupt
        }
    }

    /// A text.
    public mutating func text() throws -> String {
        guard case .string(let text) = try value().storage else { throw BookError.corrupt }
        return text
    }

    /// A text, or nil for NULL.
    public mutating func textOrNil() throws -> String? {
        switch try value().storage {
        case .null: return nil
        case .string(let text): return text
        case .int64, .double, .blob: throw BookError.corrupt
        }
    }

    /// A blob.
    public mutating func bytes() throws -> [UInt8] {
        guard case .blob(let data) = try value().storage else { throw BookError.corrupt }
        return Array(data)
    }

    /// A blob, or nil for NULL.
    public mutating func bytesOrNil() throws -> [UInt8]? {
        switch try value().storage {
        case .null: return nil
        case .blob(let data): return Array(data)
        case .int64, .double, .string: throw BookError.corrupt
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
