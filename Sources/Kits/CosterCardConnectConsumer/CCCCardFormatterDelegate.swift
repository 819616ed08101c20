#if canImport(UIKit)
    import CosterCardPages
    import Foundation
    import UIKit

    /// Formats a card number.
    #if canImport(ObjectiveC)
        @objc(CCCCardFormatterDelegate) @objcMembers
    #endif
    @MainActor
    open class CCCCardFormatterDelegate: CCCTextFieldDelegateProxy {
        let number = CardNumberContent()

        /// Makes a formatter.
        public override init() {
            super.init(number)
        }

        /// Which digits are shown.
        public var maskFormat: CCCCardMaskFormat {
            get { CCCCardMaskFormat(number.mask.format) }
            set { number.mask.format = newValue.format }
        }

        /// The character in place of a hidden digit. The default is `*`.
        public var maskCharacter: unichar {
            get { number.mask.character }
            set { number.mask.character = newValue }
        }

        /// Where spaces are put.
        public var maskSpacing: CCCCardMaskSpacing {
            get { CCCCardMaskSpacing(number.mask.spacing) }
            set { number.mask.spacing = newValue.spacing }
        }

        #if canImport(ObjectiveC)
            /// Whether the number is valid. The vendor's header has a setter; it does nothing.
            @objc(validCard)
            public var isValidCard: Bool {
                @objc(isValidCard) get { number.isValid }
                @objc(setValidCard:) set {}
            }
        #else
            /// Whether the number is valid.
            public var isValidCard: Bool { number.isValid }
        #endif

        /// Puts the number on a card: the only way to get it.
        #if canImport(ObjectiveC)
            @objc(setCardNumberOnCardInfo:)
        #endif
        public func setCardNumberOn(_ cardInfo: CCCCardInfo!) {
            if let cardInfo { number.fill(cardInfo) }
        }
    }

    /// Formats a security code.
    #if canImport(ObjectiveC)
        @objc(CCCCVVFormatterDelegate) @objcMembers
    #endif
    @MainActor
    open class CCCCVVFormatterDelegate: CCCTextFieldDelegateProxy {
        private let code = SecurityCodeContent()

        /// Makes a formatter.
        public override init() {
            super.init(code)
        }

        /// The character in place of a digit. The default is `*`.
        public var maskCharacter: unichar {
            get { code.mask.character }
            set { code.mask.character = newValue }
        }

        /// Whether the code has 3 or 4 digits.
        public func isValidCVV() -> Bool { code.isValid }

        /// Whether the code has as many digits as those of the number's brand.
        #if canImport(ObjectiveC)
            @objc(isValidCVVForCardNumber:)
        #endif
        public func isValidCVV(forCardNumber cardNumber: String!) -> Bool {
            code.isValid(for: cardNumber ?? "")
        }

        /// Whether the code has as many digits as those of the brand in a formatter.
        #if canImport(ObjectiveC)
            @objc(isValidCVVWithCardFormatter:)
        #endif
        public func isValidCVV(withCardFormatter formatter: CCCCardFormatterDelegate!) -> Bool {
            code.isValid(for: formatter?.number.typed.secret ?? "")
        }

        /// Puts the code on a card: the only way to get it.
        #if canImport(ObjectiveC)
            @objc(setCVVOnCardInfo:)
        #endif
        public func setCVVOn(_ cardInfo: CCCCardInfo!) {
            if let cardInfo { code.fill(cardInfo) }
        }
    }
#endif
