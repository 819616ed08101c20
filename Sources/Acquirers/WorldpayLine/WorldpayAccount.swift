import PaymentDomain

/// An account at Worldpay: who asks, in which report group, and the currency of all its amounts.
///
/// The wire has no currency: Worldpay gives a merchant one merchantId for each.
///
/// Source: Vantiv, sandbox FAQ.
package struct WorldpayAccount: Redacted {
    let user: String
    let password: String
    let reportGroup: String
    let currency: Currency

    /// An account; nil if a text is empty, too long for the schema, or has other white space than single spaces.
    package init?(user: String, password: String, reportGroup: String, currency: Currency) {
        guard WorldpayAccount.isName(user, upTo: WorldpayLimits.user),
            WorldpayAccount.isName(password, upTo: WorldpayLimits.password),
            WorldpayAccount.isName(reportGroup, upTo: WorldpayLimits.reportGroup)
        else { return nil }
        self.user = user
        self.password = password
        self.reportGroup = reportGroup
        self.currency = currency
    }

    /// `WorldpayAccount`.
    package var redacted: String { "WorldpayAccount" }

    /// Whether a text comes back as it was sent: replies have white space collapsed.
    private static func isName(_ text: String, upTo length: Int) -> Bool {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return (1...length).contains(text.unicodeScalars.count) && !text.hasControlCharacter
            && words.allSatisfy { !$0.isEmpty }
    }
}
