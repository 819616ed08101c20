import PaymentDomain
import StrictCoding

/// How a merchant shows itself to customers on the web: its name on Apple's sheet, its country and its usual currency.
///
/// It is kept as a name of the merchant that needs no secret. A merchant without one has ``standard(for:)``.
package struct Storefront: Hashable, Sendable {
    /// Where names keep it beside those of the protocols.
    package static let dialect = "storefront"

    /// The name on Apple's sheet and on the hosted page.
    package let displayName: String
    /// The country in which payments are processed: two letters.
    package let countryCode: String
    /// The currency of a page that names no other.
    package let currency: Currency

    /// A storefront as an operator typed it.
    ///
    /// - Throws: ``MerchantFault/badStorefront`` unless the name has 1 to 64 characters without control characters, and
    ///   the country two letters.
    ///
    /// Source: Apple, "Requesting an Apple Pay payment session": displayName has at most 64 UTF-8 characters.
    package init(
        displayName: String, countryCode: String, currency: Currency
    ) throws(MerchantFault) {
        guard (1...MerchantLimits.displayNameBytes).contains(displayName.utf8.count),
            !displayName.hasControlCharacter,
            countryCode.utf8.count == 2,
            countryCode.utf8.allSatisfy({ isLetterOrDigit($0) && !isDigit($0) })
        else { throw .badStorefront }
        self.displayName = displayName
        self.countryCode = countryCode.uppercased()
        self.currency = currency
    }

    /// The storefront among the names of merchants; nil for any other name, and for details that are damaged.
    package init?(_ identity: ClientIdentity) {
        guard identity.dialect == Storefront.dialect, identity.details.count == 3,
            let name = Base64.decode(identity.details[0]).flatMap({
                String(validating: $0, as: UTF8.self)
            }),
            let currency = Currency(code: identity.details[2]),
            let made = try? Storefront(
                displayName: name, countryCode: identity.details[1], currency: currency)
        else { return nil }
        self = made
    }

    /// The storefront of a merchant that has set none: its name, in the United States, in dollars.
    package static func standard(for merchant: MerchantID) -> Storefront {
        Storefront(named: merchant.value)
    }

    private init(named name: String) {
        displayName = name
        countryCode = "US"
        currency = .usd
    }

    /// How it is kept for a merchant.
    package func identity(of merchant: MerchantID) throws(MerchantFault) -> ClientIdentity {
        try ClientIdentity(
            dialect: Storefront.dialect, name: merchant.value, merchant: merchant,
            details: [Base64.encode(Array(displayName.utf8)), countryCode, currency.code],
            isOpen: true)
    }
}
