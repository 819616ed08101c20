#if canImport(PassKit)
    import CosterKit
    import Foundation
    import PassKit

    /// Apple Pay's sheet: one call that always returns exactly one outcome.
    ///
    ///     let sheet = ApplePaySheet()
    ///     switch await sheet.pay(checkout, steps) {
    ///     case .paid(let reference): showReceipt(reference)
    ///     case .declined: askForAnotherCard()
    ///     case .cancelled: break
    ///     case .failed(let failure): show(failure)
    ///     case .unknown: askServerForOrder()
    ///     }
    ///
    /// Keep one per screen. It keeps itself alive until the payment ends.
    @MainActor
    public final class ApplePaySheet: NSObject {
        /// Answers a change by the customer: another address, way of delivery, coupon or card.
        public typealias ChangeHandler =
            @MainActor (CheckoutChange, Checkout) async ->
            CheckoutUpdate

        /// The handler of the customer's changes. Without it the sheet's lines stay.
        public var onChange: ChangeHandler?

        /// Gives the merchant session as JSON, as the merchant's server got it from Apple with the initiative `in_app`.
        ///
        /// macOS and Mac Catalyst ask for it before the sheet can pay; iOS doesn't. Nil means that the session is
        /// missing.
        public var merchantSession: (@MainActor () async -> Data?)?

        let log: CosterLog
        private let deadline: PaymentDeadline
        var payment: RunningPayment?

        /// One payment and its sheet.
        struct RunningPayment {
            let controller: PKPaymentAuthorizationController
            let flow: PaymentFlow
            var checkout: Checkout
            /// The authorization that is being worked on.
            var accepted: ((PKPaymentAuthorizationResult) -> Void)?
            /// An authorization that the flow hasn't taken or refused yet.
            var incoming: ((PKPaymentAuthorizationResult) -> Void)?
        }

        /// Makes a sheet.
        public init(log: CosterLog = .off, deadline: PaymentDeadline = .standard) {
            self.log = log
            self.deadline = deadline
        }

        /// Whether the device has a card that the merchant accepts. If not, offer another way to pay.
        public static func canPay(_ merchant: Merchant) -> Bool {
            PKPaymentAuthorizationController.canMakePayments(
                usingNetworks: merchant.paymentNetworks,
                capabilities: merchant.paymentCapabilities)
        }

        /// Shows the sheet, and returns how the payment ended.
        ///
        /// A second call during a payment returns ``/CosterKit/PaymentFailure/busy`` and disturbs nothing.
        public func pay(_ checkout: Checkout, _ steps: PaymentSteps) async -> PaymentOutcome {
            guard payment == nil else {
                log.log(.busy)
                return .failed(.busy)
            }
            guard let request = checkout.paymentRequest() else { return .failed(.notPresented) }
            let controller = PKPaymentAuthorizationController(paymentRequest: request)
            controller.delegate = self
            let flow = PaymentFlow(checkout, steps, on: self, deadline: deadline, log: log)
            payment = RunningPayment(controller: controller, flow: flow, checkout: checkout)
            let outcome = await flow.run()
            payment = nil
            return outcome
        }
    }

    extension ApplePaySheet: PaymentSheetPort {
        /// Shows the sheet.
        public func present() async -> Bool {
            guard let controller = payment?.controller else { return false }
            return await withCheckedContinuation { continuation in
                // Apple doesn't say on which thread: a closure of the main actor would stop the app on another.
                controller.present { @Sendable in continuation.resume(returning: $0) }
            }
        }

        /// Answers the authorization that is being worked on.
        public func answer(_ answer: SheetAnswer) {
            let handler = payment?.accepted
            payment?.accepted = nil
            handler?(answer.authorizationResult)
        }

        /// Answers an authorization that came too late or twice.
        public func refuseAuthorization() {
            let handler = payment?.incoming
            payment?.incoming = nil
            handler?(SheetAnswer.failure([]).authorizationResult)
        }

        /// Closes the sheet.
        public func dismiss() {
            payment?.controller.dismiss(completion: nil)
        }
    }
#endif
