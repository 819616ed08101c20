extension CardNetwork {
    /// The network of the first six digits of a card number, as results report it; nil if it is unknown.
    public init?(issuerPrefix: String) {
        self.init(digits: issuerPrefix)
    }
}
