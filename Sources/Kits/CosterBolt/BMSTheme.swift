#if canImport(UIKit) && canImport(PassKit)
    import CosterCardPages
    import Foundation

    /// How the pages look.
    ///
    /// ``/CosterCardPages/CardPageTheme`` has the other properties.
    #if canImport(ObjectiveC)
        @objc(BMSTheme) @objcMembers
    #endif
    open class BMSTheme: CardPageTheme {
        /// Which digits of a card number are shown.
        public var maskFormat: BMSCardMaskFormat {
            get { BMSCardMaskFormat(format) }
            set { format = newValue.format }
        }

        /// The positions of spaces in the card's picture.
        public var cardDisplayMaskSpacing: BMSCardMaskSpacing {
            get { BMSCardMaskSpacing(displaySpacing) }
            set { displaySpacing = newValue.spacing }
        }

        /// The positions of spaces in a text field.
        public var cardTextFieldMaskSpacing: BMSCardMaskSpacing {
            get { BMSCardMaskSpacing(fieldSpacing) }
            set { fieldSpacing = newValue.spacing }
        }

        /// How many digits an expiration date has.
        public var expirationDateInputCount: BMSExpirationDateInput {
            get { BMSExpirationDateInput(yearDigits: yearDigits) }
            set { yearDigits = newValue.yearDigits }
        }
    }
#endif
