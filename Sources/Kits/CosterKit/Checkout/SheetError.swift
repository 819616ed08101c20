/// A mistake that the sheet shows beside the field it is in.
///
/// Messages are shown to the customer: use the customer's language.
public enum SheetError: Error, Sendable, Hashable {
    /// A part of an address.
    public enum AddressPart: String, Sendable, Hashable, CaseIterable {
        /// The street.
        case street
        /// The city.
        case city
        /// The state or province.
        case state
        /// The postal code: an AVS mismatch maps to this part of the billing address.
        case postalCode
        /// The country.
        case country
    }

    /// A field of the recipient is wrong.
    case contact(ContactField, message: String)
    /// A part of the recipient's address is wrong.
    case shippingAddress(AddressPart, message: String)
    /// A part of the payer's address is wrong.
    case billingAddress(AddressPart, message: String)
    /// There is no delivery to this address.
    case unserviceable(message: String)
    /// The coupon doesn't exist (iOS 15).
    case couponInvalid(message: String)
    /// The coupon is expired (iOS 15).
    case couponExpired(message: String)
}
