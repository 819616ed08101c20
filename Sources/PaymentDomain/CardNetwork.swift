/// A card network, by the first digits of a card number.
public enum CardNetwork: String, Sendable, Hashable, Codable, CaseIterable {
    case visa
    case mastercard
    /// American Express.
    case amex
    case discover
    /// Diners Club.
    case diners
    case jcb
    /// UnionPay.
    case unionPay

    /// The network of a card number, by its digits, or nil.
    ///
    /// Source: ISO/IEC 7812 issuer identification numbers as the networks publish them: Visa 4; Mastercard 51-55
    /// and 222100-272099; American Express 34, 37; Discover 6011, 644-649, 65; Diners 300-305, 36, 38-39;
    /// JCB 3528-3589; UnionPay 62, 81.
    init?(digits: String) {
        guard let six = Int(Substring(digits.utf8.prefix(6))) else { return nil }
        switch six {
        case 400_000...499_999: self = .visa
        case 510_000...559_999, 222_100...272_099: self = .mastercard
        case 340_000...349_999, 370_000...379_999: self = .amex
        case 601_100...601_199, 644_000...659_999: self = .discover
        case 300_000...305_999, 360_000...369_999, 380_000...399_999: self = .diners
        case 352_800...358_999: self = .jcb
        case 620_000...629_999, 810_000...819_999: self = .unionPay
        default: return nil
        }
    }
}
