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

        /// The positions of spaces in the card's picture.
        public var cardDisplayMaskSpacing: CCCCardMaskSpacing {
            get { CCCCardMaskSpacing(displaySpacing) }
            set { displaySpacing = newValue.spacing }
        }

        /// The positions of spaces in a text field.
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
