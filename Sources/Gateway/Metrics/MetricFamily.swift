/// All series under one name.
struct MetricFamily {
    let kind: Metric.Kind
    let help: String
    var values: [[MetricLabel]: Int] = [:]
    var histograms: [[MetricLabel]: LatencyHistogram] = [:]
    /// Reads the values when asked, for numbers that are kept elsewhere.
    var watched: (@Sendable () -> [[MetricLabel]: Int])?

    init(_ kind: Metric.Kind, help: String) {
        self.kind = kind
        self.help = help
    }
}

/// Counts of durations by fixed buckets.
struct LatencyHistogram {
    private var counts = Array(repeating: 0, count: GatewayLimits.latencyBuckets.count)
    private(set) var count = 0
    private(set) var sumOfMicroseconds = 0

    mutating func observe(_ microseconds: Int) {
        count &+= 1
        let (sum, overflow) = sumOfMicroseconds.addingReportingOverflow(microseconds)
        sumOfMicroseconds = overflow ? .max : sum
        let bucket = GatewayLimits.latencyBuckets.firstIndex { microseconds <= $0 }
        // A value above all bounds is in the count alone.
        if let bucket { counts[bucket] &+= 1 }
    }

    /// For each upper bound, how many were no longer than it.
    var cumulativeCounts: [Int] {
        var total = 0
        return counts.map { count in
            total &+= count
            return total
        }
    }
}
