// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals
// The vendor's header has no nullability annotations, so an app's Swift code sees `!` and can do without `if let`.

#if canImport(PassKit)
    import Foundation
    import PassKit

    /// InstaMed's iOS SDK, for apps that call it: the same class, selectors and Swift names.
    ///
    ///     let request = InstaMed.paymentRequest(withMerchantIdentifier: "merchant.com.example")
    ///     request.paymentSummaryItems = [PKPaymentSummaryItem(label: "SMITH CARDIOLOGY", amount: 1)]
    ///     if InstaMed.canSubmitPaymentRequest(request) { … }
    ///
    /// An app changes its import line, and sends the token with ``saveApplePayToken(_:merchantIdentifier:)``.
    ///
    /// Source: InstaMed, In App Apple Pay, sample code. The vendor's headers aren't public; both methods have the
    /// names and the meaning of those of Stripe's SDK of 2014 and later.
    #if canImport(ObjectiveC)
        @objc(InstaMed)
    #endif
    @MainActor
    public final class InstaMed: NSObject {
        /// The relay that saves tokens. Set it once, when the app starts.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public static var relay: InstaMedRelay?

        /// Makes a request in US dollars, for American Express, MasterCard and Visa with 3-D Secure cryptograms.
        ///
        /// The app sets the summary items.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public static func paymentRequest(
            withMerchantIdentifier merchantIdentifier: String!
        ) -> PKPaymentRequest! {
            let request = PKPaymentRequest()
            request.merchantIdentifier = merchantIdentifier ?? ""
            request.supportedNetworks = [.amex, .masterCard, .visa]
            request.merchantCapabilities = .threeDSecure
            request.countryCode = "US"
            request.currencyCode = "USD"
            return request
        }

        /// Whether the sheet can be shown: the device has a card of the request's networks, the request has a
        /// merchant identifier, and its last item isn't negative.
        ///
        /// If false, show your own card form or the single sign-on page.
        ///
        /// Source: Stripe's rule since iOS 12, which allows a total of zero.
        #if canImport(ObjectiveC)
            @objc
        #endif
        public static func canSubmitPaymentRequest(_ paymentRequest: PKPaymentRequest!) -> Bool {
            guard let paymentRequest, !paymentRequest.merchantIdentifier.isEmpty,
                let total = paymentRequest.paymentSummaryItems.last?.amount,
                total != .notANumber, total.compare(NSDecimalNumber.zero) != .orderedAscending
            else { return false }
            return PKPaymentAuthorizationController.canMakePayments(
                usingNetworks: paymentRequest.supportedNetworks)
        }
    }
#endif
