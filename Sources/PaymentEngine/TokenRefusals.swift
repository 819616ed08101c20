import PaymentDomain

extension TokenRefusal {
    /// The token was spent before.
    static let replayed = TokenRefusal(
        kind: .replayed, code: "replayed",
        sentence: "This Apple Pay token has paid before; ask the customer to approve again.")
}
