import Gateway

/// The page of all metrics.
enum MetricReference {
    static var markdown: String {
        var page = Markdown(title: "Metrics", "`/metrics` exports these in Prometheus's format.")
        page.add(
            table: ["name", "type", "labels", "meaning"],
            Metric.all.map { metric in
                [
                    "`\(metric.name)`", metric.kind.rawValue, metric.labels.joined(separator: ", "),
                    metric.help,
                ]
            })
        page.add("[Monitoring](../operations/monitoring.md#metrics) says which to alert on.")
        return page.text
    }
}
