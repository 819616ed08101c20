import Gateway
import Logging
import PaymentEngine
import ServiceLifecycle
import PaymentStorage
import PostgreSQLDatabase
import WebhookDelivery

/// Runs the delivery worker for as long as the server lives, and beside it the deliveries to merchants' endpoints.
struct DeliveryService: Service {
    /// How often the database is read without a wake-up signal.
    private static let interval = Duration.seconds(1)
    /// How often the database is asked for new events and due deliveries.
    private static let webhookInterval = Duration.milliseconds(250)

    let worker: DeliveryWorker
    let webhooks: WebhookLane
    let directory: CurrentDirectory
    let metrics: ServerMetrics
    let logger: Logger
    private let failures = FailureLog()

    init(
        worker: DeliveryWorker, webhooks: WebhookLane, directory: CurrentDirectory,
        metrics: ServerMetrics, logger: Logger
    ) {
        self.worker = worker
        self.webhooks = webhooks
        self.directory = directory
        self.metrics = metrics
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                group.addTask {
                    await worker.run(
                        every: DeliveryService.interval, while: { directory.hasOwnDatabase },
                        trustsClock: { directory.isHealthy }
                    ) { report($0) }
                }
                group.addTask {
                    await PostgreSQLDatabase.$isBackground.withValue(true) { await deliver() }
                }
            }
        }
    }

    /// Delivers events. A server that may have missed a change, such as another secret, sends none.
    private func deliver() async {
        await webhooks.run(
            while: { directory.isCurrent && directory.isHealthy && directory.hasOwnDatabase },
            pause: { await SystemClock.engine.sleep(DeliveryService.webhookInterval) }
        ) { report($0) }
    }

    private func report(_ round: WebhookLane.Round) {
        metrics.record(round)
        if round.exhausted > 0 {
            logger.warning(
                "events weren't delivered within 75 hours; to send them again, run coster webhook resend",
                metadata: ["count": .stringConvertible(round.exhausted)])
        }
        guard round.isUnusable else { return failures.end("webhooks") }
        if !Task.isCancelled, failures.isDue("webhooks", at: SystemClock.engine.uptime()) {
            logger.error("events can't be read from the database; Coster tries again")
        }
    }

    /// Logs the results of a round for the operator.
    func report(_ round: DeliveryWorker.Round) {
        metrics.record(round)
        if round.recovered > 0 {
            logger.warning(
                "abandoned authorizations are reversed",
                metadata: ["count": .stringConvertible(round.recovered)])
        }
        for operation in round.refused {
            logger.error(
                "the acquirer refused an operation after its client got a success reply; settle it with the shop",
                metadata: ["operation": "\(operation)"])
        }
        if let operation = round.refusedReversals.first {
            // One line for all: each is sent again, and may be refused again.
            logger.error(
                "the acquirer refused reversals, and may hold amounts that no client knows; Coster sends them again",
                metadata: [
                    "count": .stringConvertible(round.refusedReversals.count),
                    "operation": "\(operation)",
                ])
        }
        // If the server stops, an interrupted round is done at the next start.
        guard round.failed else { return failures.end("round") }
        if !Task.isCancelled, failures.isDue("round", at: SystemClock.engine.uptime()) {
            logger.error("the database can't be used; Coster tries again")
        }
    }
}

/// The counters that the engine's side adds to the gateway's.
struct ServerMetrics: Sendable {
    private let registry: PrometheusRegistry

    init(_ registry: PrometheusRegistry) {
        self.registry = registry
    }

    /// Exports the database's counts as metrics.
    func watch(_ store: SQLPaymentStore) {
        registry.watch(.commitsUndone) { store.undoneCommits }
        guard store.logPages != nil else { return }
        registry.watch(.logPages) { store.logPages ?? 0 }
    }

    /// Exports the state of the lines.
    func watch(_ lines: ServerLines) {
        watch(lines, .lineDown) { [([], $0.isDown ? 1 : 0)] }
        watch(lines, .lineCalls) { state in
            let counters = state.counters
            return ServerMetrics.labelled(
                "outcome",
                [
                    ("sent", counters.sent), ("not-sent", counters.notSent),
                    ("silence", counters.silence), ("malformed", counters.malformed),
                    ("refused", counters.refused),
                ])
        }
        watch(lines, .linksUp) { $0.links.map { [([], $0.up)] } ?? [] }
        watch(lines, .linkWaiting) { $0.links.map { [([], $0.waiting)] } ?? [] }
        watch(lines, .linkEvents) { state in
            guard let links = state.links else { return [] }
            return ServerMetrics.labelled(
                "event",
                [
                    ("connected", links.connections), ("failed", links.failures),
                    ("bad-frame", links.frameErrors), ("undecodable", links.undecodable),
                    ("unmatched", links.unmatched), ("unknown-request", links.unknownRequests),
                ])
        }
    }

    /// Exports what each line has of a metric, by the labels besides the line's.
    private func watch(
        _ lines: ServerLines, _ metric: Metric,
        _ values: @escaping @Sendable (ServerLines.Health) -> [([MetricLabel], Int)]
    ) {
        registry.watch(all: metric) {
            var all: [[MetricLabel]: Int] = [:]
            for state in lines.health {
                for (labels, value) in values(state) {
                    all[[MetricLabel("line", state.line.value)] + labels] = value
                }
            }
            return all
        }
    }

    private static func labelled(
        _ label: StaticString, _ counts: [(word: String, count: Int)]
    ) -> [([MetricLabel], Int)] {
        counts.map { ([MetricLabel(label, $0.word)], $0.count) }
    }

    func record(_ round: WebhookLane.Round) {
        for (outcome, count) in [
            ("delivered", round.delivered), ("failed", round.failed),
            ("exhausted", round.exhausted),
        ] {
            registry.add(count, to: .webhookAttempts, labels: [MetricLabel("outcome", outcome)])
        }
        // Without the database nobody knows.
        guard !round.isUnusable else { return }
        let waited = round.dueSince.map { SystemClock.now().milliseconds(since: $0) / 1000 } ?? 0
        registry.set(max(0, Int(clamping: waited)), of: .webhookOldest)
    }

    func record(_ round: DeliveryWorker.Round) {
        registry.add(round.told, to: .messagesSent)
        registry.add(round.answered, to: .messagesAnswered)
        registry.add(round.refused.count, to: .messagesRefused)
        registry.add(round.refusedReversals.count, to: .reversalsRefused)
        registry.add(round.recovered, to: .authorizationsAbandoned)
    }
}
