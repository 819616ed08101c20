import PaymentDomain

extension TokenRefusal {
    /// The token was spent before; whether by a payment that stands may not be known here, so that nobody is asked for
    /// money again.
    static let replayed = TokenRefusal(
        kind: .replayed, code: "replayed",
        sentence:
            "This Apple Pay token was used before, and may have been paid with. Look for that payment first."
    )

    /// The token was spent before, by a payment that stands, whose transaction may have a number.
    static func spent(
        on number: TransactionNumber?, sameOrder: Bool = false, approvedInPart: Money? = nil
    ) -> TokenRefusal {
        var refusal = replayed
        refusal.spentOn = number
        refusal.spentOnSameOrder = sameOrder
        refusal.approvedInPart = approvedInPart
        return refusal
    }

    /// The token was spent before, by a payment that came to nothing, or by what is not what is asked for: a check, or a credit,
    /// where a payment is, or a payment where a credit is. No protocol that gives credits tells the sentence.
    static let spentInVain = TokenRefusal(
        kind: .spentInVain, code: "replayed",
        sentence:
            "This Apple Pay token was used before, and nothing was paid with it. Ask the customer to pay again."
    )
}
