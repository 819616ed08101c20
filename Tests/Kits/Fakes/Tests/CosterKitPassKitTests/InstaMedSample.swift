import CosterInstaMed
import CosterKit
import Foundation
import PassKit
import UIKit

/// The source document's sample in Swift, with the two steps that it leaves to the app: the token is saved, and the
/// app's server pays.
final class InstaMedSample: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
    var amount = NSDecimalNumber(string: "1.00")
    var merchantIdentifier = "merchant.com.instamedgo"
    /// What the app's server does with an `applePayTokenID`.
    var server: (String) -> PKPaymentAuthorizationStatus = { _ in .success }
    private(set) var showsCardForm = false
    private(set) var savedTokenID: String?
    private(set) var error: NSError?

    func doApplePay() {
        let request: PKPaymentRequest = InstaMed.paymentRequest(
            withMerchantIdentifier: merchantIdentifier)
        request.paymentSummaryItems = [
            PKPaymentSummaryItem(label: "SMITH CARDIOLOGY 10005000", amount: amount)
        ]
        guard InstaMed.canSubmitPaymentRequest(request),
            let sheet = PKPaymentAuthorizationViewController(paymentRequest: request)
        else {
            showsCardForm = true
            return
        }
        sheet.delegate = self
        present(sheet, animated: true, completion: nil)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        InstaMed.saveApplePayToken(payment, merchantIdentifier: merchantIdentifier) { id, error in
            self.savedTokenID = id
            self.error = error
            completion(id.map { self.server($0) } ?? .failure)
        }
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        dismiss(animated: true, completion: nil)
    }
}
