import Foundation

extension Checkout {
    /// The options of a checkout besides merchant, items and total.
    public struct Options: Sendable, Hashable {
        /// Whether the sheet has a field for a coupon code (iOS 15).
        public enum Coupon: Sendable, Hashable {
            /// No field.
            case none
            /// A field, with this text to begin with.
            case field(initial: String)
        }

        /// The fields that the sheet asks of the payer.
        public var requiredBillingFields: Set<ContactField> = []
        /// The fields that the sheet asks of the recipient.
        public var requiredShippingFields: Set<ContactField> = []
        /// The payer, if the app knows it already.
        public var billingContact: Contact?
        /// The recipient, if the app knows it already.
        public var shippingContact: Contact?
        /// Whether the customer can change the recipient (iOS 15).
        public var isShippingContactEditable = true
        /// The ways of delivery, the preferred one first.
        public var shippingMethods: [ShippingMethod] = []
        /// What "shipping" means.
        public var shippingKind = ShippingKind.shipping
        /// The coupon field.
        public var coupon = Coupon.none
        /// The cards' countries, two upper-case letters each; empty for all.
        public var supportedCountries: Set<String> = []
        /// Bytes that are bound to the token, such as the order's number. The token holds their SHA-256.
        public var applicationData: Data?
        /// A subscription, a reload, a deferred payment, or several merchants.
        public var agreement: PaymentAgreement?

        /// No options. Set the ones that you need.
        public init() {}

        /// The amounts within the agreement.
        var agreementAmounts: [Amount] {
            switch agreement {
            case .recurring(let payment):
                [payment.billing.amount] + (payment.trial.map { [$0.billing.amount] } ?? [])
            case .automaticReload(let payment): [payment.billing.amount, payment.threshold]
            case .deferred(let payment): [payment.billing.amount]
            case .multipleMerchants(let contexts): contexts.map(\.amount)
            case nil: []
            }
        }
    }
}
