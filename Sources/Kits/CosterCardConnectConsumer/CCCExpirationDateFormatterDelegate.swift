// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's headers say nothing about nil, so apps see these types with `!`.

#if canImport(UIKit)
    import CosterCardPages
    import Foundation
    import UIKit

    /// Formats an expiration date.
    #if canImport(ObjectiveC)
        @objc(CCCExpirationDateFormatterDelegate) @objcMembers
    #endif
    @MainActor
    open class CCCExpirationDateFormatterDelegate: CCCTextFieldDelegateProxy {
        private let month = ExpirationContent()

        /// Makes a formatter.
        public override init() {
            super.init(month)
        }

        /// Makes a formatter that begins with a date, in UTC.
        #if canImport(ObjectiveC)
            @objc(initWithDate:)
        #endif
        public init!(date: Date!) {
            super.init(month)
            if let date { month.show(date) }
        }

        /// The character between month and year. The default is a slash.
        public var separatorCharacter: unichar {
            get { month.separator }
            set { month.separator = newValue }
        }

        /// How many digits the date has. A date that is shown already is shown again.
        public var inputCount: CCCExpirationDateInput {
            get { CCCExpirationDateInput(yearDigits: month.yearDigits) }
            set {
                let date = month.date
                month.yearDigits = newValue.yearDigits
                if let date { month.show(date) }
            }
        }

        #if canImport(ObjectiveC)
            /// Whether the date is complete, and this month or later. The vendor's header has a setter; it does nothing.
            @objc(validExpirationDate)
            public var isValidExpirationDate: Bool {
                @objc(isValidExpirationDate) get { month.isValid }
                @objc(setValidExpirationDate:) set {}
            }
        #else
            /// Whether the date is complete, and this month or later.
            public var isValidExpirationDate: Bool { month.isValid }
        #endif

        /// The first day of the month, in UTC; nil unless the date is valid.
        public var expirationDate: Date! { month.isValid ? month.date : nil }

        /// Puts the date on a card.
        #if canImport(ObjectiveC)
            @objc(setExpirationDateOnCardInfo:)
        #endif
        public func setExpirationDateOn(_ cardInfo: CCCCardInfo!) {
            cardInfo?.expirationDate = expirationDate
        }
    }
#endif
