import PaymentDomain

/// The lines to acquirers, and which one a payment takes.
package protocol AcquirerLines: Sendable {
    /// The lines that a new payment may take, in order; none if the merchant has no route for it. A next one is tried
    /// only if the one before it was not reached.
    func candidates(_ question: RouteQuestion) -> [LineID]

    /// The lines that this server has. The worker sends the messages of each, so that a silent one holds up no other.
    var all: [LineID] { get }

    /// A line by name; nil if this server doesn't have it. Its messages then wait.
    func line(_ id: LineID) -> (any AcquirerLine)?
}
