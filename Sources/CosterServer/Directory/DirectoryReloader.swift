import MerchantStorage
import CardVault
import Gateway
import Logging
import Merchants
import PaymentDomain
import PaymentEngine
import ServiceLifecycle
import PaymentStorage
import Synchronization

/// Keeps a running server up to date with the operators' changes, and reports to the database that it runs.
///
/// It reads the database's configuration version a few times a second, and whether it is the same database; that is one
/// cheap query. Commands that must not end before every server has a change wait for the version that it then writes. A
/// server that they don't wait for, because it was silent, accepts no request before its next read (``CurrentDirectory``).
final class DirectoryReloader: Service {
    /// How often the configuration version is looked at.
    private static let interval = Duration.milliseconds(250)
    /// How often the server says that it runs, in looks.
    private static let looksPerBeat = 12
    /// By how much the clocks of a ready server and of its database may differ, in seconds.
    private static let clockDifferenceSeconds: Int64 = 20
    /// How many looks an hour has.
    private static let looksPerHour = 14_400

    let store: SQLPaymentStore
    let directory: CurrentDirectory
    let lines: ServerLines
    let load: @Sendable () async throws(CosterFailure) -> LoadedDirectory
    let servers: ServerCount
    let metrics: PrometheusRegistry
    let logger: Logger
    private let id = PaymentID().value
    private let startedAt = SystemClock.now()
    private let state = Mutex(State())
    private let failures = FailureLog()

