// Source: Worldpay, AVS response codes; Vantiv, card validation response codes.

import PaymentDomain

extension AddressCheck {
    /// Reads `avsResult`; nil for no check (34), and for a code that nobody knows.
    init?(avsResult: String) {
        switch avsResult {
        case "00", "02": self = .match
        case "01": self = .matchWithLongPostalCode
        case "10", "11", "14": self = .postalCodeOnly
        case "12", "13": self = .streetOnly
        case "20": self = .noMatch
        case "30": self = .unsupported
        case "31": self = .retry
        case "32": self = .unavailable
        case "33", "40": self = .failed
        default: return nil
        }
    }
}

extension SecurityCodeCheck {
    /// Reads `cardValidationResult`; nil for no check, and for a letter that nobody knows.
    init?(cardValidationResult: String) {
        switch cardValidationResult {
        case "M": self = .match
        case "N": self = .noMatch
        case "P": self = .notProcessed
        case "S": self = .shouldBePresent
        case "U": self = .unsupported
        default: return nil
        }
    }
}

extension CardNetwork {
    /// `type` of a card. UnionPay has none: it runs on Discover's network in the United States.
    ///
    /// Source: cnpTransaction XSD, methodOfPaymentTypeEnum.
    var worldpayType: String {
        switch self {
        case .visa: "VI"
        case .mastercard: "MC"
        case .amex: "AX"
        case .discover, .unionPay: "DI"
        case .diners: "DC"
        case .jcb: "JC"
        }
    }
}
