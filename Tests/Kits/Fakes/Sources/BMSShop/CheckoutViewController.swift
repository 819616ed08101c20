// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CosterBolt
import PassKit
import UIKit

/// The integrated flow with BMS names, in an app of today's language mode.
@MainActor
public final class CheckoutViewController: UIViewController, BMSPaymentControllerDelegate {
    /// What the app did with the results.
    public var results: [String] = []
    /// The app's server.
    public let bridge: ShopBridge
    /// Kept for the tests.
    public private(set) var paymentController: BMSPaymentController?
    /// What is paid.
    public let request = BMSPaymentRequest()

    /// Makes the page.
    public init(_ bridge: ShopBridge) {
        self.bridge = bridge
        super.init(nibName: nil, bundle: nil)
        request.applePayMerchantID = "merchant.com.example"
        request.total = NSDecimalNumber(string: "14.99")
        request.companyName = "Example Shop"
    }

    /// Pages of this app come from no storyboard.
    public required init?(coder: NSCoder) { nil }

    /// The button of the app's own page. True if it goes on a navigation stack.
    public func payTapped(pushed: Bool = false) {
        let theme = BMSTheme()
        theme.listTitle = "Cards"
        theme.buttonTitle = "Add a card"
        paymentController = BMSPaymentController(
            rootView: self, apiBridge: bridge, delegate: self, theme: theme)
        paymentController?.paymentRequest = request
        paymentController?.autoSelectNewCards = true
        if pushed {
            paymentController?.pushPaymentView()
        } else {
            paymentController?.presentPaymentView()
        }
    }

    public func paymentController(
        _ controller: BMSPaymentController, finishedWith account: BMSAccount
    ) {
        results.append("account \(account.accountID ?? "none") \(account.last4 ?? "none")")
    }

    public func paymentController(
        _ controller: BMSPaymentController, finishedApplePayWithResult result: Bool
    ) {
        results.append(result ? "paid" : "declined")
    }
}
