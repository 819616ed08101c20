#if canImport(PassKit)
    import CosterCardPages
    import Foundation

    /// What is to be paid with Apple Pay.
    ///
    /// ``/CosterCardPages/CardPaymentRequest`` has its properties.
    #if canImport(ObjectiveC)
        @objc(CCCPaymentRequest)
    #endif
    open class CCCPaymentRequest: CardPaymentRequest {}
#endif
