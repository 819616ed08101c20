/// A currency by its ISO 4217 code, and how many decimals its amounts have.
public struct CurrencyCode: Sendable, Hashable, CustomStringConvertible {
    /// Three upper-case letters, for example `USD`.
    public let code: String

    /// US dollar.
    public static let usd = CurrencyCode(known: "USD")

    /// Takes a code of three upper-case letters.
    ///
    /// - Throws: ``CheckoutError/invalidCurrency``.
    public init(_ code: String) throws(CheckoutError) {
        let isCode = code.utf8.count == 3 && code.utf8.allSatisfy { (0x41...0x5A).contains($0) }
        guard isCode else { throw .invalidCurrency }
        self.code = code
    }

    private init(known code: String) {
        self.code = code
    }

    /// The decimals of an amount: 2 for most, 0 for yen.
    ///
    /// Source: ISO 4217 list one, minor units other than 2.
    public var decimals: Int { Self.exceptions[code] ?? 2 }

    /// The code.
    public var description: String { code }

    private static let exceptions: [String: Int] = {
        let none = [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
            "VND",
            "VUV", "XAF", "XOF", "XPF",
        ]
        let three = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
        let pairs = none.map { ($0, 0) } + three.map { ($0, 3) } + [("CLF", 4), ("UYW", 4)]
        return Dictionary(uniqueKeysWithValues: pairs)
    }()
}
