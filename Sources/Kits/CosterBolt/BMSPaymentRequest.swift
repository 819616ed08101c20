#if canImport(PassKit)
    import CosterCardPages
    import Foundation

    /// A request to pay with Apple Pay.
    ///
    /// ``/CosterCardPages/CardPaymentRequest`` has its properties.
    #if canImport(ObjectiveC)
        @objc(BMSPaymentRequest)
    #endif
    open class BMSPaymentRequest: CardPaymentRequest {}
#endif
