import CosterCardPages
import Foundation

// The vendor's C functions. Objective-C sees them as C functions too.
//
// The two functions for images of signatures are left out: signatures belong to card readers, as does their hardware.

/// Whether a number's check digit fits. A text with other characters than digits doesn't fit.
#if canImport(ObjectiveC)
    @_cdecl("CCC_LuhnCheck")
#endif
public func CCC_LuhnCheck(_ number: String!) -> Bool {
    CardRules.passesLuhn(number ?? "")
}

/// The brand of a card number, by its first six digits.
#if canImport(ObjectiveC)
    @_cdecl("CCC_CardIssuerFromCardNumber")
#endif
public func CCC_CardIssuerFromCardNumber(_ cardNumber: String!) -> CCCCardIssuer {
    CCCCardIssuer(CardIssuer(number: cardNumber ?? ""))
}

/// The length of the longest card number of the number's brand; -1 if the brand is unknown.
#if canImport(ObjectiveC)
    @_cdecl("CCC_MaxCardNumberLengthForCardNumber")
#endif
public func CCC_MaxCardNumberLengthForCardNumber(_ cardNumber: String!) -> Int {
    CardRules.longest(cardNumber ?? "")
}

/// Whether a card number is as long as those of its brand; false if the brand is unknown.
#if canImport(ObjectiveC)
    @_cdecl("CCC_ValidateCardLength")
#endif
public func CCC_ValidateCardLength(_ cardNumber: String!) -> Bool {
    CardRules.hasRightLength(cardNumber ?? "")
}

/// Whether a card number has a known brand, its length and its check digit.
#if canImport(ObjectiveC)
    @_cdecl("CCC_ValidateCardNumber")
#endif
public func CCC_ValidateCardNumber(_ cardNumber: String!) -> Bool {
    CardRules.isCard(cardNumber ?? "")
}

/// Masks a card number.
#if canImport(ObjectiveC)
    @_cdecl("CCC_MaskCardNumberWithCharacterAndFormat")
#endif
public func CCC_MaskCardNumberWithCharacterAndFormat(
    _ cardNumber: String!, _ maskCharacter: unichar, _ format: CCCCardMaskFormat,
    _ spacing: CCCCardMaskSpacing
) -> String! {
    var mask = CardMask(character: maskCharacter)
    mask.format = format.format
    mask.spacing = spacing.spacing
    return mask(cardNumber ?? "")
}

/// Whether a security code has 3 or 4 digits.
#if canImport(ObjectiveC)
    @_cdecl("CCC_ValidateCVV")
#endif
public func CCC_ValidateCVV(_ cvv: String!) -> Bool {
    CardRules.isSecurityCode(cvv ?? "")
}

/// Whether a security code has as many digits as those of the number's brand.
#if canImport(ObjectiveC)
    @_cdecl("CCC_ValidateCVVForCardNumber")
#endif
public func CCC_ValidateCVVForCardNumber(_ cvv: String!, _ cardNumber: String!) -> Bool {
    CardRules.isSecurityCode(cvv ?? "", for: cardNumber ?? "")
}

/// Masks a security code.
#if canImport(ObjectiveC)
    @_cdecl("CCC_MaskCVVWithCharacter")
#endif
public func CCC_MaskCVVWithCharacter(_ cvv: String!, _ maskCharacter: unichar) -> String! {
    CardMask(character: maskCharacter).hideAll(cvv ?? "")
}

/// Whether a card with this month is good this month, in UTC.
#if canImport(ObjectiveC)
    @_cdecl("CCC_ValidateExpirationDate")
#endif
public func CCC_ValidateExpirationDate(_ date: Date!) -> Bool {
    date.map { CardRules.isCurrent($0) } ?? false
}

/// A formatter for dates in UTC, without a format of its own.
#if canImport(ObjectiveC)
    @_cdecl("CCC_UTCDateFormatter")
#endif
public func CCC_UTCDateFormatter() -> DateFormatter! {
    CardRules.utcFormatter()
}

/// The word of a brand in an account's `accountType`.
#if canImport(ObjectiveC)
    @_cdecl("CCC_AccountTypeForIssuer")
#endif
public func CCC_AccountTypeForIssuer(_ issuer: CCCCardIssuer) -> String! {
    (CardIssuer(rawValue: issuer.rawValue) ?? .other).accountType
}

/// The brand of an account's `accountType`.
#if canImport(ObjectiveC)
    @_cdecl("CCC_CardIssuerForAccountType")
#endif
public func CCC_CardIssuerForAccountType(_ accountType: String!) -> CCCCardIssuer {
    CCCCardIssuer(CardIssuer(accountType: accountType ?? ""))
}
