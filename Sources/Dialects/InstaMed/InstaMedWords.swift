// Source: InstaMed's portal, brands of the end-of-day file; the codes of the networks for the checks.

import PaymentDomain

extension CardNetwork? {
    /// cardBrand.
    var instaMedBrand: String {
        switch self {
        case .visa: "VISA"
        case .mastercard: "MC"
        case .amex: "AMEX"
        case .discover: "DISCOVER"
        case .diners, .jcb, .unionPay, nil: "OTHER"
        }
    }
}

extension AddressCheck {
    /// addressVerificationResponseCode.
    var instaMedCode: String {
        switch self {
        case .match: "Y"
        case .matchWithLongPostalCode: "X"
        case .streetOnly: "A"
        case .postalCodeOnly: "Z"
        case .noMatch: "N"
        case .unavailable: "U"
        case .retry: "R"
        case .unsupported: "S"
        case .international: "G"
        case .failed: "E"
        }
    }
}

extension SecurityCodeCheck {
    /// cardVerificationResponseCode.
    var instaMedCode: String {
        switch self {
        case .match: "M"
        case .noMatch: "N"
        case .notProcessed: "P"
        case .shouldBePresent: "S"
        case .unsupported: "U"
        case .noResponse: "X"
        }
    }
}

extension Timestamp {
    /// `2015-05-29T16:31:49.2890000Z`: UTC with seven digits of the fraction, of which we know three.
    var instaMedDate: String { "\(iso8601.dropLast())0000Z" }
}
