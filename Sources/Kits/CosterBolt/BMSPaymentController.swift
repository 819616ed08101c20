#if canImport(UIKit) && canImport(PassKit)
    import CosterCardPages
    import Foundation
    import UIKit

    /// Shows the pages on which a customer chooses a card or pays with Apple Pay.
    #if canImport(ObjectiveC)
        @objc(BMSPaymentController) @objcMembers
    #endif
    @MainActor
    open class BMSPaymentController: CardPaymentController {
        /// The receiver of the result.
        public private(set) weak var delegate: (any BMSPaymentControllerDelegate)?

        /// The request to pay with Apple Pay; without it there is no button. Set it before the pages are shown.
        public var paymentRequest: BMSPaymentRequest? {
            get { request as? BMSPaymentRequest }
            set { request = newValue }
        }

        /// Makes a controller with the default theme.
        ///
        /// - Returns: Nil if an argument is nil.
        #if canImport(ObjectiveC)
            @objc(initWithRootView:apiBridge:delegate:)
        #endif
        public convenience init?(
            rootView: UIViewController?, apiBridge: (any BMSAPIBridgeProtocol)?,
            delegate: (any BMSPaymentControllerDelegate)?
        ) {
            self.init(rootView: rootView, apiBridge: apiBridge, delegate: delegate, theme: nil)
        }

        /// Makes a controller.
        ///
        /// - Parameters:
        ///   - rootView: The view controller that shows the pages.
        ///   - apiBridge: The app's way to its server. Kept as long as the controller.
        ///   - delegate: What gets the result. Not kept.
        ///   - theme: How the pages look; nil for the default.
        /// - Returns: Nil if one of the first three is nil.
        #if canImport(ObjectiveC)
            @objc(initWithRootView:apiBridge:delegate:theme:)
        #endif
        public init?(
            rootView: UIViewController?, apiBridge: (any BMSAPIBridgeProtocol)?,
            delegate: (any BMSPaymentControllerDelegate)?, theme: BMSTheme?
        ) {
            guard let rootView, let apiBridge, let delegate else { return nil }
            self.delegate = delegate
            super.init(
                rootView: rootView, bridge: CardBridge(apiBridge), theme: theme ?? BMSTheme(),
                api: BMSAPI.instance(), payee: defaultPayee())
            events.makeAccount = { BMSAccount() }
            events.chose = { [weak self] in self?.chose($0) }
            events.cancelled = { [weak self] in self?.cancelled() }
            events.applePayEnded = { [weak self] in self?.applePayEnded($0) }
        }

        private func chose(_ account: CardAccount) {
            guard let account = account as? BMSAccount else { return }
            delegate?.paymentController(self, finishedWith: account)
        }

        private func cancelled() {
            #if canImport(ObjectiveC)
                delegate?.didCancel?(self)
            #else
                delegate?.didCancel(self)
            #endif
        }

        private func applePayEnded(_ result: Bool) {
            #if canImport(ObjectiveC)
                delegate?.paymentController?(self, finishedApplePayWithResult: result)
            #else
                delegate?.paymentController(self, finishedApplePayWithResult: result)
            #endif
        }
    }
#endif
