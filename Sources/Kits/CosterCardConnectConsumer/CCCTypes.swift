import CosterCardPages
import Foundation

// The numbers are the vendor's, from its public headers.

/// The brands of cards.
#if canImport(ObjectiveC)
    @objc(CCCCardIssuer)
#endif
public enum CCCCardIssuer: Int, Sendable {
    /// No card number.
    case none
    /// American Express.
    #if canImport(ObjectiveC)
        @objc(CCCCardIssuerAMEX)
    #endif
    case amex
    /// Visa.
    #if canImport(ObjectiveC)
        @objc(CCCCardIssuerVISA)
    #endif
    case visa
    /// Discover.
    case discover
    /// Mastercard.
    case masterCard
    /// Diners Club.
    case diners
    /// JCB.
    #if canImport(ObjectiveC)
        @objc(CCCCardIssuerJCB)
    #endif
    case jcb
    /// Maestro.
    case maestro
    /// Another brand.
    case other

    init(_ issuer: CardIssuer) {
        self = CCCCardIssuer(rawValue: issuer.rawValue) ?? .other
    }
}

/// Which digits of a masked card number are shown.
#if canImport(ObjectiveC)
    @objc(CCCCardMaskFormat)
#endif
public enum CCCCardMaskFormat: Int, Sendable {
    /// Masks, and the last four digits.
    case maskWithLastFour
    /// The last four digits alone.
    case lastFour
    /// The first four digits, masks, and the last four digits.
    case firstAndLastFour

    init(_ format: CardMask.Format) {
        self = CCCCardMaskFormat(rawValue: format.rawValue) ?? .maskWithLastFour
    }

    var format: CardMask.Format { CardMask.Format(rawValue: rawValue) ?? .maskWithLastFour }
}

/// The positions of spaces in a masked card number.
#if canImport(ObjectiveC)
    @objc(CCCCardMaskSpacing)
#endif
public enum CCCCardMaskSpacing: Int, Sendable {
    /// No spaces.
    case none
    /// Four spaces after every fourth character.
    case everyFour
    /// A space after every character.
    case everyCharacter
    /// A space after every character, four after every fourth.
    case everyCharacterAndFour

    init(_ spacing: CardMask.Spacing) {
        self = CCCCardMaskSpacing(rawValue: spacing.rawValue) ?? .none
    }

    var spacing: CardMask.Spacing { CardMask.Spacing(rawValue: rawValue) ?? .none }
}

/// How many digits an expiration date has.
#if canImport(ObjectiveC)
    @objc(CCCExpirationDateInput)
#endif
public enum CCCExpirationDateInput: Int, Sendable {
    /// Month and year, two digits each.
    case four
    /// Two digits of the month and four of the year.
    case six

    init(yearDigits: Int) {
        self = yearDigits == 4 ? .six : .four
    }

    var yearDigits: Int { self == .six ? 4 : 2 }
}
