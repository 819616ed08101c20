import Database
import CLibPQ

extension RowColumns.Source {
    /// A row of a result, whose columns came in PostgreSQL's binary formats.
    init(_ result: OpaquePointer, row: Int32) {
        self.init(
            row: result, number: row, count: PQnfields(result),
            value: { result, row, column in try Column.value(result, row, column) },
            integer: { result, row, column in try Column.integer(result, row, column) },
            identifier: { result, row, column in
                guard let bytes = Column.bytes(result, row, column) else { return nil }
                switch PQftype(result, column) {
                case Column.ofBytes: return StoredIdentifier.text(of: bytes)
                case Column.ofText: return String(decoding: bytes, as: UTF8.self)
                default: throw SQLError.corrupt
                }
            })
    }
}

/// Reads columns of a result.
///
/// Source: PostgreSQL, `pg_type.dat` for the numbers of the types, and each type's `send` function
/// for its format.
private enum Column {
    static let ofBytes: Oid = 17
    static let ofText: Oid = 25

    static func bytes(
        _ result: OpaquePointer, _ row: Int32, _ column: Int32
    ) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return UnsafeRawBufferPointer(
            start: PQgetvalue(result, row, column),
            count: Int(PQgetlength(result, row, column)))
    }

    static func value(
        _ result: OpaquePointer, _ row: Int32, _ column: Int32
    ) throws -> SQLValue {
        guard let bytes = bytes(result, row, column) else { return .null }
        switch PQftype(result, column) {
        case ofBytes: return .blob(Array(bytes))
        // text, varchar, name.
        case ofText, 1_043, 19: return .text(String(decoding: bytes, as: UTF8.self))
        // void: what a function returns that returns nothing.
        case 2_278: return .null
        default: return try integer(result, row, column).map(SQLValue.integer) ?? .null
        }
    }

    static func integer(
        _ result: OpaquePointer, _ row: Int32, _ column: Int32
    ) throws -> Int64? {
        guard let bytes = bytes(result, row, column) else { return nil }
        switch PQftype(result, column) {
        // boolean, bigint, smallint, integer.
        case 16, 20, 21, 23: return try integer(bytes)
        // numeric: what sums of bigint are.
        case 1_700: return try whole(bytes)
        default: throw SQLError.corrupt
        }
    }

    /// A number of one to eight bytes, the highest first.
    private static func integer(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
        switch bytes.count {
        case 8: return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
        case 4: return Int64(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
        case 2: return Int64(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
        case 1: return Int64(bytes[0])
        default: throw SQLError.corrupt
        }
    }

    /// A decimal number that must be a whole one: how many digits to the base 10,000, the power of
    /// the first, the sign, the places after the point, and the digits.
    private static func whole(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
        func word(_ index: Int) throws -> Int64 {
            guard index * 2 + 2 <= bytes.count else { throw SQLError.corrupt }
            let word = bytes.loadUnaligned(fromByteOffset: index * 2, as: Int16.self)
            return Int64(Int16(bigEndian: word))
        }
        let count = Int(try word(0))
        let weight = Int(try word(1))
        let sign = try word(2)
        guard sign == 0 || sign == 0x4000, count == 0 || (count <= weight + 1 && weight < 5)
        else { throw SQLError.corrupt }
        var number: Int64 = 0
        guard count > 0 else { return 0 }
        for index in 0...weight {
            let digit = index < count ? try word(4 + index) : 0
            let (shifted, overflows) = number.multipliedReportingOverflow(by: 10_000)
            let (next, overflowsToo) = shifted.addingReportingOverflow(digit)
            guard !overflows, !overflowsToo else { throw SQLError.corrupt }
            number = next
        }
        return sign == 0 ? number : -number
    }
}
