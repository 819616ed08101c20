/// How a payment ended. Each start gives exactly one.
public enum PaymentOutcome: Sendable, Hashable {
    /// The server authorized the payment.
    case paid(reference: String)
    /// The processor declined. The customer can try another card.
    case declined(Decline)
    /// The customer closed the sheet before money could move.
    case cancelled
    /// Something failed before money could move.
    case failed(PaymentFailure)
    /// The request was sent and no answer came in time. Ask your server for the order before paying again.
    case unknown
}

/// The reasons for ``PaymentOutcome/failed(_:)``. In each of them no money moved.
public enum PaymentFailure: Error, Sendable, Hashable {
    /// Another payment is running on this sheet; it goes on undisturbed.
    case busy
    /// PassKit didn't show the sheet: no card, no entitlement, or a request that it refuses.
    case notPresented
    /// Tokenization took longer than ``Limits/answerSeconds``.
    case timedOut
    /// The device's token can't be sent.
    case token(TokenError)
    /// A client's request failed.
    case client(ClientError)
}

extension PaymentFailure: CustomStringConvertible {
    /// A stable name for metrics and support.
    public var code: String {
        switch self {
        case .busy: "busy"
        case .notPresented: "not-presented"
        case .timedOut: "timed-out"
        case .token(let error): error.code
        case .client(let error): error.code
        }
    }

    /// The message, with the next step.
    public var description: String {
        switch self {
        case .busy: "A payment is already running. Wait for its outcome."
        case .notPresented:
            "The sheet wasn't shown. Check the entitlement, the merchant identifier and the device's cards."
        case .timedOut:
            "The token couldn't be exchanged in \(Limits.answerSeconds) seconds. Ask the customer to try again."
        case .token(let error): error.description
        case .client(let error): error.description
        }
    }
}
