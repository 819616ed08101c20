import PaymentDomain

/// The capabilities of a line to an acquirer.
package struct LineCapabilities: Sendable, Hashable {
    /// The features that not every line has.
    package struct Features: OptionSet, Sendable, Hashable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// It can approve less than was asked for.
        package static let partialApproval = Features(rawValue: 1)
        /// It can release a part of an authorization.
        package static let partialRelease = Features(rawValue: 2)
        /// It gives money to a card without an earlier payment.
        package static let credit = Features(rawValue: 4)
        /// It takes back a capture, or a refund, that is not settled.
        package static let voidAfterCapture = Features(rawValue: 8)
        /// It checks a card without an amount.
        package static let zeroAmountCheck = Features(rawValue: 16)
        /// It books an approval that was given elsewhere.
        package static let priorApproval = Features(rawValue: 32)
        /// A refund may give back what several captures took.
        package static let refundOfSeveralCaptures = Features(rawValue: 64)
        /// It can hold an amount, and take it later. Without it, all payments are sales.
        package static let separateCapture = Features(rawValue: 128)

        /// All of them.
        package static let all: Features = [
            .partialApproval, .partialRelease, .credit, .voidAfterCapture, .zeroAmountCheck,
            .priorApproval, .refundOfSeveralCaptures, .separateCapture,
        ]
    }

    package var features: Features
    /// The card networks that it takes.
    package var networks: Set<CardNetwork>
    /// The currencies that it takes; nil for all.
    package var currencies: Set<Currency>?
    /// Whether its captures, refunds and reversals name the card, which the engine then opens for each.
    package var namesCardInMessages = false

    package init(
        features: Features = .all, networks: Set<CardNetwork> = Set(CardNetwork.allCases),
        currencies: Set<Currency>? = nil
    ) {
        self.features = features
        self.networks = networks
        self.currencies = currencies
    }

    /// Everything.
    package static let all = LineCapabilities()
}
