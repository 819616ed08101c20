import PaymentDomain

extension AddressCheck {
    /// Reads a network's letter; nil for no check, and for a letter that nobody knows.
    ///
    /// Source: Cybersource, AVS codes, which are the networks' own.
    package init?(letter: String) {
        switch letter {
        case "Y", "D", "M": self = .match
        case "X": self = .matchWithLongPostalCode
        case "A", "B": self = .streetOnly
        case "Z", "W", "P": self = .postalCodeOnly
        case "N", "C": self = .noMatch
        case "U": self = .unavailable
        case "R": self = .retry
        case "S": self = .unsupported
        case "G", "I": self = .international
        case "E": self = .failed
        default: return nil
        }
    }
}

extension SecurityCodeCheck {
    /// Reads a network's letter; nil for no check, and for a letter that nobody knows.
    ///
    /// Source: Cybersource, CVN codes, which are the networks' own.
    package init?(letter: String) {
        switch letter {
        case "M": self = .match
        case "N": self = .noMatch
        case "P": self = .notProcessed
        case "S": self = .shouldBePresent
        case "U": self = .unsupported
        case "X": self = .noResponse
        default: return nil
        }
    }
}
