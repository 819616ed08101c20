#if canImport(PassKit)
    import CosterKit
    import Foundation
    import PassKit

    extension ApplePaySheet: PKPaymentAuthorizationControllerDelegate {
        /// Takes the end of the sheet: after an answer, after PassKit's 30 seconds, or by the customer.
        public func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) {
            guard let payment, payment.controller === controller else {
                return controller.dismiss(completion: nil)
            }
            payment.flow.finished()
        }

        /// Takes the customer's authorization. PassKit waits for the handler.
        public func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didAuthorizePayment applePayment: PKPayment,
            handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
        ) {
            guard let flow = payment?.flow, payment?.controller === controller else {
                return completion(SheetAnswer.failure([]).authorizationResult)
            }
            payment?.incoming = completion
            flow.authorized(applePayment.token.paymentData, SheetDetails(applePayment))
            // The flow has taken the payment if it didn't refuse it.
            guard let taken = payment?.incoming else { return }
            payment?.incoming = nil
            payment?.accepted = taken
        }

        /// Takes another way of delivery.
        public func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectShippingMethod shippingMethod: PKShippingMethod,
            handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
        ) {
            answer(.shippingMethod(identifier: shippingMethod.identifier ?? "")) { update in
                completion(
                    PKPaymentRequestShippingMethodUpdate(
                        paymentSummaryItems: update.checkout.summaryItems))
            }
        }

        /// Takes another recipient.
        public func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectShippingContact contact: PKContact,
            handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
        ) {
            answer(.shippingContact(Contact(contact))) { update in
                completion(
                    PKPaymentRequestShippingContactUpdate(
                        errors: update.errors.map(\.passKitError),
                        paymentSummaryItems: update.checkout.summaryItems,
                        shippingMethods: update.checkout.shippingMethods ?? []))
            }
        }

        /// Takes another card.
        public func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectPaymentMethod paymentMethod: PKPaymentMethod,
            handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void
        ) {
            answer(.paymentMethod(displayName: paymentMethod.displayName ?? "")) { update in
                completion(
                    PKPaymentRequestPaymentMethodUpdate(
                        errors: update.errors.map(\.passKitError),
                        paymentSummaryItems: update.checkout.summaryItems))
            }
        }

        /// Takes another coupon code.
        public func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didChangeCouponCode couponCode: String,
            handler completion: @escaping (PKPaymentRequestCouponCodeUpdate) -> Void
        ) {
            answer(.coupon(couponCode)) { update in
                completion(
                    PKPaymentRequestCouponCodeUpdate(
                        errors: update.errors.map(\.passKitError),
                        paymentSummaryItems: update.checkout.summaryItems,
                        shippingMethods: update.checkout.shippingMethods ?? []))
            }
        }

        /// Asks the app about a change. PassKit waits for each answer before it calls again.
        private func answer(
            _ change: CheckoutChange, with reply: @escaping @MainActor (CheckoutUpdate) -> Void
        ) {
            guard let payment else { return }
            guard let onChange else { return reply(CheckoutUpdate(payment.checkout)) }
            Task {
                let update = await onChange(change, payment.checkout)
                if self.payment?.controller === payment.controller {
                    self.payment?.checkout = update.checkout
                }
                payment.flow.show(update.checkout)
                reply(update)
            }
        }
    }

    extension SheetDetails {
        /// The customer's choices.
        public init(_ payment: PKPayment) {
            self.init()
            billingContact = payment.billingContact.map(Contact.init)
            shippingContact = payment.shippingContact.map(Contact.init)
            shippingMethodIdentifier = payment.shippingMethod?.identifier
        }
    }
#endif