    /// Reads and reports separately, so that a database that can't be written, or only slowly, stops no requests.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await self.repeatedly { await self.look($0) } }
                group.addTask { await self.repeatedly { await self.tell($0) } }
            }
        }
        // A server that ended on purpose is not waited for.
        try? await store.merchantStore.forget(node: id)
    }

    private func repeatedly(_ step: (_ number: Int) async -> Void) async {
        var number = 0
        while !Task.isCancelled {
            await step(number)
            number += 1
            await SystemClock.engine.sleep(DirectoryReloader.interval)
        }
    }

    /// The loaded state: everything of one configuration version, but perhaps older keys.
    private struct Taken: Equatable {
        var configurationVersion: Int64 = -1
        var keysVersion: Int64 = -1
    }

    private struct State {
        var taken = Taken()
        /// The database's mark when it was loaded.
        var seen: DatabaseMark?
        /// The loaded state according to the database.
        var told = Taken()
        /// Whether the keys couldn't be read, or were another database's, so that the next beat tries again: of several
        /// connections a few may still lead to the right one.
        var isRetrying = false
    }

    /// One look; the first is best made before the server says that it is ready.
    func look(_ number: Int = 0) async {
        let begun = SystemClock.engine.uptime()
        let before = state.withLock { $0 }
        do {
            let mark = try await store.mark()
            // Once an hour in any case: keys grow older than their period without anyone's act.
            let isHour = number > 0 && number.isMultiple(of: DirectoryReloader.looksPerHour)
            let isBeat = number.isMultiple(of: DirectoryReloader.looksPerBeat)
            if mark != before.seen || isHour || (isBeat && before.isRetrying) {
                // A change made meanwhile has another mark, so the next read loads it.
                let loaded = try await load()
                let areOurs = loaded.keys != .ofOtherDatabase
                // First the revoked secrets are removed; then requests are accepted.
                if areOurs {
                    directory.replace(loaded.directory)
                    lines.refresh()
                }
                directory.note(loaded.keys)
                let keys = loaded.keys
                state.withLock { state in
                    state.seen = mark
                    if areOurs { state.taken.configurationVersion = mark.configurationVersion }
                    if keys == .taken { state.taken.keysVersion = mark.configurationVersion }
                    state.isRetrying = keys == .unreadable || !areOurs
                }
                if areOurs { tellExpiries(at: SystemClock.now()) }
            }
            directory.didRefresh(at: begun)
            failures.end("look")
        } catch {
            complain(
                "look", "operators' changes can't be read from the database; Coster tries again")
        }
    }

    /// Reports to the database that the server runs, and what it has loaded.
    private func tell(_ number: Int) async {
        let (taken, told) = state.withLock { ($0.taken, $0.told) }
        // Another database gets no report of a server that takes nothing in it.
        guard taken.configurationVersion >= 0, directory.hasOwnDatabase,
            taken != told || number.isMultiple(of: DirectoryReloader.looksPerBeat)
        else { return }
        let now = SystemClock.now()
        let begun = SystemClock.engine.uptime()
        do {
            try await store.merchantStore.sendHeartbeat(
                RunningNode(
                    id: id, startedAt: startedAt, seenAt: now,
                    configurationVersion: taken.configurationVersion,
                    keysVersion: taken.keysVersion))
            state.withLock { $0.told = taken }
            let alive = now.adding(seconds: -ServerCount.aliveSeconds)
            servers.set(try await store.merchantStore.nodes(seenSince: alive).count)
            // The report's row is updated in place, also on a full disk; payments need room.
            try await store.checkWritable()
            guard try await agreesWithDatabaseClock() else { return }
            directory.wasTold(at: begun)
            failures.end("tell")
        } catch {
            complain(
                "tell", "the database can't be written, or has no room; Coster tries again")
        }
    }

    /// Whether our clock and the database's agree. A server whose clock is wrong takes its neighbours' authorizations for
    /// abandoned, or leaves its own to nobody, so it is not ready.
    private func agreesWithDatabaseClock() async throws(StoreError) -> Bool {
        let before = SystemClock.now()
        guard let there = try await store.databaseTime() else { return true }
        let most = DirectoryReloader.clockDifferenceSeconds
        let isTooEarly = there < before.adding(seconds: -most)
        let isTooLate = there > SystemClock.now().adding(seconds: most)
        guard !isTooEarly, !isTooLate else {
            complain(
                "clock",
                "this machine's clock and the database's differ by more than 20 seconds; set both with NTP"
            )
            return false
        }
        failures.end("clock")
        return true
    }

    /// Of a server that ends, or did not come to run, nothing is cut off that anyone misses.
    private func complain(_ work: String, _ sentence: Logger.Message) {
        let reason = store.whyUnreachable ?? ""
        guard !Task.isCancelled,
            failures.isDue(work, reason: reason, at: SystemClock.engine.uptime())
        else { return }
        logger.error(sentence, metadata: store.metadata())
    }

    private func tellExpiries(at now: Timestamp) {
        let state = directory.value
        metrics.set(
            all: state.certificates.map { certificate in
                (
                    Int(clamping: certificate.notAfter.milliseconds(since: now) / 1000),
                    [
                        MetricLabel("merchant", certificate.merchant.value),
                        MetricLabel("number", String(certificate.number)),
                        MetricLabel("purpose", certificate.purpose.rawValue),
                    ]
                )
            }, of: .certificateSecondsLeft)
        for certificate in state.certificates {
            let expiry = CertificateExpiry(notAfter: certificate.notAfter, now: now)
            if expiry.isDue {
                logger.warning(
                    "a certificate expires soon; create a request with coster merchant csr",
                    metadata: [
                        "merchant": "\(certificate.merchant)",
                        "certificate": .stringConvertible(certificate.number),
                        "days": .stringConvertible(max(0, expiry.daysLeft)),
                    ])
            }
        }
        tellUnusable(state)
    }

    private func tellUnusable(_ state: MerchantDirectory) {
        for number in state.unusable {
            logger.error(
                "a merchant's key doesn't decrypt, so its tokens or its pages' sessions are refused; run coster doctor",
                metadata: ["certificate": .stringConvertible(number)])
        }
        for line in state.lines.closed {
            logger.warning(
                "a line's secret doesn't decrypt, so its payments are refused; run coster doctor",
                metadata: metadata(.lineSecretClosed, line))
        }
        for line in state.lines.unreadable {
            logger.warning(
                "a line's row can't be read, so its payments are refused; run coster doctor",
                metadata: metadata(.lineUnreadable, line))
        }
        for line in lines.withoutTLS {
            logger.warning(
                "a line's roots or client certificate can't be used, so its payments are refused; run coster doctor",
                metadata: metadata(.lineCertificateRefused, line))
        }
        for rule in state.lines.unreadableRoutes {
            logger.warning(
                "a merchant's rule can't be read, so payments that no earlier rule fits are refused; run coster doctor",
                metadata: [
                    "code": "\(FindingKind.routeUnreadable.rawValue)",
                    "merchant": "\(rule.merchant)", "rule": .stringConvertible(rule.number),
                ])
        }
        for endpoint in state.webhooks.closed {
            logger.warning(
                "an endpoint's secret doesn't decrypt, so its events wait; run coster doctor",
                metadata: metadata(.webhookSecretClosed, endpoint.value))
        }
        for endpoint in state.webhooks.unreadable {
            logger.warning(
                "an endpoint's row can't be read, so it gets no events; run coster doctor",
                metadata: metadata(.webhookUnreadable, endpoint))
        }
    }

    private func metadata(_ finding: FindingKind, _ endpoint: String) -> Logger.Metadata {
        ["code": "\(finding.rawValue)", "endpoint": "\(endpoint)"]
    }

    private func metadata(_ finding: FindingKind, _ line: LineID) -> Logger.Metadata {
        ["code": "\(finding.rawValue)", "line": "\(line)"]
    }

    init(
        store: SQLPaymentStore, directory: CurrentDirectory, lines: ServerLines,
        servers: ServerCount, metrics: PrometheusRegistry, logger: Logger,
        load: @escaping @Sendable () async throws(CosterFailure) -> LoadedDirectory
    ) {
        self.store = store
        self.directory = directory
        self.lines = lines
        self.servers = servers
        self.metrics = metrics
        self.logger = logger
        self.load = load
    }
}
