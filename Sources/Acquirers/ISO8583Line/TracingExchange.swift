import AcquirerKit
import ISO8583
import PaymentDomain

/// Sends messages by another exchange, and keeps a trace of each.
package struct TracingExchange: MessageExchange {
    private let base: any MessageExchange
    private let log: LineTraceLog
    private let specification: Specification

    package init(_ base: any MessageExchange, _ log: LineTraceLog, _ profile: LineProfile) {
        self.base = base
        self.log = log
        specification = profile.specification
    }

    package func send(_ message: Message, sendBy: Timestamp?) async -> ExchangeOutcome {
        let outcome = await base.send(message, sendBy: sendBy)
        let traced: TracedExchange.Outcome
        switch outcome {
        case .answered(let answer): traced = .answered(trace(answer))
        case .silence(let reason): traced = .silence(reason)
        case .notSent(let reason): traced = .notSent(reason)
        }
        log.add(TracedExchange(request: trace(message), outcome: traced))
        return outcome
    }

    private func trace(_ message: Message) -> LineTrace {
        var trace = LineTrace()
        trace.add("type", "\(message.type)", .shown)
        trace.add(
            message.fields.map { number in
                let value = specification.masked(number, message[number] ?? [])
                return LineTrace.Field(name: "\(number)", value: value)
            })
        return trace
    }
}
