/// A value on its way into a statement, or out of a column.
///
/// Each database fills and reads its statements directly from these; a generic conversion, as
/// libraries offer, costs more than the database itself on the way of a payment.
public enum SQLValue: Sendable, Hashable {
    case null
    /// A whole number of 64 bits.
    case integer(Int64)
    /// Text in UTF-8.
    case text(String)
    /// Bytes.
    case blob([UInt8])
    /// An identifier; each database keeps it as small as it can, and gives it back as it was.
    case identifier(String)
}

extension Int64 {
    /// This number for a column.
    public var sqlValue: SQLValue { .integer(self) }
}

extension Int {
    /// This number for a column.
    public var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension String {
    /// This text for a column.
    public var sqlValue: SQLValue { .text(self) }

    /// This identifier for a column.
    public var identifier: SQLValue { .identifier(self) }
}

extension [UInt8] {
    /// These bytes for a column.
    public var sqlValue: SQLValue { .blob(self) }
}
