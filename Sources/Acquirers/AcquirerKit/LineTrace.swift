import Synchronization

/// A message as people may see it, field by field.
package struct LineTrace: Sendable, Hashable {
    /// How much of a value may be seen.
    package enum Masking: Sendable, Hashable {
        /// All of it.
        case shown
        /// The first six and last four digits.
        ///
        /// Source: PCI DSS 3.4.1.
        case cardNumber
        /// How long it is: cryptograms, secrets, names and addresses.
        case length
    }

    /// One field.
    package struct Field: Sendable, Hashable {
        package let name: String
        /// The value, masked.
        package let value: String
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// Adds a field; what is too much is left out.
    package mutating func add(_ name: String, _ value: String, _ masking: Masking) {
        guard fields.count < LineLimits.traceFields else { return }
        fields.append(Field(name: name, value: LineTrace.masked(value, masking)))
    }

    private static func masked(_ value: String, _ masking: Masking) -> String {
        let count = value.unicodeScalars.count
        switch masking {
        case .shown:
            return String(value.prefix(LineLimits.traceCharacters))
        case .cardNumber where count >= shortestCardNumber:
            return
                "\(value.prefix(6))\(String(repeating: "*", count: count - 10))\(value.suffix(4))"
        case .cardNumber, .length:
            return "(\(count) characters)"
        }
    }

    /// Of a shorter number, ten digits would be too much.
    private static let shortestCardNumber = 13
}

/// A request and its outcome as people may see them.
package struct TracedExchange: Sendable, Hashable {
    package let request: LineTrace
    package let outcome: LineOutcome
    /// The reply's fields; nil if there was no reply.
    package let reply: LineTrace?
}

/// Sends requests by another transport, and keeps a trace of each, for `coster line try`.
package final class TracingTransport: LineTransport {
    private let base: any LineTransport
    private let trace: @Sendable ([UInt8]) -> LineTrace
    private let kept = Mutex<[TracedExchange]>([])

    /// - Parameter trace: Takes a message of the line's protocol apart.
    package init(_ base: any LineTransport, trace: @escaping @Sendable ([UInt8]) -> LineTrace) {
        self.base = base
        self.trace = trace
    }

    /// What was sent so far, the first one first.
    package var exchanges: [TracedExchange] { kept.withLock { $0 } }

    package func send(_ request: LineRequest) async -> LineOutcome {
        let outcome = await base.send(request)
        var reply: LineTrace?
        if case .answered(let answer) = outcome { reply = trace(answer.body) }
        let exchange = TracedExchange(
            request: trace(request.body), outcome: outcome, reply: reply)
        kept.withLock { $0.append(exchange) }
        return outcome
    }
}
