/// A card that the customer typed in, for apps whose old SDK had a card form.
///
/// Number and security code are redacted: they appear in no description and in no dump.
public struct CardDetails: Sendable, Hashable {
    /// The card number, digits only.
    public let number: Redacted<String>
    /// The expiration date as MMYY, if it was asked for.
    public let expiry: String?
    /// The security code, 3 or 4 digits, if it was asked for.
    public let securityCode: Redacted<String>?

    /// Makes a card; nil if a part isn't digits of the right length.
    ///
    /// - Parameters:
    ///   - number: 12 to 19 digits; spaces and hyphens are removed.
    ///   - expiry: MMYY.
    ///   - securityCode: 3 or 4 digits.
    ///
    /// Source: CardSecure, tokenize request.
    public init?(number: String, expiry: String? = nil, securityCode: String? = nil) {
        let digits = number.filter { $0 != " " && $0 != "-" }
        guard Self.isDigits(digits, 12...19) else { return nil }
        if let securityCode, !Self.isDigits(securityCode, 3...4) { return nil }
        if let expiry {
            guard Self.isDigits(expiry, 4...4), let month = Int(expiry.prefix(2)),
                (1...12).contains(month)
            else { return nil }
        }
        self.number = Redacted(digits)
        self.expiry = expiry
        self.securityCode = securityCode.map(Redacted.init)
    }

    private static func isDigits(_ text: String, _ length: ClosedRange<Int>) -> Bool {
        length.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}
