/// An ISO 4217 currency: its letters, its number and how many decimals its minor unit has.
public struct Currency: Sendable, Hashable, Codable, CustomStringConvertible {
    /// Its row in the table. Every amount has a currency, and is copied often: a number costs nothing to copy.
    private let row: UInt8

    private init(row: Int) {
        self.row = UInt8(row)
    }

    /// Three upper-case letters, `USD`.
    public var code: String { currencyTable[Int(row)].code }
    /// Three digits with leading zeros, `840`.
    public var numeric: String { currencyTable[Int(row)].numeric }
    /// Decimals of the minor unit: 2 for USD, 0 for JPY, 3 for KWD.
    public var exponent: Int { currencyTable[Int(row)].exponent }

    /// The currency with these letters (any case), or nil where ISO 4217 has none that can be paid with.
    public init?(code: String) {
        // Some letters outside ASCII become A to Z in upper case, or compare equal to them.
        guard code.utf8.allSatisfy({ $0 < 0x80 }),
            let known = Currency.byCode[code] ?? Currency.byCode[code.uppercased()]
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
    public static let usd: Currency = {
        guard let known = byCode["USD"] else { preconditionFailure("the table has no dollar") }
        return known
    }()

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
        uniqueKeysWithValues: currencyTable.indices.map {
            (currencyTable[$0].code, Currency(row: $0))
        })
    private static let byNumeric = Dictionary(
        uniqueKeysWithValues: currencyTable.indices.map {
            (currencyTable[$0].numeric, Currency(row: $0))
        })
}
