import AppleSimulator
@_spi(CardData) import PaymentDomain

/// The digits of a simulated card, to look for them where they must not be.
func digits(of card: TestCard) throws -> String {
    try card.pan().withDigits { $0 }
}
