// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's headers say nothing about nil, so apps see these types with `!`.

#if canImport(UIKit) && canImport(PassKit)
    import Foundation
    import PassKit
    import UIKit

    /// How the pages look: what `CCCTheme` and `BMSTheme` are made from.
    ///
    /// A property that has a default gets it back when it is set to nil. The vendor documents the defaults that
    /// assumptions.md doesn't name; the others are the system's colors and fonts.
    #if canImport(ObjectiveC)
        @objcMembers
    #endif
    open class CardPageTheme: NSObject {
        // The navigation bar.

        /// The bar's style. The default is the translucent black one, whose number is 2.
        public var navigationBarStyle = UIBarStyle(rawValue: 2) ?? .black
        /// The bar's color.
        @Resettable(.black) public var navigationBarColor: UIColor!
        /// Whether the bar is translucent.
        public var navigationBarTranslucent = false
        /// The color of the title.
        @Resettable(.white) public var navigationTitleColor: UIColor!
        /// The font of the title.
        @Resettable(.preferredFont(forTextStyle: .headline)) public var navigationTitleFont: UIFont!
        /// The color of the bar's buttons.
        @Resettable(.white) public var navigationButtonColor: UIColor!
        /// The font of the bar's buttons.
        @Resettable(.preferredFont(forTextStyle: .body)) public var navigationButtonFont: UIFont!

        // All pages.

        /// The background.
        @Resettable(.systemBackground) public var backgroundColor: UIColor!
        /// The text below the accounts; none by default.
        public var disclaimerText: String?
        /// The color of the text below the accounts.
        @Resettable(.secondaryLabel) public var disclaimerTextColor: UIColor!
        /// The font of the text below the accounts.
        @Resettable(.preferredFont(forTextStyle: .body)) public var disclaimerTextFont: UIFont!
        /// The background of buttons.
        @Resettable(.black) public var buttonColor: UIColor!
        /// The color of buttons' titles.
        @Resettable(.white) public var buttonTextColor: UIColor!
        /// The font of buttons' titles.
        @Resettable(.preferredFont(forTextStyle: .body)) public var buttonTextFont: UIFont!
        /// The background of spinners.
        @Resettable(.black) public var spinnerBackgroundColor: UIColor!
        /// The style of spinners. The default is the white one, whose number is 1.
        public var spinnerStyle = UIActivityIndicatorView.Style(rawValue: 1) ?? .medium

        // The list of accounts.

        /// The color of the lines between accounts.
        @Resettable(.secondaryLabel) public var listSeparatorColor: UIColor!
        /// The background of an account.
        @Resettable(.white) public var listCellColor: UIColor!
        /// The color of an account's text.
        @Resettable(.label) public var listTextColor: UIColor!
        /// The font of an account's text.
        @Resettable(.preferredFont(forTextStyle: .body)) public var listTextFont: UIFont!
        /// The color of an account's second text.
        @Resettable(.secondaryLabel) public var listSecondaryTextColor: UIColor!
        /// The font of an account's second text.
        @Resettable(.preferredFont(forTextStyle: .body)) public var listSecondaryTextFont: UIFont!
        /// The color of the list's heading.
        @Resettable(.secondaryLabel) public var listSectionHeaderColor: UIColor!
        /// The font of the list's heading.
        @Resettable(.preferredFont(forTextStyle: .headline))
        public var listSectionHeaderFont: UIFont!

        // The card form.

        /// Whether the form asks for name, e-mail address and phone number.
        public var collectContactInfo = true
        /// Whether the form asks for street, city and state.
        public var collectBillingAddress = true
        /// The card's color; nil for one by its brand.
        public var cardColor: UIColor?
        /// The color of the card's text.
        @Resettable(.white) public var cardTextColor: UIColor!
        /// The font of the card's text.
        @Resettable(.preferredFont(forTextStyle: .body)) public var cardTextFont: UIFont!
        /// The color of typed text.
        @Resettable(.label) public var listInputTextColor: UIColor!
        /// The font of typed text.
        @Resettable(.preferredFont(forTextStyle: .body)) public var listInputTextFont: UIFont!
        /// The color of a switch that is on.
        @Resettable(.black) public var listToggleOnColor: UIColor!
        /// The color of a switch's outline; nil for the system's.
        public var listToggleTintColor: UIColor?
        /// The color of a switch's thumb; nil for the system's.
        public var listToggleThumbColor: UIColor?
        /// The character in place of hidden digits. The default is a bullet.
        public var maskCharacter: unichar = 0x2022
        /// The character between month and year. The default is a slash.
        public var separatorCharacter: unichar = 0x2F

        // Apple Pay.

        /// The text beside Apple Pay's button.
        @Resettable("Pay with ApplePay") public var applePayButtonDescription: String!
        /// The button's words.
        public var applePayButtonType = PKPaymentButtonType.plain
        /// The button's colors.
        public var applePayButtonStyle = PKPaymentButtonStyle.whiteOutline

        // Texts that apps can set with BMS names only; `BMSTheme` makes them public.

        @Resettable("Add New Accounts") package var addButtonTitle: String!
        @Resettable("Accounts") package var accountListTitle: String!
        @Resettable("PAYMENT METHODS") package var accountListHeader: String!
        @Resettable("Create Account") package var newFormTitle: String!
        @Resettable("Edit Account") package var changeFormTitle: String!
        // Settings whose types have the prefix of each set.
        package var format = CardMask.Format.maskWithLastFour
        package var displaySpacing = CardMask.Spacing.everyCharacterAndFour
        package var fieldSpacing = CardMask.Spacing.everyCharacterAndFour
        package var yearDigits = 2

        /// Makes a theme of the defaults.
        public override init() {}

        /// The mask of numbers in text fields.
        package var fieldMask: CardMask {
            var mask = CardMask(character: maskCharacter)
            mask.format = format
            mask.spacing = fieldSpacing
            return mask
        }
    }

    /// A property that setting it to nil resets.
    @propertyWrapper
    public struct Resettable<Value> {
        private let initial: Value
        private var value: Value?

        /// Takes the default.
        public init(_ initial: Value) {
            self.initial = initial
        }

        /// The value, or the default.
        public var wrappedValue: Value? {
            get { value ?? initial }
            set { value = newValue }
        }
    }
#endif
