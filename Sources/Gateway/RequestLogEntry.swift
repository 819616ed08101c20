import DialectKit
import Logging
import NIOCore
import PaymentDomain

/// The facts of a request that may be logged: names from closed sets, numbers, and the identifier that we gave it.
struct RequestLogEntry {
    let id: RequestIdentifier
    let dialect: String
    let operation: String
    let merchant: MerchantID?
    let outcome: RequestOutcome
    let status: Int
    let duration: Duration
    /// Whether it was refused, and has no line of its own.
    let isRefused: Bool

    /// Counts the request, and writes its log line: at `info`, or at `debug` if it was about the server itself. Refused
    /// requests share lines.
    func report(
        to registry: PrometheusRegistry, _ logger: Logger, _ refusals: RefusalLog,
        on loop: any EventLoop
    ) {
        registry.observe(
            duration, in: .requestDuration,
            labels: [
                MetricLabel("protocol", dialect), MetricLabel("operation", operation),
                MetricLabel("outcome", outcome.code),
            ])
        guard !isRefused else {
            return refusals.count(dialect: dialect, outcome: outcome.code, on: loop)
        }
        logger.log(
            level: dialect == ServiceEndpoint.name ? .debug : .info, "request finished",
            metadata: metadata)
    }

    private var metadata: Logger.Metadata {
        var metadata: Logger.Metadata = [
            "request": .stringConvertible(id), "protocol": .string(dialect),
            "operation": .string(operation), "outcome": .string(outcome.code),
            "status": .stringConvertible(status),
            "ms": .stringConvertible(MicrosecondText(duration.wholeMicroseconds)),
        ]
        if let merchant { metadata["merchant"] = .string(merchant.value) }
        if let payment = outcome.payment { metadata["payment"] = .string(payment.value) }
        return metadata
    }
}

extension Duration {
    /// Whole microseconds; out of range saturates.
    var wholeMicroseconds: Int {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
        if overflow || carry { return seconds < 0 ? .min : .max }
        return Int(sum)
    }
}
