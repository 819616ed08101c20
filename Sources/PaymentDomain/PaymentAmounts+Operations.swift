extension PaymentAmounts {
    /// The amounts that the operations of an authorization add up to.
    ///
    /// An operation counts until its void is taken. No sum overflows:
    /// ``Limits/operationsPerPayment`` amounts of twelve digits fit.
    package init(authorized: Int64, _ operations: [PaymentOperation]) {
        self.init()
        self.authorized = authorized
        // A credit is no part of a hold, and nor is its void.
        guard operations.first?.kind != .credit else { return }
        for operation in operations { count(operation) }
    }

    private mutating func count(_ operation: PaymentOperation) {
        let amount = operation.amount.minorUnits
        switch (operation.kind, operation.state) {
        case (.capture, .sending), (.capture, .accepted): capturing += amount
        case (.capture, .confirmed), (.capture, .voiding): captured += amount
        case (.refund, .sending), (.refund, .accepted): refunding += amount
        case (.refund, .confirmed), (.refund, .voiding): refunded += amount
        case (.release, .sending), (.release, .accepted): releasing += amount
        case (.release, .confirmed): released += amount
        case (.captureVoid, .sending), (.captureVoid, .accepted): uncapturing += amount
        case (.refundVoid, .sending), (.refundVoid, .accepted): unrefunding += amount
        case (_, .refused), (_, .voided), (.captureVoid, .confirmed), (.refundVoid, .confirmed),
            (.release, .voiding), (.captureVoid, .voiding), (.refundVoid, .voiding),
            (.credit, .sending), (.credit, .accepted), (.credit, .confirmed), (.credit, .voiding):
            break
        }
    }
}
