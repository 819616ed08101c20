/// The result of address verification.
///
/// Source: the networks' AVS results, as processors publish them (Y, X, A, Z, N, U, R, S, G, I).
package enum AddressCheck: String, Sendable, Hashable, Codable, CaseIterable {
    /// Street and five-digit postal code match (Y).
    case match
    /// Street and nine-digit postal code match (X).
    case matchWithLongPostalCode
    /// The street matches, the postal code does not (A).
    case streetOnly
    /// The postal code matches, the street does not (Z).
    case postalCodeOnly
    /// Neither matches (N).
    case noMatch
    /// The issuer has no address to compare (U).
    case unavailable
    /// The issuer's system did not answer; try later (R).
    case retry
    /// The issuer does not take part (S).
    case unsupported
    /// An issuer abroad does not take part (G).
    case international
    /// The check itself failed (E).
    case failed
}

/// The result of the security code check.
package enum SecurityCodeCheck: String, Sendable, Hashable, Codable, CaseIterable {
    /// The code is right (M).
    case match
    /// The code is wrong (N).
    case noMatch
    /// It was not checked (P).
    case notProcessed
    /// The issuer says that the card has a code, but none was sent (S).
    case shouldBePresent
    /// The issuer cannot check codes (U).
    case unsupported
    /// No answer (X).
    case noResponse
}

/// American Express's checks of name, telephone and mail address.
package struct AmexChecks: Sendable, Hashable, Codable {
    /// The result of one check.
    package enum Check: String, Sendable, Hashable, Codable {
        /// Matches (Y).
        case match
        /// Does not (N).
        case noMatch
        /// Could not be checked (U).
        case unavailable
    }

    /// The cardholder's name.
    package var name: Check
    /// The telephone number.
    package var phone: Check
    /// The mail address.
    package var email: Check

    package init(name: Check, phone: Check, email: Check) {
        self.name = name
        self.phone = phone
        self.email = email
    }
}
