import StrictCoding
import Database
import GRDB
import GRDBSQLite

/// Values into SQLite's statements and out of them, past the library's own conversions.
///
/// An identifier of hex digits is a blob of half the size, any other a text. SQLite never takes a
/// blob for a text, so the two cannot be confused.
extension SQLValue {
    /// How many bytes of memory the value needs while it is bound.
    var boundBytes: Int {
        switch self {
        case .null, .integer: 0
        case .text(let text), .identifier(let text): text.utf8.count
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
        case .text(let text): code = SQLValue.bind(text, to: statement, at: place, in: &memory)
        case .blob(let bytes): code = SQLValue.bind(bytes, to: statement, at: place, in: &memory)
        case .identifier(let id):
            let room = UnsafeMutableRawBufferPointer(rebasing: memory)
            if let count = Hex.decodeLowerCase(id, into: room) {
                memory = memory.dropFirst(count)
                code = sqlite3_bind_blob64(
                    statement, place, room.baseAddress, UInt64(count), nil)
            } else {
                code = SQLValue.bind(id, to: statement, at: place, in: &memory)
            }
        }
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }

    private static func bind(
        _ text: String, to statement: OpaquePointer, at place: Int32,
        in memory: inout Slice<UnsafeMutableRawBufferPointer>
    ) -> Int32 {
        let bytes = move(text.utf8, into: &memory)
        let characters = bytes.bindMemory(to: CChar.self).baseAddress
        return sqlite3_bind_text64(
            statement, place, characters, UInt64(bytes.count), nil, UInt8(SQLITE_UTF8))
    }

    private static func bind(
        _ bytes: [UInt8], to statement: OpaquePointer, at place: Int32,
        in memory: inout Slice<UnsafeMutableRawBufferPointer>
    ) -> Int32 {
        let moved = move(bytes, into: &memory)
        return sqlite3_bind_blob64(statement, place, moved.baseAddress, UInt64(moved.count), nil)
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
    static func column(_ index: Int32, of statement: OpaquePointer) throws -> SQLValue {
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
        default: throw SQLError.corrupt
        }
    }
}

extension RowColumns.Source {
    /// A statement's current row.
    init(_ statement: OpaquePointer) {
        self.init(
            row: statement, number: 0, count: sqlite3_column_count(statement),
            value: { statement, _, index in try SQLValue.column(index, of: statement) },
            integer: { statement, _, index in
                switch sqlite3_column_type(statement, index) {
                case SQLITE_INTEGER: sqlite3_column_int64(statement, index)
                case SQLITE_NULL: nil
                default: throw SQLError.corrupt
                }
            },
            identifier: { statement, _, index in
                if sqlite3_column_type(statement, index) == SQLITE_BLOB {
                    // The pointer first: it may move the value, and the count is of what it points to.
                    let start = sqlite3_column_blob(statement, index)
                    let count = Int(sqlite3_column_bytes(statement, index))
                    return Hex.encode(UnsafeRawBufferPointer(start: start, count: count))
                }
                return switch try SQLValue.column(index, of: statement) {
                case .text(let text): text
                case .null: nil
                case .integer, .blob, .identifier: throw SQLError.corrupt
                }
            })
    }
}
