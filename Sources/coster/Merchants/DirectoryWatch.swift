import CardVault
import Gateway
import Logging
import Merchants
import PaymentDomain
import PaymentEngine
import ServiceLifecycle
import Storage

/// Keeps a running server up to date with what operators change, and tells the books that it runs.
///
/// It looks at the books' epoch a few times a second, which costs one cheap query. Commands that
/// must not end before every server has a change wait for the epoch that it then writes down; a server
/// that they do not wait for, since it was silent, lets nobody in before its next look (``LiveDirectory``).
struct DirectoryWatch: Service {
    /// How often the epoch is looked at.
    private static let interval = Duration.milliseconds(250)
    /// How often the server says that it runs, in looks.
    private static let looksPerBeat = 12
    /// How many looks an hour has.
    private static let looksPerHour = 14_400

    let store: DatabaseStore
    let directory: LiveDirectory
    let load: @Sendable () async throws(CosterFailure) -> LoadedDirectory
    let servers: ServerCount
    let metrics: PrometheusRegistry
    let logger: Logger
    private let id = PaymentID().value
    private let startedAt = SystemClock.now()

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var taken = Standing()
            var look = 0
            while !Task.isCancelled {
                taken = await step(taken, look)
                look += 1
                await SystemClock.engine.sleep(DirectoryWatch.interval)
            }
        }
        // A server that ended on purpose is not waited for.
        try? await store.forget(node: id)
    }

    /// What is taken up: everything of one epoch, but perhaps older keys.
    private struct Standing {
        var epoch: Int64 = -1
        var keysEpoch: Int64 = -1
        /// Whether the keys could not be read, so that the next beat tries again.
        var isRetrying = false
    }

    /// One look.
    ///
    /// - Returns: What is taken up after it.
    private func step(_ taken: Standing, _ look: Int) async -> Standing {
        let now = SystemClock.now()
        let begun = SystemClock.engine.uptime()
        var reached = taken
        do {
            let epoch = try await store.epoch()
            // Once an hour in any case: keys grow older than their period without anyone's act.
            let isHour = look > 0 && look.isMultiple(of: DirectoryWatch.looksPerHour)
            let isBeat = look.isMultiple(of: DirectoryWatch.looksPerBeat)
            if epoch != taken.epoch || isHour || (isBeat && taken.isRetrying) {
                let loaded = try await load()
                directory.replace(loaded.directory)
                reached.epoch = epoch
                if loaded.keys == .taken { reached.keysEpoch = epoch }
                reached.isRetrying = loaded.keys == .unreadable
                tellExpiries(at: now)
            }
            directory.wasSeen(at: begun)
            if epoch != taken.epoch || isBeat {
                try await store.tell(
                    RunningNode(
                        id: id, startedAt: startedAt, seenAt: now, epoch: reached.epoch,
                        keysEpoch: reached.keysEpoch))
                directory.wasTold(at: begun)
                let alive = now.adding(seconds: -ServerCount.aliveSeconds)
                servers.set(try await store.nodes(seenSince: alive).count)
            }
        } catch {
            logger.error("what operators changed cannot be read; the next look tries again")
        }
        return reached
    }

    private func tellExpiries(at now: Timestamp) {
        let standing = directory.value
        metrics.set(
            all: standing.certificates.map { certificate in
                (
                    Int(clamping: certificate.notAfter.milliseconds(since: now) / 1000),
                    [
                        MetricLabel("merchant", certificate.merchant.value),
                        MetricLabel("number", String(certificate.number)),
                        MetricLabel("purpose", certificate.purpose.rawValue),
                    ]
                )
            }, of: "coster_certificate_seconds_left",
            help: "Seconds until a merchant's certificate expires.")
        for certificate in standing.certificates {
            let expiry = CertificateExpiry(notAfter: certificate.notAfter, now: now)
            if expiry.isDue {
                logger.warning(
                    "a certificate expires soon; make a request with coster merchant csr",
                    metadata: [
                        "merchant": "\(certificate.merchant)",
                        "certificate": "\(certificate.number)",
                        "days": "\(max(0, expiry.daysLeft))",
                    ])
            }
        }
        for number in standing.unusable {
            logger.error(
                "a merchant's key does not open, so that its tokens are refused; run coster doctor",
                metadata: ["certificate": "\(number)"])
        }
    }

    init(
        store: DatabaseStore, directory: LiveDirectory, servers: ServerCount,
        metrics: PrometheusRegistry, logger: Logger,
        load: @escaping @Sendable () async throws(CosterFailure) -> LoadedDirectory
    ) {
        self.store = store
        self.directory = directory
        self.servers = servers
        self.metrics = metrics
        self.logger = logger
        self.load = load
    }
}
