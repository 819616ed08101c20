// Source: CardPointe Gateway API, AVS and CVV response codes.

import PaymentDomain

extension AddressCheck {
    /// `avsresp`.
    var letter: String {
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
    /// `cvvresp`.
    var letter: String {
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
