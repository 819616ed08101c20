import PaymentDomain

/// Writes families in Prometheus's text format.
///
/// Source: Prometheus, Exposition formats, "Text format details" (0.0.4).
struct PrometheusText {
    private(set) var text = ""

    mutating func write(_ family: MetricFamily, named name: String) {
        text += "# HELP \(name) \(family.help)\n# TYPE \(name) \(family.kind.rawValue)\n"
        let values = family.watched?() ?? family.values
        for (labels, value) in values.sorted(by: { precedes($0.key, $1.key) }) {
            writeLine(name, labels, "\(value)")
        }
        for (labels, histogram) in family.histograms.sorted(by: { precedes($0.key, $1.key) }) {
            write(histogram, name, labels)
        }
    }

    private mutating func write(
        _ histogram: LatencyHistogram, _ name: String, _ labels: [MetricLabel]
    ) {
        let bounds = GatewayLimits.latencyBuckets.map { MicrosecondText($0).seconds }
        for (bound, count) in zip(bounds, histogram.cumulativeCounts) {
            writeLine("\(name)_bucket", labels + [MetricLabel("le", bound)], "\(count)")
        }
        writeLine("\(name)_bucket", labels + [MetricLabel("le", "+Inf")], "\(histogram.count)")
        writeLine(
            "\(name)_sum", labels, MicrosecondText(histogram.sumOfMicroseconds).seconds)
        writeLine("\(name)_count", labels, "\(histogram.count)")
    }

    private mutating func writeLine(_ name: String, _ labels: [MetricLabel], _ value: String) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(escaped($0.value))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(value)\n"
    }

    private func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private func precedes(_ left: [MetricLabel], _ right: [MetricLabel]) -> Bool {
        left.lexicographicallyPrecedes(right) { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}

/// A number of microseconds, as a decimal number of larger units.
struct MicrosecondText: CustomStringConvertible {
    private let microseconds: Int

    init(_ microseconds: Int) {
        self.microseconds = max(0, microseconds)
    }

    /// In seconds: `0.0005`.
    var seconds: String { decimal(places: 6, unit: 1_000_000) }
    /// In milliseconds: `0.5`.
    var milliseconds: String { decimal(places: 3, unit: 1000) }
    /// In milliseconds, as the log has it.
    var description: String { milliseconds }

    private func decimal(places: Int, unit: Int) -> String {
        let (whole, remainder) = microseconds.quotientAndRemainder(dividingBy: unit)
        guard remainder > 0 else { return String(whole) }
        var rest = remainder
        var places = places
        while rest.isMultiple(of: 10) {
            rest /= 10
            places -= 1
        }
        return "\(whole).\(String(rest).withLeadingZeros(to: places))"
    }
}
