// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import UIKit

@MainActor
public protocol PKPaymentAuthorizationViewControllerDelegate: NSObjectProtocol {
    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController)
    /// The form of iOS 8 to 10, which the vendors' samples have.
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController, didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void)
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void)
}

// Optional in Objective-C: PassKit calls the form that the app has.
extension PKPaymentAuthorizationViewControllerDelegate {
    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController, didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        completion(.failure)
    }

    public func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        paymentAuthorizationViewController(controller, didAuthorizePayment: payment) { status in
            completion(PKPaymentAuthorizationResult(status: status, errors: nil))
        }
    }
}

/// The sheet as a view controller.
@MainActor
open class PKPaymentAuthorizationViewController: UIViewController {
    public let request: PKPaymentRequest
    open weak var delegate: (any PKPaymentAuthorizationViewControllerDelegate)?

    public init?(paymentRequest request: PKPaymentRequest) {
        guard PassKitStandIn.canMakePayments else { return nil }
        self.request = request
        super.init(nibName: nil, bundle: nil)
    }

    public required init?(coder: NSCoder) { nil }

    open class func canMakePayments() -> Bool { PassKitStandIn.canMakePayments }

    open class func canMakePayments(usingNetworks networks: [PKPaymentNetwork]) -> Bool {
        PassKitStandIn.canMakePayments && !PassKitStandIn.cards.isDisjoint(with: networks)
    }

    /// The customer authorizes. Returns the answer; success finishes the sheet.
    public func authorize(_ payment: PKPayment) async -> PKPaymentAuthorizationStatus? {
        guard let delegate else { return nil }
        let status = await withCheckedContinuation { continuation in
            delegate.paymentAuthorizationViewController(self, didAuthorizePayment: payment) {
                (result: PKPaymentAuthorizationResult) in
                continuation.resume(returning: result.status)
            }
        }
        if status == .success { delegate.paymentAuthorizationViewControllerDidFinish(self) }
        return status
    }
}
