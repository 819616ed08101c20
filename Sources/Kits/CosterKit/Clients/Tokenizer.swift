/// A processor's call that exchanges an Apple Pay token for a reference. No money moves.
public protocol Tokenizer: Sendable {
    /// Exchanges a token for a reference to it.
    ///
    /// Send a token once. After a failure, ask the customer to pay again: CardSecure takes one payload for one attempt.
    ///
    /// - Parameters:
    ///   - token: The device's token.
    ///   - orderID: The app's number for the order; the same again for a second attempt.
    func tokenize(_ token: ApplePayToken, orderID: String) async throws(ClientError)
        -> TokenReference
}
