/// What a key may do.
package enum NativeScope: String, Sendable, Hashable, CaseIterable {
    /// Look at payments, events and batches, and check tokens.
    case read
    /// Make, capture and void payments.
    case pay
    /// Give money back.
    case refund
}
