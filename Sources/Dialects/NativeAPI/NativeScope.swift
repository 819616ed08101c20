/// What a key may do.
package enum NativeScope: String, Sendable, Hashable, CaseIterable {
    /// Look at payments, events and batches, and check tokens.
    case read
    /// Make, capture and void payments.
    case pay
    /// Give money back.
    case refund
    /// Open tokens, and get card data.
    case decrypt

    /// The scopes of a key whose operator names none. Card data goes only to a key that is made for it.
    static let usual: [NativeScope] = [.read, .pay, .refund]
}
