/// A line of the sheet: a label and an amount.
public struct LineItem: Sendable, Hashable {
    /// The text of the line. Of the total: the payee.
    public let label: String
    /// The amount. Negative for a discount.
    public let amount: Amount
    /// Whether the amount isn't known yet: the sheet shows "Amount Pending".
    public let isPending: Bool

    /// Makes a line.
    public init(_ label: String, _ amount: Amount, isPending: Bool = false) {
        self.label = label
        self.amount = amount
        self.isPending = isPending
    }
}
