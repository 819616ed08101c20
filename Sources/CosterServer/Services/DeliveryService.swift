import Gateway
import Logging
import PaymentEngine
import ServiceLifecycle
import PaymentStorage

/// Runs the delivery worker for as long as the server lives.
struct DeliveryService: Service {
    /// How often the database is read without a wake-up signal.
    private static let interval = Duration.seconds(1)

    let worker: DeliveryWorker
    let directory: CurrentDirectory
    let metrics: ServerMetrics
    let logger: Logger
    private let failures = FailureLog()

    init(
        worker: DeliveryWorker, directory: CurrentDirectory, metrics: ServerMetrics, logger: Logger
    ) {
        self.worker = worker
        self.directory = directory
        self.metrics = metrics
        self.logger = logger
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await worker.run(
                every: DeliveryService.interval, while: { directory.hasOwnDatabase },
                trustsClock: { directory.isHealthy }
            ) { report($0) }
        }
    }

    /// Logs the results of a round for the operator.
    func report(_ round: DeliveryWorker.Round) {
        metrics.record(round)
        if round.recovered > 0 {
            logger.warning(
                "abandoned authorizations are reversed",
                metadata: ["count": "\(round.recovered)"])
        }
        for operation in round.refused {
            logger.error(
                "an operation that its client was told stands was refused by the acquirer",
                metadata: ["operation": "\(operation)"])
        }
        if let operation = round.refusedReversals.first {
            // One line for all: each is sent again, and may be refused again.
            logger.error(
                "reversals were refused by the acquirer, which may have booked what no client knows of; they are told again",
                metadata: [
                    "count": "\(round.refusedReversals.count)",
                    "operation": "\(operation)",
                ])
        }
        // If the server stops, an interrupted round is done at the next start.
        guard round.failed else { return failures.end("round") }
        if !Task.isCancelled, failures.isDue("round", at: SystemClock.engine.uptime()) {
            logger.error("the books could not be used; the next round tries again")
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
        registry.watch(
            .counter, "coster_commits_undone_total",
            help: "Commits of several changes that were undone for one of them, and made again."
        ) { store.undoneCommits }
        guard store.logPages != nil else { return }
        registry.watch(
            .gauge, "coster_log_pages",
            help: "Pages in SQLite's log of changes, which begins anew once all are copied."
        ) { store.logPages ?? 0 }
    }

    func record(_ round: DeliveryWorker.Round) {
        registry.add(
            round.told, to: "coster_advices_told_total", help: "Advices told to the acquirer.")
        registry.add(
            round.answered, to: "coster_advices_answered_total",
            help: "Advices that the acquirer answered.")
        registry.add(
            round.refused.count, to: "coster_advices_refused_total",
            help: "Operations that the acquirer refused after their client had been answered.")
        registry.add(
            round.refusedReversals.count, to: "coster_reversals_refused_total",
            help: "Reversals that the acquirer refused, counted each time that one is told.")
        registry.add(
            round.recovered, to: "coster_authorizations_abandoned_total",
            help: "Authorizations found without an outcome, and reversed.")
    }
}
