import PaymentDomain

/// The cardholder's name; personal data, so it prints nothing.
public struct CardholderName: Redacted, Hashable {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// `CardholderName`.
    public var redacted: String { "CardholderName" }

    /// Lends the name to a closure; the only way out.
    @_spi(CardData)
    public func withText<Value, Failure: Error>(
        _ body: (String) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try body(text)
    }
}
