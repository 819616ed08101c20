extension CardNetwork {
    /// The network of the first six digits of a card number, as results tell them; nil for one that we do not know.
    public init?(issuerPrefix: String) {
        self.init(digits: issuerPrefix)
    }
}
