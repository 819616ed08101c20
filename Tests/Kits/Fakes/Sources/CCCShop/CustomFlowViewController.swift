// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CosterCardConnectConsumer
import PassKit
import UIKit

/// The vendor's custom flow: the app shows Apple's sheet itself, and asks only for the token.
public class CustomFlowViewController: UIViewController,
    PKPaymentAuthorizationViewControllerDelegate
{
    /// The tokens that came.
    public var tokens: [String] = []
    /// The errors that came.
    public var errors: [NSError] = []
    /// Whether the sheet was closed.
    public var isFinished = false

    /// Shows the sheet for one dollar. Returns it for the tests.
    public func payTapped() -> PKPaymentAuthorizationViewController? {
        let request = PKPaymentRequest()
        request.merchantIdentifier = "merchant.com.example"
        request.currencyCode = "USD"
        request.countryCode = "US"
        request.supportedNetworks = [.masterCard, .visa, .amex]
        request.merchantCapabilities = .capability3DS
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "Total", amount: NSDecimalNumber(string: "1.00"))
        ]
        guard let sheet = PKPaymentAuthorizationViewController(paymentRequest: request) else {
            return nil
        }
        sheet.delegate = self
        present(sheet, animated: true)
        return sheet
    }

    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController, didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        CCCAPI.instance().generateToken(forApplePay: payment) { token, error in
            guard let token = token else {
                self.errors.append((error ?? CocoaError(.featureUnsupported)) as NSError)
                return completion(.failure)
            }
            self.tokens.append(token)
            completion(.success)
        }
    }

    public func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        isFinished = true
        dismiss(animated: true)
    }
}
