import StrictCoding

/// Why a file of rules is refused: what is wrong, and at which place.
package struct RulesFileError: Error, Sendable, Hashable {
    /// What is wrong.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case notJSON = "rules-not-json"
        case unknownKey = "rules-unknown-key"
        case missingKey = "rules-missing-key"
        case wrongType = "rules-wrong-type"
        case tooMany = "rules-too-many"
        case badNetwork = "rules-bad-network"
        case badCurrency = "rules-bad-currency"
        case badAmount = "rules-bad-amount"
        case amountWithoutCurrency = "rules-amount-without-currency"
        case badProtocol = "rules-bad-protocol"
        case badLine = "rules-bad-line"
        case sameLine = "rules-same-line"
        case unusedLine = "rules-unused-line"
        case badMerchantNumber = "rules-bad-merchant-number"

        /// A stable code for scripts and the audit log.
        package var code: String { rawValue }

        /// The problem, and what to do next.
        package var sentence: String {
            switch self {
            case .notJSON:
                "This isn't valid JSON. Write one object, as `coster route set --help` shows."
            case .unknownKey:
                "Unknown key. A rule has network, currency, amount_from, amount_to, protocol, line and otherwise."
            case .missingKey: "A key is missing. The file needs rules, and each rule needs a line."
            case .wrongType:
                "Wrong type of value. Write rules as a list of objects, and the values of a rule as texts."
            case .tooMany: "Too many rules. A merchant may have 32."
            case .badNetwork:
                "Unknown network. Use visa, mastercard, amex, discover, diners, jcb or unionPay."
            case .badCurrency:
                "Unknown currency. Use the three letters of ISO 4217, for example USD."
            case .badAmount:
                "Invalid amount. Use a decimal number in the rule's currency, and no amount_to below amount_from."
            case .amountWithoutCurrency: "The amount has no currency. Add one to the rule."
            case .badProtocol:
                "Unknown protocol. Use one that `coster merchant credential create --help` lists."
            case .badLine: LineFault.badLineName.sentence
            case .unusedLine: "No rule names this line. Remove its merchant number."
            case .badMerchantNumber:
                "Invalid merchant number. Write 1 to 15 letters and digits, as a text."
            case .sameLine:
                "The rule has the same line twice. Name another line, or remove otherwise."
            }
        }
    }

    package let kind: Kind
    /// Where: `rules[2].amount_from`, counted from 1. It has no value of the file.
    package let place: String

    init(_ kind: Kind, _ place: String) {
        self.kind = kind
        self.place = place
    }

    /// The place and the problem.
    package var sentence: String { "\(place): \(kind.sentence)" }
}
