#if canImport(UIKit) && canImport(PassKit)
    import Foundation

    /// The receiver of the pages' result.
    #if canImport(ObjectiveC)
        @objc(CCCPaymentControllerDelegate)
    #endif
    @preconcurrency @MainActor
    public protocol CCCPaymentControllerDelegate: NSObjectProtocol {
        /// The customer chose an account. The pages are closed.
        #if canImport(ObjectiveC)
            @objc(paymentController:finishedWithAccount:)
        #endif
        func paymentController(
            _ controller: CCCPaymentController, finishedWith account: CCCAccount)

        #if canImport(ObjectiveC)
            /// The customer left without a choice.
            @objc(didCancelPaymentController:)
            optional func didCancel(_ controller: CCCPaymentController)

            /// Apple Pay came to an end: true if paid, false if declined. Not called if an error was shown.
            @objc(paymentController:finishedApplePayWithResult:)
            optional func paymentController(
                _ controller: CCCPaymentController, finishedApplePayWithResult result: Bool)
        #else
            /// The customer left without a choice.
            func didCancel(_ controller: CCCPaymentController)

            /// Apple Pay came to an end: true if paid, false if declined. Not called if an error was shown.
            func paymentController(
                _ controller: CCCPaymentController, finishedApplePayWithResult result: Bool)
        #endif
    }

    #if !canImport(ObjectiveC)
        extension CCCPaymentControllerDelegate {
            /// The default of an optional method that the app hasn't.
            public func didCancel(_ controller: CCCPaymentController) {}

            /// The default of an optional method that the app hasn't.
            public func paymentController(
                _ controller: CCCPaymentController, finishedApplePayWithResult result: Bool
            ) {}
        }
    #endif
#endif
