import StrictCoding
import Database

/// The values of a statement in PostgreSQL's binary formats.
///
/// A number is eight bytes, the highest first; text and bytes are as they are. Numbers are declared as such; the server
/// knows the types of other places from the columns that they are compared with. A place that may be NULL and is
/// compared with no column is written `CAST(? AS BIGINT)`.
struct Parameters {
    private var bytes: [UInt8] = []
    private var starts: [Int?] = []
    private var lengths: [Int32] = []

    /// How many there are.
    var count: Int { starts.count }

    init(_ values: [SQLValue]) {
        starts.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        bytes.reserveCapacity(values.count * 24)
        for value in values { append(value) }
        // One byte more, so that even nothing has an address.
        bytes.append(0)
    }

    /// The same of many statements: an array for each place in which one of them has a value.
    init(_ given: ColumnArrays) {
        starts.reserveCapacity(given.columns.count)
        lengths.reserveCapacity(given.columns.count)
        bytes.reserveCapacity(given.rows.count * given.columns.count * 24)
        for column in given.columns { append(given, column) }
        bytes.append(0)
    }

    /// The declared types: of whole numbers alone, which the server would otherwise take for smaller ones beside a
    /// constant.
    static func types(of values: [SQLValue]) -> [UInt32] {
        values.map { value in
            switch value {
            case .integer: ColumnArrays.Kind.number.element
            case .null, .text, .blob, .identifier: 0
            }
        }
    }

    /// Calls a function of the library with as many values, their bytes, and their lengths.
    func withPointers<Made>(
        _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?) -> Made
    ) -> Made {
        bytes.withUnsafeBytes { all in
            let characters = all.bindMemory(to: CChar.self)
            let pointers = starts.map { start in
                start.flatMap { UnsafePointer(rebasing(characters, at: $0)) }
            }
            return pointers.withUnsafeBufferPointer { pointers in
                lengths.withUnsafeBufferPointer { lengths in
                    body(Int32(pointers.count), pointers.baseAddress, lengths.baseAddress)
                }
            }
        }
    }

    private func rebasing(
        _ characters: UnsafeBufferPointer<CChar>, at start: Int
    ) -> UnsafePointer<CChar>? {
        characters.baseAddress.map { $0 + start }
    }

    private mutating func append(_ value: SQLValue) {
        let start = bytes.count
        guard value != .null else {
            starts.append(nil)
            lengths.append(0)
            return
        }
        appendBytes(of: value)
        starts.append(start)
        lengths.append(Int32(clamping: bytes.count - start))
    }

    /// An array of one dimension, which counts from 1: each value after its length, NULL as -1.
    ///
    /// Source: PostgreSQL, `array_recv`.
    private mutating func append(_ given: ColumnArrays, _ column: ColumnArrays.Column) {
        let start = bytes.count
        for number in [1, 1, Int32(column.kind.element), Int32(given.rows.count), 1] {
            append(number)
        }
        for row in given.rows {
            let value = row[column.index]
            guard value != .null else {
                append(Int32(-1))
                continue
            }
            let lengthAt = bytes.count
            append(Int32(0))
            appendBytes(of: value)
            let length = Int32(clamping: bytes.count - lengthAt - 4)
            withUnsafeBytes(of: length.bigEndian) {
                bytes.replaceSubrange(lengthAt..<lengthAt + 4, with: $0)
            }
        }
        starts.append(start)
        lengths.append(Int32(clamping: bytes.count - start))
    }

    private mutating func append(_ number: Int32) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func appendBytes(of value: SQLValue) {
        switch value {
        case .null: break
        case .integer(let number):
            withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .blob(let blob): bytes.append(contentsOf: blob)
        case .identifier(let id): StoredIdentifier.append(id, to: &bytes)
        }
    }
}

/// Identifiers in a column of bytes, where SQLite has blobs and texts.
///
/// Hex digits are the bytes that they stand for. Anything else, and hex that begins with the mark,
/// is the mark and the text itself; so every text has one form, and no two the same.
enum StoredIdentifier {
    private static let mark: UInt8 = 0xff

    static func append(_ id: String, to bytes: inout [UInt8]) {
        let room = id.utf8.count / 2 + 1
        let isHex = withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { memory in
            guard let count = Hex.decodeLowerCase(id, into: memory), memory[0] != mark else {
                return false
            }
            bytes.append(contentsOf: memory.prefix(count))
            return true
        }
        guard !isHex else { return }
        bytes.append(mark)
        bytes.append(contentsOf: id.utf8)
    }

    static func text(of bytes: UnsafeRawBufferPointer) -> String {
        guard bytes.first == mark else { return Hex.encode(bytes) }
        return String(decoding: bytes.dropFirst(), as: UTF8.self)
    }
}
