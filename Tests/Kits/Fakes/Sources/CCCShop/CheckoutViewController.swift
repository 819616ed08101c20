// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The one line that an app changes: it said `import CardConnectConsumerSDK`.
import CosterCardConnectConsumer
import PassKit
import UIKit

/// The vendor's integrated flow, as an app of its time has it: request, controller, bridge, delegate.
public class CheckoutViewController: UIViewController, CCCPaymentControllerDelegate {
    /// What the app did with the results.
    public var results: [String] = []
    /// The app's server.
    public let bridge = ShopBridge()
    /// Kept for the tests.
    public var paymentController: CCCPaymentController?
    /// What is paid.
    public let request = CCCPaymentRequest()

    /// Prepares a payment of 120 dollars.
    public override func viewDidLoad() {
        super.viewDidLoad()
        request.applePayMerchantID = "merchant.com.example"
        request.total = NSDecimalNumber(string: "120.00")
        request.additionalData = "order 1".data(using: .utf8)
    }

    /// The button of the app's own page.
    public func payTapped() {
        let theme = CCCTheme()
        theme.applePayButtonDescription = "Pay now"
        theme.applePayButtonType = .buy
        theme.applePayButtonStyle = .black
        theme.maskFormat = .firstAndLastFour
        let controller = CCCPaymentController(
            rootView: self, apiBridge: bridge, delegate: self, theme: theme)
        controller?.paymentRequest = request
        controller?.presentPaymentView()
        paymentController = controller
    }

    /// Takes the chosen account.
    public func paymentController(
        _ controller: CCCPaymentController, finishedWith account: CCCAccount
    ) {
        results.append("account \(account.accountID ?? "none") \(account.last4 ?? "none")")
    }

    /// Takes the customer's leaving.
    public func didCancel(_ controller: CCCPaymentController) {
        results.append("cancelled")
    }

    /// Takes the end of Apple Pay.
    public func paymentController(
        _ controller: CCCPaymentController, finishedApplePayWithResult result: Bool
    ) {
        results.append(result ? "paid" : "declined")
    }
}
