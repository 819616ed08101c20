// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's headers say nothing about nil, so apps see these types with `!`.

import Foundation

/// A stored card of a customer: the base of `CCCAccount` and `BMSAccount`.
///
/// A token of the gateway replaces the card number. Properties can be nil, as in the vendor's headers.
#if canImport(ObjectiveC)
    @objcMembers
#endif
open class CardAccount: NSObject, NSCopying, CustomReflectable {
    /// The account's number within the profile.
    public var accountID: String!
    /// The brand, for example `VISA`.
    public var accountType: String!
    /// Whether the account updater leaves this account alone.
    public var accountUpdaterOptOut = false
    /// The street.
    public var address: String!
    /// The city.
    public var city: String!
    /// The country.
    public var country: String!
    /// Whether this is the profile's first choice.
    public var defaultAccount = false
    /// The e-mail address.
    public var email: String!
    /// The first day of the month in which the card expires, in UTC.
    public var expirationDate: Date!
    /// Whether the license was issued by a government.
    public var governmentIssued = false
    /// The license number.
    public var license: String!
    /// The cardholder's name.
    public var name: String!
    /// The phone number.
    public var phone: String!
    /// The postal code.
    public var postalCode: String!
    /// The profile's number.
    public var profileID: NSNumber!
    /// The state or region.
    public var region: String!
    /// The last four digits of the social security number.
    public var ssnl4: String!
    /// The gateway's token for the card.
    public var token: String!
    /// The data for a receipt. Filled by card readers, which this kit leaves out.
    public var receiptData: [AnyHashable: Any]!

    /// The last four characters of the token, which are those of the card number.
    public var last4: String! { token.map { String($0.suffix(4)) } }

    /// A mirror without children, so that no dump shows the token or the customer's data.
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// Makes an empty account.
    public required override init() {}

    /// Reads one account of the gateway's profile reply, as it is: the object, or an array with it.
    ///
    /// Data of another shape makes an empty account.
    #if canImport(ObjectiveC)
        @objc(initWithData:)
    #endif
    public required convenience init!(data: Data!) {
        self.init()
        let json = data.flatMap { try? JSONSerialization.jsonObject(with: $0) }
        if let fields = json as? [String: Any] ?? (json as? [[String: Any]])?.first {
            fill(fields)
        }
    }

    /// The account in the gateway's JSON, for a profile request of the app's server.
    #if canImport(ObjectiveC)
        @objc(dataForObject)
    #endif
    public func dataForObject() -> Data! {
        try? JSONSerialization.data(withJSONObject: fields(), options: .sortedKeys)
    }

    /// Copies the account.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.fill(fields())
        copy.expirationDate = expirationDate
        copy.receiptData = receiptData
        return copy
    }
}
