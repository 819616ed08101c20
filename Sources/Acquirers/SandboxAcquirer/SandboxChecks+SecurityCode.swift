@_spi(CardData) import PaymentDomain

extension SandboxChecks {
    /// Security codes that do not match; American Express's have four digits.
    private static let securityCodes: [String: SecurityCodeCheck] = [
        "901": .noMatch, "902": .notProcessed, "903": .shouldBePresent, "904": .unsupported,
        "905": .noResponse, "9010": .noMatch, "9020": .notProcessed, "9030": .shouldBePresent,
        "9040": .unsupported, "9050": .noResponse,
    ]

    /// The issuer's result for a security code.
    static func securityCode(_ code: SecurityCode) -> SecurityCodeCheck {
        code.withDigits { securityCodes[$0] } ?? .match
    }
}
