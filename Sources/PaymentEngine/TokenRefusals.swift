import PaymentDomain

extension TokenRefusal {
    /// The token was spent before. The payment that spent it may be approved, so no client is asked to pay again.
    static let replayed = TokenRefusal(
        kind: .replayed, code: "replayed",
        sentence:
            "This Apple Pay token was used before, and may have been paid with. Look for that payment first."
    )

    /// The token was spent before, by an approved payment, whose transaction may have a number.
    static func spent(
        on number: TransactionNumber?, sameOrder: Bool = false, approvedInPart: Money? = nil
    ) -> TokenRefusal {
        var refusal = replayed
        refusal.spentOn = number
        refusal.spentOnSameOrder = sameOrder
        refusal.approvedInPart = approvedInPart
        return refusal
    }

    /// The token was spent before by a failed payment, or by something else than the client asks for: a check or a
    /// credit instead of a payment, or a payment instead of a credit. No protocol that gives credits sends this
    /// sentence.
    static let spentWithoutPayment = TokenRefusal(
        kind: .spentWithoutPayment, code: "replayed",
        sentence:
            "This Apple Pay token was used before, and nothing was paid with it. Ask the customer to pay again."
    )
}
