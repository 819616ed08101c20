/// The name of a customer's profile at one merchant: digits, up to as many as a random word has.
///
/// A profile belongs to its merchant. The name alone opens nothing: each request has its merchant's secret too.
///
/// Source: the Gateway API of profiles, profileid: up to 20 digits.
package struct ProfileID: Sendable, Hashable, CustomStringConvertible {
    /// The digits.
    package let value: String

    /// A name as a client sent it; nil if it can't be one.
    package init?(_ value: String) {
        guard (1...Limits.profileDigits).contains(value.utf8.count),
            value.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 })
        else { return nil }
        self.value = value
    }

    /// A new name of twenty digits, more than a card number has.
    package init(random: UInt64) {
        let first: UInt64 = 10_000_000_000_000_000_000
        value = String(first + random % (UInt64.max - first))
    }

    /// The digits.
    package var description: String { value }
}

/// One card of a profile; without a number the default one, or all of them.
package struct AccountReference: Sendable, Hashable {
    package var profile: ProfileID
    /// From 1 on. A number is never given to another card.
    package var number: Int?

    package init(_ profile: ProfileID, number: Int? = nil) {
        self.profile = profile
        self.number = number
    }
}
