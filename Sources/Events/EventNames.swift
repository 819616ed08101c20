import PaymentDomain

/// What clients call a payment and its change. It isn't in the body of an event; the forms of processors' events need it.
package struct EventNames: Sendable, Hashable {
    /// The card's token.
    package var handle: VaultHandle?
    /// How the client's protocol asked for the change, in that protocol's own text; nil if no client asked for it, or its
    /// protocol has no need of it.
    package var askedAs: String?
    /// The transaction that began the payment.
    package var beginning: TransactionNumber?
    /// Whether hold and capture were one thing to the client.
    package var isSale = false
    /// The transaction that the change is of.
    package var operation: TransactionNumber?
    /// The issuer's approval code, also with later changes.
    package var authorizationCode: String?

    package init() {}
}
