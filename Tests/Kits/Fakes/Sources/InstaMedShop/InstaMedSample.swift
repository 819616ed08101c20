// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CosterInstaMed
import CosterKit
import Foundation
import PassKit
import UIKit

/// The source document's sample in Swift, with the two steps that it leaves to the app: the token is saved, and the
/// app's server pays.
public final class InstaMedSample: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
    public var amount = NSDecimalNumber(string: "1.00")
    public var merchantIdentifier = "merchant.com.instamedgo"
    /// What the app's server does with an `applePayTokenID`.
    public var server: (String) async -> PKPaymentAuthorizationStatus = { _ in .success }
    public private(set) var showsCardForm = false
    public private(set) var savedTokenID: String?
    public private(set) var error: NSError?

    public func doApplePay() {
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

    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        InstaMed.saveApplePayToken(payment, merchantIdentifier: merchantIdentifier) { id, error in
            self.savedTokenID = id
            self.error = error
            guard let id else { return completion(.failure) }
            Task { @MainActor in completion(await self.server(id)) }
        }
    }

    public func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        dismiss(animated: true, completion: nil)
    }
}
