/// An ISO 4217 currency: its letters, its number and how many decimals its minor unit has.
public struct Currency: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Three upper-case letters, `USD`.
    public let code: String
    /// Three digits with leading zeros, `840`.
    public let numeric: String
    /// Decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    public let exponent: Int

    private init(_ row: (code: String, numeric: String, exponent: Int)) {
        code = row.code
        numeric = row.numeric
        exponent = row.exponent
    }

    /// The currency with these letters (any case), or nil where ISO 4217 has none that can be paid with.
    public init?(code: String) {
        // Some letters outside ASCII become A to Z in upper case, or compare equal to them.
        guard code.utf8.allSatisfy({ $0 < 0x80 }),
            let known = Currency.byCode[code.uppercased()]
        else { return nil }
        self = known
    }

    /// The currency with this three-digit number, or nil.
    public init?(numeric: String) {
        guard let known = Currency.byNumeric[numeric] else { return nil }
        self = known
    }

    /// The letters.
    public var description: String { code }

    /// United States dollar: the sandbox merchant's.
    public static let usd = Currency(("USD", "840", 2))

    /// Reads the letters; the number and the exponent follow from the table.
    public init(from decoder: any Decoder) throws {
        let code = try decoder.singleValueContainer().decode(String.self)
        guard let known = Currency(code: code) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "no such currency"))
        }
        self = known
    }

    /// Writes the letters alone.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    private static let byCode = Dictionary(
        uniqueKeysWithValues: currencyTable.map { ($0.code, Currency($0)) })
    private static let byNumeric = Dictionary(
        uniqueKeysWithValues: currencyTable.map { ($0.numeric, Currency($0)) })
}
