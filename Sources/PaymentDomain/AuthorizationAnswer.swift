/// How an authorization ends: the answer that counts for the payment.
package enum AuthorizationAnswer: Sendable, Hashable {
    /// The issuer holds this many minor units of the payment's currency.
    case approved(Int64)
    /// The issuer refused, or approved a part that the shop cannot use.
    case declined
    /// The request never left us.
    case notSent
    /// No answer came in time, or one that cannot be to our request.
    case unanswered
    /// The issuer gave the card money: a credit without a payment.
    case credited
}
