import PaymentDomain
import PaymentEngine

/// The sandbox issuer's results for an address, a security code and American Express's extras.
///
/// Source: our own tables, docs/protocols/sandbox.md.
enum SandboxChecks {
    /// Address verification by the last three characters of the postal code; all others match.
    private static let addresses: [String: AddressCheck] = [
        "001": .streetOnly, "002": .postalCodeOnly, "003": .noMatch, "004": .unavailable,
        "005": .retry, "006": .unsupported, "007": .international, "008": .failed,
        "009": .matchWithLongPostalCode,
    ]
    /// American Express's telephone check by the last three digits; all others match.
    private static let phones: [String: AmexChecks.Check] = ["003": .noMatch, "004": .unavailable]
    /// American Express's checks of the last name, and of the part of the e-mail address before the @; all others
    /// match.
    private static let words: [String: AmexChecks.Check] = [
        "nomatch": .noMatch, "unavailable": .unavailable,
    ]

    /// All checks of a request.
    static func checks(of request: AcquirerAuthorization) -> AcquirerChecks {
        let amex = request.pan.network == .amex ? amex(request.billing) : nil
        if let script = request.script, script.setsChecks {
            return AcquirerChecks(
                address: script.address, securityCode: script.securityCode, amex: amex)
        }
        // An issuer doesn't check a printed code if a device vouches for the card.
        let code = request.cryptogram == nil ? request.securityCode : nil
        return AcquirerChecks(
            address: address(request.billing), securityCode: code.map { securityCode($0) },
            amex: amex)
    }

    static func address(_ billing: BillingDetails) -> AddressCheck? {
        guard let postalCode = billing.postalCode, !postalCode.isEmpty else { return nil }
        return addresses[String(postalCode.suffix(3))] ?? .match
    }

    static func amex(_ billing: BillingDetails) -> AmexChecks {
        AmexChecks(
            name: word(billing.lastName), phone: phone(billing.phone),
            email: word(billing.email.map { String($0.prefix { $0 != "@" }) }))
    }

    private static func phone(_ phone: String?) -> AmexChecks.Check {
        guard let phone, !phone.isEmpty else { return .unavailable }
        return phones[String(phone.suffix(3))] ?? .match
    }

    private static func word(_ word: String?) -> AmexChecks.Check {
        guard let word, !word.isEmpty else { return .unavailable }
        return words[word.lowercased()] ?? .match
    }
}
