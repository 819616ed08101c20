import GRDB
import GRDBSQLite

/// A value on its way into a statement, or out of a column.
///
/// GRDB's own values pass through Foundation's Data and a generic conversion; on the way of a
/// payment that cost more than SQLite itself, so statements are filled and read directly.
public enum BookValue: Sendable, Hashable {
    /// NULL.
    case null
    /// INTEGER.
    case integer(Int64)
    /// TEXT.
    case text(String)
    /// BLOB.
    case blob([UInt8])

    /// How many bytes of memory the value needs while it is bound.
    var boundBytes: Int {
        switch self {
        case .null, .integer: 0
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        }
    }

    /// Puts the value into a place of a statement, from 1.
    ///
    /// - Parameter memory: Takes the bytes, and is cut by them. SQLite does not copy them, so it
    ///   must stay until the statement lets go of its values.
    func bind(
        to statement: OpaquePointer, at place: Int32,
        in memory: inout Slice<UnsafeMutableRawBufferPointer>
    ) throws {
        let code: Int32
        switch self {
        case .null: code = sqlite3_bind_null(statement, place)
        case .integer(let number): code = sqlite3_bind_int64(statement, place, number)
        case .text(let text):
            let bytes = BookValue.move(text.utf8, into: &memory)
            let characters = bytes.bindMemory(to: CChar.self).baseAddress
            code = sqlite3_bind_text64(
                statement, place, characters, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
        case .blob(let bytes):
            let moved = BookValue.move(bytes, into: &memory)
            code = sqlite3_bind_blob64(
                statement, place, moved.baseAddress, UInt64(moved.count), nil)
        }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    /// The place of the bytes in the memory; never a nil address, which would make NULL of them.
    private static func move(
        _ bytes: some Collection<UInt8>, into memory: inout Slice<UnsafeMutableRawBufferPointer>
    ) -> UnsafeRawBufferPointer {
        let place = UnsafeMutableRawBufferPointer(rebasing: memory.prefix(bytes.count))
        place.copyBytes(from: bytes)
        memory = memory.dropFirst(bytes.count)
        return UnsafeRawBufferPointer(place)
    }

    /// The value of a column, from 0.
    static func column(_ index: Int32, of statement: OpaquePointer) throws -> BookValue {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_NULL: return .null
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, index)
            let count = Int(sqlite3_column_bytes(statement, index))
            return .text(
                String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, index)
            let count = Int(sqlite3_column_bytes(statement, index))
            return .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
        default: throw BookError.corrupt
        }
    }
}

extension Int64 {
    /// This number for a column.
    public var bookValue: BookValue { .integer(self) }
}

extension Int {
    /// This number for a column.
    public var bookValue: BookValue { .integer(Int64(self)) }
}

extension String {
    /// This text for a column.
    public var bookValue: BookValue { .text(self) }
}

extension [UInt8] {
    /// These bytes for a column.
    public var bookValue: BookValue { .blob(self) }
}
