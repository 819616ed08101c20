/// What a key may do.
package enum NativeScope: String, Sendable, Hashable, CaseIterable {
    /// Look at payments, events and batches, and check tokens.
    case read
    /// Make, capture and void payments.
    case pay
    /// Give money back.
    case refund
    /// Create endpoints of webhooks, and change them.
    case admin
    /// Open tokens, and get card data.
    case decrypt

    /// The scopes of a key whose operator names none. A key that is made for it alone gets card data, or
    /// says where events go.
    static let usual: [NativeScope] = [.read, .pay, .refund]
}
