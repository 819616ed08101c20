// Source: Vantiv, AVS and card validation response codes of the reference guide.

import PaymentDomain

extension AddressCheck {
    /// `avsResult`.
    var vantivCode: String {
        switch self {
        case .match: "00"
        case .matchWithLongPostalCode: "01"
        case .streetOnly: "12"
        case .postalCodeOnly: "10"
        case .noMatch: "20"
        case .unavailable: "32"
        case .retry: "31"
        case .unsupported, .international: "30"
        case .failed: "33"
        }
    }
}

extension SecurityCodeCheck {
    /// `cardValidationResult`; Vantiv has no code for silence.
    var vantivCode: String {
        switch self {
        case .match: "M"
        case .noMatch: "N"
        case .notProcessed, .noResponse: "P"
        case .shouldBePresent: "S"
        case .unsupported: "U"
        }
    }
}

extension CardNetwork {
    /// `type` in the XML and in eProtect. UnionPay has no code: it runs on Discover's network in the United States.
    ///
    /// Source: cnpAPI 12 XSD, methodOfPaymentTypeEnum.
    var vantivCode: String {
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
