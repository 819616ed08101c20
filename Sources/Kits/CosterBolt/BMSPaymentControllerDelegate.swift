#if canImport(UIKit) && canImport(PassKit)
    import Foundation

    /// The receiver of the pages' result.
    #if canImport(ObjectiveC)
        @objc(BMSPaymentControllerDelegate)
    #endif
    @preconcurrency @MainActor
    public protocol BMSPaymentControllerDelegate: NSObjectProtocol {
        /// The customer chose an account. The pages are closed.
        #if canImport(ObjectiveC)
            @objc(paymentController:finishedWithAccount:)
        #endif
        func paymentController(
            _ controller: BMSPaymentController, finishedWith account: BMSAccount)

        #if canImport(ObjectiveC)
            /// The customer left without a choice.
            @objc(didCancelPaymentController:)
            optional func didCancel(_ controller: BMSPaymentController)

            /// Apple Pay came to an end: true if paid, false if declined. Not called if an error was shown.
            @objc(paymentController:finishedApplePayWithResult:)
            optional func paymentController(
                _ controller: BMSPaymentController, finishedApplePayWithResult result: Bool)
        #else
            /// The customer left without a choice.
            func didCancel(_ controller: BMSPaymentController)

            /// Apple Pay came to an end: true if paid, false if declined. Not called if an error was shown.
            func paymentController(
                _ controller: BMSPaymentController, finishedApplePayWithResult result: Bool)
        #endif
    }

    #if !canImport(ObjectiveC)
        extension BMSPaymentControllerDelegate {
            /// The default of an optional method that the app hasn't.
            public func didCancel(_ controller: BMSPaymentController) {}

            /// The default of an optional method that the app hasn't.
            public func paymentController(
                _ controller: BMSPaymentController, finishedApplePayWithResult result: Bool
            ) {}
        }
    #endif
#endif
