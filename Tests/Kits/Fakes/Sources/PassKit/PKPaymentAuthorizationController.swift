// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The names are Apple's, and documented there.

import Foundation

@MainActor
public protocol PKPaymentAuthorizationControllerDelegate: NSObjectProtocol {
    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController)
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void)
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void)
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void)
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void)
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController, didChangeCouponCode couponCode: String,
        handler completion: @escaping (PKPaymentRequestCouponCodeUpdate) -> Void)
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didRequestMerchantSessionUpdate handler:
            @escaping (
                PKPaymentRequestMerchantSessionUpdate
            ) -> Void)
}

// Optional in Objective-C: without it PassKit goes on as with a failure.
extension PKPaymentAuthorizationControllerDelegate {
    public func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didRequestMerchantSessionUpdate handler:
            @escaping (
                PKPaymentRequestMerchantSessionUpdate
            ) -> Void
    ) {
        handler(PKPaymentRequestMerchantSessionUpdate(status: .failure, merchantSession: nil))
    }
}

/// The sheet. What the customer does is in ``PassKitStandIn``.
@MainActor
open class PKPaymentAuthorizationController: NSObject {
    public let request: PKPaymentRequest
    open weak var delegate: (any PKPaymentAuthorizationControllerDelegate)?
    /// What the sheet was answered, in order.
    public private(set) var results: [PKPaymentAuthorizationResult] = []
    public private(set) var isFinished = false
    public private(set) var dismissals = 0

    public init(paymentRequest request: PKPaymentRequest) {
        self.request = request
    }

    open class func canMakePayments() -> Bool { PassKitStandIn.canMakePayments }

    open class func canMakePayments(usingNetworks networks: [PKPaymentNetwork]) -> Bool {
        PassKitStandIn.canMakePayments && !PassKitStandIn.cards.isDisjoint(with: networks)
    }

    open class func canMakePayments(
        usingNetworks networks: [PKPaymentNetwork], capabilities: PKMerchantCapability
    ) -> Bool {
        canMakePayments(usingNetworks: networks)
    }

    open func present(completion: ((Bool) -> Void)?) {
        PassKitStandIn.controllers.append(self)
        let isShown = PassKitStandIn.presents
        completion?(isShown)
        guard isShown else { return }
        Task { await PassKitStandIn.customer(self) }
    }

    open func dismiss(completion: (() -> Void)?) {
        dismissals += 1
        completion?()
    }

    /// The customer authorizes. Returns PassKit's view of the answer; success finishes the sheet.
    public func authorize(_ payment: PKPayment) async -> PKPaymentAuthorizationResult? {
        guard let delegate, !isFinished else { return nil }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            delegate.paymentAuthorizationController(self, didAuthorizePayment: payment) {
                self.results.append($0)
                continuation.resume()
            }
        }
        let result = results.last
        if result?.status == .success { finish() }
        return result
    }

    /// What a Mac does first: it asks for a merchant session, and without one it ends the sheet.
    public func requestMerchantSession() async -> PKPaymentMerchantSession? {
        guard let delegate, !isFinished else { return nil }
        var session: PKPaymentMerchantSession?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            delegate.paymentAuthorizationController(
                self,
                didRequestMerchantSessionUpdate: { update in
                    session = update.status == .success ? update.session : nil
                    continuation.resume()
                })
        }
        if session == nil { finish() }
        return session
    }

    /// The sheet ends: the customer closes it, or 30 seconds passed without an answer.
    public func finish() {
        guard !isFinished else { return }
        isFinished = true
        delegate?.paymentAuthorizationControllerDidFinish(self)
    }
}
