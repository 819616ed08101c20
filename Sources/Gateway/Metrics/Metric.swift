/// A metric that the server exports: its name, its kind, the names of its labels, and what it counts.
package struct Metric: Sendable {
    /// The kinds of metric, in Prometheus's words.
    package enum Kind: String, Sendable {
        /// It only grows.
        case counter
        /// It goes up and down.
        case gauge
        /// It counts durations by buckets.
        case histogram
    }

    package let name: String
    package let kind: Kind
    package let labels: [String]
    package let help: String

    init(_ kind: Kind, _ name: StaticString, labels: [StaticString] = [], _ help: StaticString) {
        self.name = name.description
        self.kind = kind
        self.labels = labels.map(\.description)
        self.help = help.description
    }
}

extension Metric {
    /// Every metric of a server. A new metric is a row here and its use.
    package static let all = [
        requestDuration, requestsInProgress, requestsWaiting, requestsShed, requestsRateLimited,
        connectionsOpen, connectionsPaused, silentConnectionsClosed, authorizationsAbandoned,
        messagesSent, messagesAnswered, messagesRefused, reversalsRefused, certificateSecondsLeft,
        lineDown, lineCalls, linksUp, linkWaiting, linkEvents, webhookAttempts, webhookOldest,
        commitsUndone, logPages,
        metricsDropped,
    ]

    static let requestDuration = Metric(
        .histogram, "coster_request_duration_seconds",
        labels: ["protocol", "operation", "outcome"],
        "Duration of finished requests.")
    static let requestsInProgress = Metric(
        .gauge, "coster_requests_in_progress", "Requests in progress, of max-concurrent-requests.")
    static let requestsWaiting = Metric(
        .gauge, "coster_requests_waiting", "Requests in the queue, of max-queued-requests.")
    static let requestsShed = Metric(
        .counter, "coster_requests_shed_total", "Requests that got 503 for lack of room.")
    static let requestsRateLimited = Metric(
        .counter, "coster_requests_rate_limited_total",
        "Requests that got 429 because their client sent too many.")
    static let connectionsOpen = Metric(.gauge, "coster_connections_open", "Open connections.")
    static let connectionsPaused = Metric(
        .counter, "coster_connections_paused_total",
        "Times that no connection was accepted, because there were too many.")
    static let silentConnectionsClosed = Metric(
        .counter, "coster_connections_silent_closed_total",
        "Idle connections that were closed to make room.")
    package static let authorizationsAbandoned = Metric(
        .counter, "coster_authorizations_abandoned_total",
        "Authorizations that were found without an outcome, and are reversed.")
    package static let messagesSent = Metric(
        .counter, "coster_advices_told_total",
        "Messages that the delivery worker sent to the acquirer, each try.")
    package static let messagesAnswered = Metric(
        .counter, "coster_advices_answered_total", "Messages that the acquirer answered.")
    package static let messagesRefused = Metric(
        .counter, "coster_advices_refused_total",
        "Operations that the acquirer refused after their client heard that they are final.")
    package static let reversalsRefused = Metric(
        .counter, "coster_reversals_refused_total",
        "Reversals that the acquirer refused, each try.")
    package static let certificateSecondsLeft = Metric(
        .gauge, "coster_certificate_seconds_left", labels: ["merchant", "number", "purpose"],
        "Seconds until a merchant's certificate in use expires.")
    package static let lineDown = Metric(
        .gauge, "coster_line_down", labels: ["line"],
        "1 if nothing could be sent over the line lately, 0 otherwise.")
    package static let lineCalls = Metric(
        .counter, "coster_line_calls_total", labels: ["line", "outcome"],
        "Requests over a line by what became of them since the line last changed.")
    package static let linksUp = Metric(
        .gauge, "coster_line_links_up", labels: ["line"],
        "Links to the hosts of a line of kind iso8583 that payments may take.")
    package static let linkWaiting = Metric(
        .gauge, "coster_line_messages_waiting", labels: ["line"],
        "Messages over such links that wait for answers.")
    package static let linkEvents = Metric(
        .counter, "coster_line_link_events_total", labels: ["line", "event"],
        "What happened on such links since the line last changed.")
    package static let webhookAttempts = Metric(
        .counter, "coster_webhook_attempts_total", labels: ["outcome"],
        "Tries to send an event to an endpoint: delivered, failed and due again, or exhausted.")
    package static let webhookOldest = Metric(
        .gauge, "coster_webhook_oldest_seconds",
        "Seconds that the longest waiting delivery to an endpoint has been due.")
    package static let commitsUndone = Metric(
        .counter, "coster_commits_undone_total",
        "Group commits that failed because of one change, and were repeated without it.")
    package static let logPages = Metric(
        .gauge, "coster_log_pages",
        "Pages (4 KiB) in SQLite's log after the last commit; not with PostgreSQL.")
    static let metricsDropped = Metric(
        .counter, "coster_metrics_dropped_total", "Values that found no room among 4,096 series.")
}
