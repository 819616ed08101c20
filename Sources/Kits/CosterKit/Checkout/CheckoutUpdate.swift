/// The app's answer when the customer changed something on the sheet.
public struct CheckoutUpdate: Sendable, Hashable {
    /// The checkout with its new items, total and shipping methods.
    public let checkout: Checkout
    /// The mistakes to show, if the change can't be accepted as it is.
    public let errors: [SheetError]

    /// Makes an answer.
    public init(_ checkout: Checkout, errors: [SheetError] = []) {
        self.checkout = checkout
        self.errors = errors
    }
}

/// A change that the customer can make on the sheet before paying.
public enum CheckoutChange: Sendable, Hashable {
    /// Another way of delivery, by its ``ShippingMethod/identifier``.
    case shippingMethod(identifier: String)
    /// Another recipient. PassKit gives only city, state, postal code and country here.
    case shippingContact(Contact)
    /// Another coupon code; empty if it was removed.
    case coupon(String)
    /// Another card, by its display name such as "Visa 1111".
    case paymentMethod(displayName: String)
}
