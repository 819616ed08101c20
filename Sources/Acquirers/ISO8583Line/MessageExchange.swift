import AcquirerKit
import ISO8583
import PaymentDomain

/// The way of a message to a host, and of its answer.
package protocol MessageExchange: Sendable {
    /// Sends a message once, never again by itself. A failure is an outcome.
    ///
    /// - Parameter sendBy: The last time at which its first byte may leave; nil for a message that may come late.
    func send(_ message: Message, sendBy: Timestamp?) async -> ExchangeOutcome
}

/// The result of sending a message.
package enum ExchangeOutcome: Sendable, Hashable {
    /// The host answered: class, function and repeated fields fit.
    case answered(Message)
    /// The message left, or its first byte did, and no answer came.
    case silence(SilenceReason)
    /// Not one byte of the message was handed to the kernel.
    case notSent(NotSentReason)
}
