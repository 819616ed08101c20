/// Why a visit to a shop ended early; each with the message for a person.
package enum ShopError: Error {
    /// The issuer declined the payment, or the acquirer a step.
    case declined(String)
    /// The server refused a step: the request, the client or the token is wrong.
    case refused(String)
    /// The server doesn't know what became of a step.
    case unknown(String)
    /// The server doesn't answer, or its certificate isn't trusted.
    case notReachable(String)
    /// The protocol can't carry out the plan.
    case notPossible(String)
    /// A step beside the protocol failed, for the reason that the command knows.
    case other(any Error)
}
