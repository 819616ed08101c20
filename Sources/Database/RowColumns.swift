/// The columns of one row, read in the order in which the query names them.
///
/// A value of another type than expected is ``SQLError/corrupt``, not a trap: a damaged database must not take the
/// service down. It is valid only while its closure runs.
public struct RowColumns {
    /// The row as the database's library has it, and how its columns are read.
    public struct Source {
        let row: OpaquePointer
        let number: Int32
        let count: Int32
        let value: Read
        let integer: ReadInteger
        let identifier: ReadIdentifier

        /// Reads a column, from 0, of the row with this number.
        public typealias Read = (OpaquePointer, _ row: Int32, _ column: Int32) throws -> SQLValue
        /// The same for an integer.
        public typealias ReadInteger =
            (OpaquePointer, _ row: Int32, _ column: Int32) throws -> Int64?
        /// The same for an identifier.
        public typealias ReadIdentifier =
            (OpaquePointer, _ row: Int32, _ column: Int32) throws -> String?

        /// A row; its functions are plain ones, so that a row costs no memory of its own.
        ///
        /// - Parameters:
        ///   - row: What the library knows the row, or all rows, by.
        ///   - number: Which row it is, where that says more than one.
        ///   - count: How many columns it has.
        ///   - value: Reads a column.
        ///   - integer: Reads a column that holds an integer; nil for NULL.
        ///   - identifier: Reads a column that holds an identifier; nil for NULL.
        public init(
            row: OpaquePointer, number: Int32, count: Int32, value: @escaping Read,
            integer: @escaping ReadInteger, identifier: @escaping ReadIdentifier
        ) {
            self.row = row
            self.number = number
            self.count = count
            self.value = value
            self.integer = integer
            self.identifier = identifier
        }

        /// The last column as it is.
        public func lastValue() throws -> SQLValue {
            guard count > 0 else { throw SQLError.corrupt }
            return try value(row, number, count - 1)
        }
    }

    private let source: Source
    private var index: Int32 = 0

    /// Starts at the first column of a row.
    public init(_ source: Source) {
        self.source = source
    }

    /// The next column as it is.
    public mutating func value() throws -> SQLValue {
        guard index < source.count else { throw SQLError.corrupt }
        defer { index += 1 }
        return try source.value(source.row, source.number, index)
    }

    /// An identifier, as it was before ``Swift/String/identifier``, or nil for NULL.
    public mutating func identifierOrNil() throws -> String? {
        guard index < source.count else { throw SQLError.corrupt }
        defer { index += 1 }
        return try source.identifier(source.row, source.number, index)
    }

    /// An identifier, as it was before ``Swift/String/identifier``.
    public mutating func identifier() throws -> String { try identifierOrNil().orCorrupt }

    /// An integer.
    public mutating func integer() throws -> Int64 { try integerOrNil().orCorrupt }

    /// An integer that fits an `Int`, for counts.
    public mutating func count() throws -> Int { try Int(exactly: integer()).orCorrupt }

    /// An integer, or nil for NULL.
    public mutating func integerOrNil() throws -> Int64? {
        guard index < source.count else { throw SQLError.corrupt }
        defer { index += 1 }
        return try source.integer(source.row, source.number, index)
    }

    /// A text.
    public mutating func text() throws -> String { try textOrNil().orCorrupt }

    /// A text, or nil for NULL.
    public mutating func textOrNil() throws -> String? {
        switch try value() {
        case .null: return nil
        case .text(let text): return text
        case .integer, .blob, .identifier: throw SQLError.corrupt
        }
    }

    /// A blob.
    public mutating func bytes() throws -> [UInt8] { try bytesOrNil().orCorrupt }

    /// A blob, or nil for NULL.
    public mutating func bytesOrNil() throws -> [UInt8]? {
        switch try value() {
        case .null: return nil
        case .blob(let bytes): return bytes
        case .integer, .text, .identifier: throw SQLError.corrupt
        }
    }

    /// An enum that is stored as its raw value.
    @inlinable
    public mutating func named<Name: RawRepresentable<String>>(
        _: Name.Type = Name.self
    ) throws -> Name {
        try namedOrNil().orCorrupt
    }

    /// An enum kept by its raw text, or nil for NULL.
    @inlinable
    public mutating func namedOrNil<Name: RawRepresentable<String>>(
        _: Name.Type = Name.self
    ) throws -> Name? {
        try textOrNil().map { try Name(rawValue: $0).orCorrupt }
    }
}

extension Optional {
    /// The value, which a sound database has.
    ///
    /// - Throws: ``SQLError/corrupt`` if there isn't one.
    @inlinable public var orCorrupt: Wrapped {
        get throws(SQLError) {
            guard let self else { throw .corrupt }
            return self
        }
    }
}
