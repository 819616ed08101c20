/// The brands of cards, with the vendor's numbers and words.
///
/// Source: public headers of BoltMobileSDK 5.x, BMSTypes.
package enum CardIssuer: Int, Sendable, CaseIterable {
    case none, amex, visa, discover, masterCard, diners, jcb, maestro, other

    /// The word in an account's `accountType`. Source: CardPointe Gateway API, profile, accttype.
    package var accountType: String {
        switch self {
        case .none: ""
        case .amex: "AMEX"
        case .visa: "VISA"
        case .discover: "DISC"
        case .masterCard: "MC"
        case .diners: "DINERS"
        case .jcb: "JCB"
        case .maestro: "MAESTRO"
        case .other: "OTHER"
        }
    }

    /// Reads an account's `accountType`, in the gateway's word or the vendor's longer one.
    package init(accountType: String) {
        let word = accountType.uppercased()
        switch word {
        case "MASTERCARD": self = .masterCard
        case "DISCOVER": self = .discover
        default: self = Self.allCases.first { $0.accountType == word } ?? .other
        }
    }

    /// Finds the brand by a card number's first six digits; `none` without a digit, `other` if no range fits.
    ///
    /// Source: ISO/IEC 7812 ranges as the brands publish them.
    package init(number: String) {
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !number.isEmpty else {
            self = .none
            return
        }
        let row = Self.ranges.first { row in
            let digits = String(number.prefix(row.first.count))
            return digits.count == row.first.count && row.first <= digits && digits <= row.last
        }
        self = row?.issuer ?? .other
    }

    private static let ranges: [(first: String, last: String, issuer: CardIssuer)] = [
        ("34", "34", .amex), ("37", "37", .amex),
        ("300", "305", .diners), ("3095", "3095", .diners), ("36", "36", .diners),
        ("38", "39", .diners), ("3528", "3589", .jcb),
        ("2221", "2720", .masterCard), ("51", "55", .masterCard),
        ("6011", "6011", .discover), ("644", "649", .discover), ("65", "65", .discover),
        ("622126", "622925", .discover),
        ("5018", "5018", .maestro), ("5020", "5020", .maestro), ("5038", "5038", .maestro),
        ("5893", "5893", .maestro), ("6304", "6304", .maestro), ("6759", "6759", .maestro),
        ("6761", "6763", .maestro), ("4", "4", .visa),
    ]

    /// The lengths of the brand's card numbers; nil if the brand is unknown.
    package var lengths: ClosedRange<Int>? {
        switch self {
        case .none, .other: nil
        case .amex: 15...15
        case .visa: 13...19
        case .discover, .jcb: 16...19
        case .masterCard: 16...16
        case .diners: 14...19
        case .maestro: 12...19
        }
    }

    /// The length of the brand's security codes.
    package var securityCodeLength: ClosedRange<Int> {
        switch self {
        case .amex: 4...4
        case .visa, .discover, .masterCard, .diners, .jcb, .maestro: 3...3
        case .none, .other: 3...4
        }
    }
}
