// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's headers say nothing about nil, so apps see these types with `!`.

import CosterKit
import Foundation

/// A card as the customer types it in: what `CCCCardInfo` and `BMSCardInfo` are made from.
///
/// Number and security code read back masked. In memory they are redacted, so that no description and no dump shows
/// them.
#if canImport(ObjectiveC)
    @objcMembers
#endif
open class CardEntry: NSObject, NSCopying {
    package var number: Redacted<String>?
    package var securityCode: Redacted<String>?
    package var mask = CardMask()

    /// The card number. Set it in clear; it reads back masked.
    public var cardNumber: String! {
        get { number.map { mask($0.secret) } }
        set { number = newValue.map { Redacted(Self.digits($0)) } }
    }

    /// The security code. Set it in clear; it reads back masked.
    #if canImport(ObjectiveC)
        @objc(CVV)
    #endif
    public var cvv: String! {
        get { securityCode.map { mask.hideAll($0.secret) } }
        set { securityCode = newValue.map { Redacted(Self.digits($0)) } }
    }

    /// The first day of the month in which the card expires, in UTC.
    public var expirationDate: Date!
    /// The postal code of the billing address.
    public var postalCode: String!

    /// The character in place of hidden digits. The default is `*`.
    public var maskCharacter: unichar {
        get { mask.character }
        set { mask.character = newValue }
    }

    /// Makes an empty card.
    public required override init() {}

    /// Whether number, expiration date and security code are valid.
    public func isCardValid() -> Bool {
        guard let number = number?.secret, let expirationDate else { return false }
        return CardRules.isCard(number) && CardRules.isCurrent(expirationDate)
            && CardRules.isSecurityCode(securityCode?.secret ?? "", for: number)
    }

    /// Copies the card.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.number = number
        copy.securityCode = securityCode
        copy.mask = mask
        copy.expirationDate = expirationDate
        copy.postalCode = postalCode
        return copy
    }

    /// The card's brand; `none` without a number.
    package var issuer: CardIssuer { CardIssuer(number: number?.secret ?? "") }

    /// The card to send; nil if it isn't valid.
    package var details: CardDetails? {
        guard isCardValid(), let number, let expirationDate else { return nil }
        return CardDetails(
            number: number.secret, expiry: ExpirationMonth(expirationDate).digits(),
            securityCode: securityCode?.secret)
    }

    private static func digits(_ text: String) -> String {
        text.filter { $0 != " " && $0 != "-" }
    }
}
