/// How a field looks on the wire.
public struct FieldFormat: Sendable, Hashable {
    /// The characters that a value may have.
    public enum Content: String, Sendable, Hashable, CaseIterable {
        /// Digits.
        case digits = "n"
        /// Letters and spaces.
        case letters = "a"
        /// Letters, digits and spaces.
        case alphanumeric = "an"
        /// All printable characters of ASCII.
        case text = "ans"
        /// Track data: digits, and `=` or `D` as separators.
        case track = "z"
        /// `C` or `D` for credit or debit, then digits.
        case signedAmount = "x+n"
        /// Bytes.
        case bytes = "b"
    }

    /// How many characters or bytes a value has.
    public enum Length: Sendable, Hashable {
        /// Always so many.
        case fixed(Int)
        /// At most so many; a length of so many digits stands before the value.
        case variable(upTo: Int, lengthDigits: Int)

        /// The most characters or bytes.
        public var maximum: Int {
            switch self {
            case .fixed(let count): count
            case .variable(let count, _): count
            }
        }
    }

    /// How the characters or bytes of a value are written.
    public enum Encoding: String, Sendable, Hashable, CaseIterable {
        case ascii
        /// Code page 037.
        case ebcdic
        /// Code page 500.
        case ebcdic500 = "ebcdic-500"
        /// Two digits in a byte.
        case bcd
        /// Bytes as they are.
        case raw
        /// Two hexadecimal characters of ASCII for a byte.
        case hex
    }

    /// How the length before a value is written.
    public enum LengthEncoding: String, Sendable, Hashable, CaseIterable {
        case ascii
        case ebcdic
        /// Two digits in a byte.
        case bcd
        /// One byte for a length of one or two digits, two bytes for one of three or four.
        case binary
    }

    /// The unit of the length before a value.
    public enum Counting: String, Sendable, Hashable, CaseIterable {
        /// Digits, characters or bytes of the value.
        case value
        /// Bytes on the wire: half as many as the digits of a packed field, twice as many as the bytes of a hexadecimal one.
        case wire
    }

    /// The place of the unused half byte if an odd count of digits is packed.
    public enum Padding: String, Sendable, Hashable, CaseIterable {
        /// A zero before the digits.
        case left
        /// A zero behind them.
        case right
        /// The hexadecimal digit F behind them.
        case rightF = "right-f"
    }

    /// The characters that a value may have.
    public let content: Content
    /// How long a value is. For ``Content/signedAmount``, the sign counts.
    public let length: Length
    /// How the value is written.
    public let encoding: Encoding
    /// How the length before the value is written.
    public let lengthEncoding: LengthEncoding
    /// The unit of the length before the value.
    public let counting: Counting
    /// The unused half byte of an odd count of packed digits.
    public let padding: Padding

    /// A format; nil if its parts don't fit together.
    ///
    /// Only digits, tracks and signed amounts can be packed; bytes are raw or hexadecimal, everything else is neither. The
    /// largest length must fit before the value.
    init?(
        _ notation: FieldNotation, _ encoding: Encoding, _ lengthEncoding: LengthEncoding,
        _ counting: Counting, _ padding: Padding
    ) {
        content = notation.content
        length = notation.length
        self.encoding = encoding
        self.lengthEncoding = lengthEncoding
        self.counting = counting
        self.padding = padding
        guard content.allows(encoding), fitsItsLength else { return nil }
    }

    /// The largest length that can stand before the value.
    private func capacity(lengthDigits: Int) -> Int {
        if lengthEncoding == .binary { return lengthDigits <= 2 ? 255 : 65_535 }
        return [9, 99, 999, 9_999][lengthDigits - 1]
    }

    private var fitsItsLength: Bool {
        guard case .variable(let maximum, let digits) = length else { return true }
        return count(ofUnits: maximum) <= capacity(lengthDigits: digits)
    }

    /// The length that announces a value of so many characters or bytes.
    func count(ofUnits units: Int) -> Int {
        counting == .value ? units : wireBytes(ofUnits: units)
    }

    /// How many bytes of the wire a value of so many characters or bytes takes.
    func wireBytes(ofUnits units: Int) -> Int {
        switch encoding {
        case .ascii, .ebcdic, .ebcdic500, .raw: units
        case .hex: units * 2
        // The sign of an amount isn't packed.
        case .bcd where content == .signedAmount: units / 2 + 1
        case .bcd: (units + 1) / 2
        }
    }
}

extension FieldFormat.Content {
    /// Whether a value may be written so.
    func allows(_ encoding: FieldFormat.Encoding) -> Bool {
        switch encoding {
        case .raw, .hex: self == .bytes
        case .bcd: self == .digits || self == .track || self == .signedAmount
        case .ascii, .ebcdic, .ebcdic500: self != .bytes
        }
    }
}
