import Contacts
import CosterKit
import CosterKitPassKit
import Foundation
import PassKit
import Testing

extension PassKitTests {
    @Suite("PassKit's request from a checkout", .serialized, .timeLimit(.minutes(5)))
    @MainActor
    struct RequestTests {
        init() { PassKitStandIn.reset() }

        @Test("the defaults are those of the vendors' samples; the last line is the total")
        func defaults() throws {
            let request = try #require(try Fixtures.checkout().paymentRequest())
            #expect(request.merchantIdentifier == "merchant.com.example")
            #expect(request.countryCode == "US" && request.currencyCode == "USD")
            #expect(request.supportedNetworks == [.amex, .masterCard, .visa])
            #expect(request.merchantCapabilities == .threeDSecure)
            #expect(request.paymentSummaryItems.map(\.label) == ["Shirt", "Gift", "Example Shop"])
            let amounts = request.paymentSummaryItems.map { $0.amount.stringValue }
            #expect(amounts == ["15.99", "-1", "14.99"])
            #expect(request.shippingMethods == nil && !request.supportsCouponCode)
        }

        @Test("stripe-ios 2278: coupons, contacts, countries and shipping are there")
        func options() throws {
            var options = Checkout.Options()
            options.coupon = .field(initial: "SPRING")
            options.requiredShippingFields = [.postalAddress, .name]
            options.requiredBillingFields = [.emailAddress]
            options.isShippingContactEditable = false
            options.shippingKind = .storePickup
            options.supportedCountries = ["US"]
            options.applicationData = Data("A-1".utf8)
            options.shippingMethods = [
                ShippingMethod("fast", LineItem("Fast", try Amount("5", .usd)), detail: "1 day")
            ]
            options.shippingContact = Contact(
                givenName: "John", familyName: "Doe", phoneNumber: "610",
                emailAddress: "j@example.com",
                address: Contact.Address(
                    street: "1 Main St\nApt 2", city: "Austin", state: "TX", postalCode: "73301",
                    isoCountryCode: "us"))
            let request = try #require(try Fixtures.checkout(options).paymentRequest())
            #expect(request.supportsCouponCode && request.couponCode == "SPRING")
            #expect(request.requiredShippingContactFields == [.postalAddress, .name])
            #expect(request.requiredBillingContactFields == [.emailAddress])
            #expect(request.shippingContactEditingMode == .storePickup)
            #expect(request.shippingType == .storePickup && request.supportedCountries == ["US"])
            #expect(request.applicationData == Data("A-1".utf8))
            #expect(request.shippingMethods?.map(\.identifier) == ["fast"])
            let contact = try #require(request.shippingContact)
            #expect(contact.postalAddress?.street == "1 Main St\nApt 2")
            #expect(Contact(contact) == options.shippingContact)
        }

        @Test("stripe-react-native 1659, capacitor-stripe 451: each agreement has its own request")
        func agreements() throws {
            let url = try #require(URL(string: "https://shop.example/pro"))
            let terms = AgreementTerms(
                purpose: "Pro", managementURL: url, tokenNotificationURL: url)
            let billing = LineItem("Pro", try Amount("5", .usd))
            let schedule = RecurringPayment.Schedule(every: 3, .month)
            let recurring = try request(
                .recurring(RecurringPayment(terms, billing: billing, schedule: schedule)))
            #expect(recurring.recurringPaymentRequest?.regularBilling.intervalCount == 3)
            #expect(recurring.recurringPaymentRequest?.tokenNotificationURL == url)
            let reload = try request(
                .automaticReload(
                    ReloadPayment(terms, billing: billing, threshold: try Amount("2", .usd))))
            #expect(
                reload.automaticReloadPaymentRequest?.automaticReloadBilling.thresholdAmount == 2)
            let date = Date(timeIntervalSince1970: 1_800_000_000)
            let later = try request(.deferred(DeferredPayment(terms, billing: billing, date: date)))
            #expect(later.deferredPaymentRequest?.deferredBilling.deferredDate == date)
            let contexts = try request(
                .multipleMerchants([
                    TokenContext(
                        merchantIdentifier: "merchant.a", externalIdentifier: "a",
                        merchantName: "A",
                        amount: try Amount("8", .usd))
                ]))
            #expect(contexts.multiTokenContexts.map(\.merchantName) == ["A"])
            #expect(contexts.recurringPaymentRequest == nil)
        }

        @Test(
            "flutter_stripe 988: a change of address, coupon or method is answered, errors and all")
        func changes() async throws {
            let reduced = try Fixtures.checkout(total: "9.99")
            let sheet = ApplePaySheet()
            sheet.onChange = { change, checkout in
                switch change {
                case .coupon("SPRING"): CheckoutUpdate(reduced)
                case .coupon:
                    CheckoutUpdate(checkout, errors: [.couponInvalid(message: "Unknown.")])
                case .shippingContact:
                    CheckoutUpdate(
                        checkout, errors: [.shippingAddress(.postalCode, message: "Not there.")])
                case .shippingMethod, .paymentMethod: CheckoutUpdate(checkout)
                }
            }
            var seen: [String] = []
            PassKitStandIn.customer = { controller in
                let good = await controller.changeCoupon("SPRING")
                let bad = await controller.changeCoupon("X")
                let address = await controller.selectContact(PKContact())
                seen.append(good?.paymentSummaryItems.last?.amount.stringValue ?? "")
                seen += [bad?.errors, address?.errors].map { errors in
                    (errors?.first as NSError?).map { "\($0.domain) \($0.code)" } ?? "none"
                }
                _ = await controller.authorize(Fixtures.payment())
            }
            let steps = PaymentSteps(
                orderID: "A-1",
                authorizer: AuthorizerFunction { .paid(reference: $0.amount.decimal) })
            let outcome = await sheet.pay(try Fixtures.checkout(), steps)
            #expect(outcome == .paid(reference: "9.99"))
            #expect(seen == ["9.99", "PKPaymentErrorDomain 4", "PKPaymentErrorDomain 1"])
        }

        private func request(_ agreement: PaymentAgreement) throws -> PKPaymentRequest {
            var options = Checkout.Options()
            options.agreement = agreement
            return try #require(try Fixtures.checkout(options).paymentRequest())
        }
    }
}

extension PKPaymentAuthorizationController {
    /// The customer enters a coupon.
    fileprivate func changeCoupon(_ code: String) async -> PKPaymentRequestCouponCodeUpdate? {
        guard let delegate else { return nil }
        var update: PKPaymentRequestCouponCodeUpdate?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            delegate.paymentAuthorizationController(self, didChangeCouponCode: code) {
                update = $0
                continuation.resume()
            }
        }
        return update
    }

    /// The customer chooses an address.
    fileprivate func selectContact(
        _ contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate? {
        guard let delegate else { return nil }
        var update: PKPaymentRequestShippingContactUpdate?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            delegate.paymentAuthorizationController(self, didSelectShippingContact: contact) {
                update = $0
                continuation.resume()
            }
        }
        return update
    }
}
