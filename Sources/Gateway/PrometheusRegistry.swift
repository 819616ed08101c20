import Synchronization

/// Counters, gauges and histograms, and their text for Prometheus.
///
/// Labels come from closed sets (dialect, operation, outcome code); the bound on series is the last line of defence.
/// Source: Prometheus, Exposition formats, text format 0.0.4.
public final class PrometheusRegistry: Sendable {
    private struct Metric {
        let help: String
        let kind: String
        var series: [String: Int64] = [:]
        var histograms: [String: Histogram] = [:]
    }

    private let metrics = Mutex<[String: Metric]>([:])

    /// An empty registry.
    public init() {}

    /// Adds to a counter.
    ///
    /// - Parameter labels: `name="value"` pairs joined by commas, from closed sets; empty for none.
    public func add(_ count: Int, to name: String, labels: String = "", help: String) {
        change(name, labels, help, kind: "counter") { $0 &+= Int64(count) }
    }

    /// Sets a gauge.
    public func set(_ value: Int, _ name: String, labels: String = "", help: String) {
        change(name, labels, help, kind: "gauge") { $0 = Int64(value) }
    }

    /// Puts a duration into a histogram.
    func observe(microseconds: Int64, in name: String, labels: String, help: String) {
        metrics.withLock { metrics in
            var metric = metrics[name] ?? Metric(help: help, kind: "histogram")
            metrics[name] = nil
            if metric.histograms[labels] != nil
                || metric.histograms.count < GatewayLimits.metricSeries
            {
                metric.histograms[labels, default: Histogram()].observe(microseconds)
            }
            metrics[name] = metric
        }
    }

    private func change(
        _ name: String, _ labels: String, _ help: String, kind: String,
        _ body: (inout Int64) -> Void
    ) {
        metrics.withLock { metrics in
            var metric = metrics[name] ?? Metric(help: help, kind: kind)
            metrics[name] = nil
            if metric.series[labels] != nil || metric.series.count < GatewayLimits.metricSeries {
                body(&metric.series[labels, default: 0])
            }
            metrics[name] = metric
        }
    }

    /// The text that Prometheus reads.
    public var exposition: String {
        let metrics = metrics.withLock { $0 }
        var text = ""
        for (name, metric) in metrics.sorted(by: { $0.key < $1.key }) {
            text += "# HELP \(name) \(metric.help)\n# TYPE \(name) \(metric.kind)\n"
            for (labels, value) in metric.series.sorted(by: { $0.key < $1.key }) {
                text += "\(name)\(labels.isEmpty ? "" : "{\(labels)}") \(value)\n"
            }
            for (labels, histogram) in metric.histograms.sorted(by: { $0.key < $1.key }) {
                text += histogram.exposition(name: name, labels: labels)
            }
        }
        return text
    }
}

/// How many durations fell under each bound.
private struct Histogram {
    /// Upper bounds in microseconds, and as Prometheus writes them in seconds.
    private static let bounds: [(microseconds: Int64, seconds: String)] = [
        (500, "0.0005"), (1_000, "0.001"), (2_500, "0.0025"), (5_000, "0.005"),
        (10_000, "0.01"), (25_000, "0.025"), (50_000, "0.05"), (100_000, "0.1"),
        (250_000, "0.25"), (500_000, "0.5"), (1_000_000, "1"), (2_500_000, "2.5"),
        (5_000_000, "5"), (10_000_000, "10"), (30_000_000, "30"),
    ]

    private var counts = [Int64](repeating: 0, count: bounds.count + 1)
    private var sum: Int64 = 0

    mutating func observe(_ microseconds: Int64) {
        let index = Histogram.bounds.firstIndex { microseconds <= $0.microseconds }
        counts[index ?? Histogram.bounds.count] &+= 1
        sum &+= microseconds
    }

    func exposition(name: String, labels: String) -> String {
        let prefix = labels.isEmpty ? "" : labels + ","
        var text = ""
        var total: Int64 = 0
        for (count, bound) in zip(counts, Histogram.bounds) {
            total += count
            text += "\(name)_bucket{\(prefix)le=\"\(bound.seconds)\"} \(total)\n"
        }
        total += counts[Histogram.bounds.count]
        text += "\(name)_bucket{\(prefix)le=\"+Inf\"} \(total)\n"
        let fraction = String(sum % 1_000_000 + 1_000_000).dropFirst()
        text += "\(name)_sum{\(labels)} \(sum / 1_000_000).\(fraction)\n"
        text += "\(name)_count{\(labels)} \(total)\n"
        return text
    }
}
