/// A new payment, as far as it decides which line it takes.
package struct RouteQuestion: Sendable, Hashable {
    package let merchant: MerchantID
    /// The card's network; nil if it isn't known.
    package let network: CardNetwork?
    /// The requested amount; zero for a card check.
    package let amount: Money
    /// The protocol that asked; nil if it isn't known.
    package let dialect: String?

    package init(merchant: MerchantID, network: CardNetwork?, amount: Money, dialect: String?) {
        self.merchant = merchant
        self.network = network
        self.amount = amount
        self.dialect = dialect
    }
}
