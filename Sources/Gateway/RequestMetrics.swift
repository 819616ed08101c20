/// The gateway's own metrics.
struct RequestMetrics: Sendable {
    private let registry: PrometheusRegistry

    init(_ registry: PrometheusRegistry) {
        self.registry = registry
    }

    /// A request was answered.
    func finished(
        _ dialect: String, _ operation: String, _ outcome: String, _ elapsed: Duration
    ) {
        registry.observe(
            microseconds: elapsed.wholeMicroseconds, in: "coster_request_duration_seconds",
            labels: "dialect=\"\(dialect)\",operation=\"\(operation)\",outcome=\"\(outcome)\"",
            help: "Requests answered, and how long they took.")
    }

    /// A request was refused because of too much load.
    func shed(_ dialect: String) {
        registry.add(
            1, to: "coster_requests_shed_total", labels: "dialect=\"\(dialect)\"",
            help: "Requests refused because of too much load.")
    }
}
