import Foundation

/// A purchase as the sheet shows it: plain values, made by the app or from a server's configuration.
///
/// A checkout that exists is valid: every rule is checked when it is made.
///
///     let merchant = try Merchant("merchant.com.example")
///     let checkout = try Checkout(
///         merchant, total: LineItem("Example Shop", try Amount("14.99", .usd)))
public struct Checkout: Sendable, Hashable {
    /// The merchant.
    public let merchant: Merchant
    /// The lines above the total.
    public let items: [LineItem]
    /// The total: its label is the payee.
    public let total: LineItem
    /// Everything that most checkouts don't need.
    public let options: Options

    /// Makes a checkout.
    ///
    /// - Throws: The ``CheckoutError`` of the first rule that is broken. A total of zero is allowed (iOS 12).
    public init(
        _ merchant: Merchant, items: [LineItem] = [], total: LineItem, options: Options = Options()
    ) throws(CheckoutError) {
        guard !total.label.trimmed.isEmpty else { throw .missingPayee }
        guard total.amount.minorUnits >= 0 else { throw .negativeTotal }
        let shipping = options.shippingMethods.map(\.item)
        guard items.count <= Limits.items, shipping.count <= Limits.items else {
            throw .tooManyItems
        }
        let amounts = (items + [total] + shipping).map(\.amount) + options.agreementAmounts
        guard amounts.allSatisfy({ $0.currency == merchant.currency }) else {
            throw .mixedCurrencies
        }
        if case .multipleMerchants(let contexts) = options.agreement {
            guard contexts.count <= Limits.items else { throw .tooManyItems }
            guard contexts.allSatisfy({ $0.amount.minorUnits >= 0 }) else { throw .invalidAmount }
            let sum = contexts.reduce(Int64(0)) { $0 + $1.amount.minorUnits }
            guard sum <= total.amount.minorUnits else { throw .contextsExceedTotal }
        }
        self.merchant = merchant
        self.items = items
        self.total = total
        self.options = options
    }

    /// The sheet's lines in PassKit's order: the total last.
    public var lines: [LineItem] { items + [total] }
}
