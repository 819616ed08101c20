#if canImport(UIKit) && canImport(PassKit)
    import Foundation

    extension BMSPaymentController {
        /// Whether a new card is chosen as soon as it is stored. The default is false.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public var autoSelectNewCards: Bool {
            get { selectsNewCards }
            set { selectsNewCards = newValue }
        }
    }
#endif
