/// A way of delivery that the customer can choose.
public struct ShippingMethod: Sendable, Hashable {
    /// The merchant's own name, handed back when it is chosen.
    public let identifier: String
    /// The label and the price.
    public let item: LineItem
    /// A second line, for example "Arrives in 5 days".
    public let detail: String

    /// Makes a way of delivery.
    public init(_ identifier: String, _ item: LineItem, detail: String) {
        self.identifier = identifier
        self.item = item
        self.detail = detail
    }
}

/// What "shipping" means on the sheet.
public enum ShippingKind: UInt, Sendable, Hashable {
    /// Shipping.
    case shipping = 0
    /// Delivery.
    case delivery = 1
    /// Pick-up in the store.
    case storePickup = 2
    /// Pick-up at the customer's.
    case servicePickup = 3
}
