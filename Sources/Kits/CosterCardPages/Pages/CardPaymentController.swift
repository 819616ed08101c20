#if canImport(UIKit) && canImport(PassKit)
    import CosterKit
    import Foundation
    import UIKit

    /// Shows the pages on which a customer chooses a card or pays with Apple Pay.
    ///
    /// `CCCPaymentController` and `BMSPaymentController` are made from it. The pages keep it alive while they are
    /// shown.
    #if canImport(ObjectiveC)
        @objcMembers
    #endif
    @MainActor
    open class CardPaymentController: NSObject {
        package let bridge: CardBridge
        package let theme: CardPageTheme
        package let api: CardAPI
        /// The receiver of the pages' events. Set once, after the initializer.
        package var events = CardPageEvents()
        package var request: CardPaymentRequest?
        /// The text after "PAY" if the request has none; nil if it must have one.
        package let payee: String?
        /// When the sheet is answered at the latest.
        package var deadline = PaymentDeadline.standard
        package var selectsNewCards = false
        private let rootView: UIViewController

        package init(
            rootView: UIViewController, bridge: CardBridge, theme: CardPageTheme, api: CardAPI,
            payee: String?
        ) {
            self.rootView = rootView
            self.bridge = bridge
            self.theme = theme
            self.api = api
            self.payee = payee
        }

        /// Presents the list of accounts. Does nothing if the root view presents something already.
        public func presentPaymentView() {
            guard rootView.presentedViewController == nil else { return }
            let navigation = UINavigationController(rootViewController: CardListPage(self))
            theme.apply(to: navigation.navigationBar)
            rootView.present(navigation, animated: true)
        }

        /// Pushes the list of accounts. Does nothing without a navigation stack.
        public func pushPaymentView() {
            guard let navigation = rootView.navigationController else { return }
            navigation.pushViewController(CardListPage(self), animated: true)
        }

        /// Closes the pages, however they were opened.
        func close() {
            if rootView.presentedViewController != nil {
                rootView.dismiss(animated: true)
            } else {
                _ = rootView.navigationController?.popToViewController(rootView, animated: true)
            }
        }
    }

    /// The events of the pages.
    @MainActor
    package struct CardPageEvents {
        /// The customer chose an account.
        package var chose: (CardAccount) -> Void = { _ in }
        /// The customer left without a choice.
        package var cancelled: () -> Void = {}
        /// Apple Pay came to an end, and no error was shown.
        package var applePayEnded: (Bool) -> Void = { _ in }
        /// Every outcome of Apple Pay, with or without an error that was shown.
        package var outcome: (PaymentOutcome) -> Void = { _ in }
        /// Makes an account of the set's own class.
        package var makeAccount: () -> CardAccount = { CardAccount() }

        package init() {}
    }
#endif
