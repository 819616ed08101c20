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

    /// Puts the value into a place of a statement, from 1.
    func bind(to statement: OpaquePointer, at place: Int32) throws {
        let code =
            switch self {
            case .null: sqlite3_bind_null(statement, place)
            case .integer(let number): sqlite3_bind_int64(statement, place, number)
            case .text(let text): BookValue.bind(text, to: statement, at: place)
            case .blob(let bytes):
                bytes.withUnsafeBytes { buffer in
                    // A nil pointer would make NULL of an empty blob.
                    buffer.isEmpty
                        ? sqlite3_bind_zeroblob(statement, place, 0)
                        : sqlite3_bind_blob64(
                            statement, place, buffer.baseAddress, UInt64(buffer.count), copied)
                }
            }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private static func bind(
        _ text: String, to statement: OpaquePointer, at place: Int32
    ) -> Int32 {
        var text = text
        return text.withUTF8 { buffer in
            guard let start = buffer.baseAddress else {
                return sqlite3_bind_text(statement, place, "", 0, copied)
            }
            return start.withMemoryRebound(to: CChar.self, capacity: buffer.count) { characters in
                sqlite3_bind_text64(
                    statement, place, characters, UInt64(buffer.count), copied,
                    UInt8(SQLITE_UTF8))
            }
        }
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

/// Tells SQLite to copy what it is given (SQLITE_TRANSIENT, which C writes as -1).
private nonisolated(unsafe) let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

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
