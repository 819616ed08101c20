import Testing

@testable import Gateway

@Suite("Metrics are Prometheus text of a bounded size", .timeLimit(.minutes(5)))
struct MetricTests {
    @Test("counters, gauges and watched numbers, in order, escaped")
    func values() {
        let registry = PrometheusRegistry()
        registry.add(0, to: Metric(.counter, "b_total", "B."))
        registry.add(
            2, to: Metric(.counter, "a_total", "A."), labels: [MetricLabel("kind", "x\"\\\ny")])
        registry.add(
            3, to: Metric(.counter, "a_total", "A."), labels: [MetricLabel("kind", "x\"\\\ny")])
        registry.add(-1, to: Metric(.counter, "b_total", "B."))
        registry.set(7, of: Metric(.gauge, "c", "C."))
        registry.set(-4, of: Metric(.gauge, "c", "C."))
        registry.watch(Metric(.gauge, "d", "D.")) { 9 }
        registry.watch(all: Metric(.counter, "e_total", labels: ["kind"], "E.")) {
            [[MetricLabel("kind", "y")]: 2, [MetricLabel("kind", "x")]: 1]
        }
        #expect(
            registry.text() == #"""
                # HELP a_total A.
                # TYPE a_total counter
                a_total{kind="x\"\\\ny"} 5
                # HELP b_total B.
                # TYPE b_total counter
                b_total 0
                # HELP c C.
                # TYPE c gauge
                c -4
                # HELP d D.
                # TYPE d gauge
                d 9
                # HELP e_total E.
                # TYPE e_total counter
                e_total{kind="x"} 1
                e_total{kind="y"} 2
                # HELP coster_metrics_dropped_total Values that found no room among 4,096 series.
                # TYPE coster_metrics_dropped_total counter
                coster_metrics_dropped_total 0

                """#)
    }

    @Test(
        "a gauge whose series are set together has these and no others, as many as there is room for"
    )
    func together() {
        let registry = PrometheusRegistry(maximumSeries: 3)
        let series = { (names: [String]) in
            names.map { (value: 1, labels: [MetricLabel("name", $0)]) }
        }
        registry.set(all: series(["a", "b"]), of: Metric(.gauge, "g", "G."))
        registry.set(all: series(["b", "c", "d"]), of: Metric(.gauge, "g", "G."))
        #expect(registry.text().split(separator: "\n").filter { $0.hasPrefix("g{") }.count == 3)
        #expect(!registry.text().contains("\"a\""))
        registry.add(1, to: Metric(.counter, "other_total", "O."))
        #expect(!registry.text().contains("other_total 1"))
        registry.set(all: [], of: Metric(.gauge, "g", "G."))
        registry.add(1, to: Metric(.counter, "other_total", "O."))
        #expect(registry.text().contains("other_total 1"))
        registry.set(all: series(["a", "b", "c"]), of: Metric(.gauge, "g", "G."))
        #expect(registry.text().contains("coster_metrics_dropped_total 2"))
    }

    @Test("a histogram counts up, its sum is in seconds, and what is over all bounds is in +Inf")
    func histogram() {
        let registry = PrometheusRegistry()
        for duration in [Duration.microseconds(500), .microseconds(501), .seconds(31)] {
            registry.observe(duration, in: Metric(.histogram, "h_seconds", "H."))
        }
        let lines = registry.text().split(separator: "\n")
        for line in [
            "h_seconds_bucket{le=\"0.0005\"} 1", "h_seconds_bucket{le=\"0.001\"} 2",
            "h_seconds_bucket{le=\"30\"} 2", "h_seconds_bucket{le=\"+Inf\"} 3",
            "h_seconds_sum 31.001001", "h_seconds_count 3",
        ] { #expect(lines.contains(Substring(line))) }
    }

    @Test("beyond the cap new series are dropped and counted, and old ones go on")
    func cap() {
        let registry = PrometheusRegistry(maximumSeries: 2)
        for value in ["a", "b", "c", "d", "a"] {
            registry.add(
                1, to: Metric(.counter, "n_total", "N."), labels: [MetricLabel("v", value)])
        }
        registry.observe(.zero, in: Metric(.histogram, "h", "H."))
        let text = registry.text()
        #expect(text.contains(#"n_total{v="a"} 2"#))
        #expect(!text.contains(#"v="c""#) && !text.contains("h_count"))
        #expect(text.contains("coster_metrics_dropped_total 3"))
    }

    @Test("one name is of one kind; a mistake spoils nothing")
    func kinds() {
        let registry = PrometheusRegistry()
        registry.add(1, to: Metric(.counter, "n", "N."))
        registry.set(5, of: Metric(.gauge, "n", "N."))
        #expect(registry.text().contains("\nn 1\n"))
        #expect(registry.text().contains("coster_metrics_dropped_total 1"))
    }

    @Test("counters at their end stay there", arguments: [1, Int.max])
    func saturation(amount: Int) {
        let registry = PrometheusRegistry()
        registry.add(.max, to: Metric(.counter, "n", "N."))
        registry.add(amount, to: Metric(.counter, "n", "N."))
        #expect(registry.text().contains("\nn \(Int.max)\n"))
    }

    @Test(
        "microseconds are written as decimals",
        arguments: [
            (0, "0", "0"), (500, "0.0005", "0.5"), (1_000_000, "1", "1000"),
            (1_234_567, "1.234567", "1234.567"), (-5, "0", "0"),
        ])
    func decimals(microseconds: Int, seconds: String, milliseconds: String) {
        #expect(MicrosecondText(microseconds).seconds == seconds)
        #expect(MicrosecondText(microseconds).milliseconds == milliseconds)
    }

    @Test("a duration out of range saturates")
    func durations() {
        #expect(Duration.seconds(Int64.max).wholeMicroseconds == .max)
        #expect(Duration.seconds(Int64.min).wholeMicroseconds == .min)
        #expect(Duration.nanoseconds(1_999).wholeMicroseconds == 1)
    }
}
