import PaymentDomain

extension TokenRefusal {
    /// The token was spent before.
    static let replayed = TokenRefusal(
        kind: .replayed, code: "replayed",
        sentence: "This Apple Pay token has paid before; ask the customer to approve again.")

    /// The token was spent before, by a payment that stands, whose transaction may have a number.
    static func spent(on number: TransactionNumber?) -> TokenRefusal {
        var refusal = replayed
        refusal.spentOn = number
        return refusal
    }

    /// The token was spent before, by a payment that came to nothing.
    static let spentInVain = TokenRefusal(
        kind: .spentInVain, code: "replayed",
        sentence:
            "This Apple Pay token was used before, and nothing was paid; ask the customer to approve again."
    )
}
