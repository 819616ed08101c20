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

        /// A field whose value is masked already.
        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package private(set) var fields: [Field] = []

    package init() {}

    /// Adds a field; what is too much is left out.
    package mutating func add(_ name: String, _ value: String, _ masking: Masking) {
        guard fields.count < LineLimits.traceFields else { return }
        fields.append(Field(name: name, value: LineTrace.masked(value, masking)))
    }

    /// Adds fields that are masked already.
    package mutating func add(_ more: [Field]) {
        fields += more.prefix(LineLimits.traceFields - fields.count)
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
    /// The result of sending it.
    package enum Outcome: Sendable, Hashable {
        case answered(LineTrace)
        case silence(SilenceReason)
        case notSent(NotSentReason)
    }

    package let request: LineTrace
    package let outcome: Outcome

    /// The reply's fields; nil if there was no reply.
    package var reply: LineTrace? {
        guard case .answered(let reply) = outcome else { return nil }
        return reply
    }

    package init(request: LineTrace, outcome: Outcome) {
        self.request = request
        self.outcome = outcome
    }
}

/// Keeps what was sent over a line, for `coster line try`.
package final class LineTraceLog: Sendable {
    private let kept = Mutex<[TracedExchange]>([])

    package init() {}

    /// What was sent so far, the first one first.
    package var exchanges: [TracedExchange] { kept.withLock { $0 } }

    package func add(_ exchange: TracedExchange) {
        kept.withLock { $0.append(exchange) }
    }
}

/// Sends requests by another transport, and keeps a trace of each.
package struct TracingTransport: LineTransport {
    private let base: any LineTransport
    private let log: LineTraceLog
    private let trace: @Sendable ([UInt8]) -> LineTrace

    /// - Parameter trace: Takes a message of the line's protocol apart.
    package init(
        _ base: any LineTransport, _ log: LineTraceLog,
        trace: @escaping @Sendable ([UInt8]) -> LineTrace
    ) {
        self.base = base
        self.log = log
        self.trace = trace
    }

    package func send(_ request: LineRequest) async -> LineOutcome {
        let outcome = await base.send(request)
        let traced: TracedExchange.Outcome
        switch outcome {
        case .answered(let reply): traced = .answered(answer(reply))
        case .silence(let reason): traced = .silence(reason)
        case .notSent(let reason): traced = .notSent(reason)
        }
        log.add(TracedExchange(request: trace(request.body), outcome: traced))
        return outcome
    }

    private func answer(_ reply: LineReply) -> LineTrace {
        var answer = LineTrace()
        answer.add("status", String(reply.status), .shown)
        answer.add(trace(reply.body).fields)
        return answer
    }
}
