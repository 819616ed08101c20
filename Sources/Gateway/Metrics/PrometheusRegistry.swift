import Synchronization

/// Counters, gauges and latency histograms, and their text for Prometheus.
///
/// Label values must come from closed sets. A cap on the number of series is the last line against one that does not:
/// what is over it is dropped, and the drops are counted.
package final class PrometheusRegistry: Sendable {
    struct State {
        var families: [String: MetricFamily] = [:]
        var seriesCount = 0
        var dropped = 0
    }

    private let maximumSeries: Int
    private let state = Mutex(State())

    /// A registry of up to 4096 series.
    package convenience init() {
        self.init(maximumSeries: GatewayLimits.metricSeries)
    }

    init(maximumSeries: Int) {
        self.maximumSeries = maximumSeries
    }

    /// Adds to a counter; zero makes the counter appear. A counter never shrinks, so a negative
    /// amount is ignored.
    package func add(_ amount: Int, to metric: Metric, labels: [MetricLabel] = []) {
        guard amount >= 0 else { return }
        change(.counter, metric) { family, hasRoom in
            guard let value = family.values[labels] ?? (hasRoom ? 0 : nil) else { return false }
            let (sum, overflow) = value.addingReportingOverflow(amount)
            family.values[labels] = overflow ? .max : sum
            return true
        }
    }

    /// Sets a gauge.
    package func set(_ value: Int, of metric: Metric, labels: [MetricLabel] = []) {
        change(.gauge, metric) { family, hasRoom in
            guard hasRoom || family.values[labels] != nil else { return false }
            family.values[labels] = value
            return true
        }
    }

    /// Sets all series of a gauge; those that are not named are gone.
    package func set(all series: [(value: Int, labels: [MetricLabel])], of metric: Metric) {
        state.withLock { state in
            let before = state.families[metric.name]
            guard before.map({ $0.kind == .gauge }) ?? true else { return }
            var family = MetricFamily(.gauge, help: metric.help)
            let room = maximumSeries - state.seriesCount + (before?.values.count ?? 0)
            for entry in series.prefix(max(0, room)) {
                family.values[entry.labels] = entry.value
            }
            state.dropped &+= max(0, series.count - max(0, room))
            state.seriesCount += family.values.count - (before?.values.count ?? 0)
            state.families[metric.name] = family
        }
    }

    /// Counts a duration in a histogram.
    package func observe(
        _ duration: Duration, in metric: Metric, labels: [MetricLabel] = []
    ) {
        let microseconds = max(0, duration.wholeMicroseconds)
        change(.histogram, metric) { family, hasRoom in
            guard hasRoom || family.histograms[labels] != nil else { return false }
            family.histograms[labels, default: LatencyHistogram()].observe(microseconds)
            return true
        }
    }

    /// Shows a number that is kept elsewhere; it is read whenever someone asks for the text.
    package func watch(_ metric: Metric, value: @escaping @Sendable () -> Int) {
        watch(all: metric) { [[]: value()] }
    }

    /// Shows series that are kept elsewhere; they are read whenever someone asks for the text.
    package func watch(
        all metric: Metric, values: @escaping @Sendable () -> [[MetricLabel]: Int]
    ) {
        change(metric.kind, metric) { family, _ in
            family.watched = values
            return true
        }
    }

    /// All series in Prometheus's text format 0.0.4.
    package func text() -> String {
        let (families, dropped) = state.withLock { ($0.families, $0.dropped) }
        var text = PrometheusText()
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            text.write(family, named: name)
        }
        var drops = MetricFamily(.counter, help: Metric.metricsDropped.help)
        drops.values[[]] = dropped
        text.write(drops, named: Metric.metricsDropped.name)
        return text.text
    }

    /// Changes a family, passing whether it may have one series more, and returns whether it accepted the number.
    private func change(
        _ kind: Metric.Kind, _ metric: Metric,
        _ apply: (inout MetricFamily, _ hasRoom: Bool) -> Bool
    ) {
        state.withLock { state in
            let hasRoom = state.seriesCount < maximumSeries
            let change = state.families[metric.name, default: MetricFamily(kind, help: metric.help)]
                .changed(as: kind) { apply(&$0, hasRoom) }
            state.seriesCount += change.newSeries
            if !change.isTaken { state.dropped &+= 1 }
        }
    }
}

extension MetricFamily {
    /// Changes the family, if it is of a kind: one name is of one kind, and a mistake of ours must not spoil the
    /// others.
    fileprivate mutating func changed(
        as kind: Metric.Kind, _ apply: (inout MetricFamily) -> Bool
    ) -> (isTaken: Bool, newSeries: Int) {
        guard self.kind == kind else { return (false, 0) }
        let before = values.count + histograms.count
        let isTaken = apply(&self)
        return (isTaken, values.count + histograms.count - before)
    }
}
