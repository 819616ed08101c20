#if canImport(UIKit) && canImport(PassKit)
    import CosterCardPages
    import Foundation

    /// How the pages look.
    ///
    /// ``/CosterCardPages/CardPageTheme`` has the other properties.
    #if canImport(ObjectiveC)
        @objc(CCCTheme) @objcMembers
    #endif
    open class CCCTheme: CardPageTheme {
        /// Which digits of a card number are shown.
        public var maskFormat: CCCCardMaskFormat {
            get { CCCCardMaskFormat(format) }
            set { format = newValue.format }
        }

        /// Where the card's picture has spaces.
        public var cardDisplayMaskSpacing: CCCCardMaskSpacing {
            get { CCCCardMaskSpacing(displaySpacing) }
            set { displaySpacing = newValue.spacing }
        }

        /// Where a text field has spaces.
        public var cardTextFieldMaskSpacing: CCCCardMaskSpacing {
            get { CCCCardMaskSpacing(fieldSpacing) }
            set { fieldSpacing = newValue.spacing }
        }

        /// How many digits an expiration date has.
        public var expirationDateInputCount: CCCExpirationDateInput {
            get { CCCExpirationDateInput(yearDigits: yearDigits) }
            set { yearDigits = newValue.yearDigits }
        }
    }
#endif
