import ApplePayToken
import AppleSimulator
import CardVault
import FaultInjection
import Gateway
import Logging
import PaymentDomain
import PaymentEngine
import SandboxAcquirer
import SandboxPages
import ServiceLifecycle
import PaymentStorage
import WebhookDelivery

/// A whole server: the only place that joins the parts.
package struct Server {
    let settings: ServerSettings
    let logger: Logger
    let store: SQLPaymentStore
    let engine: PaymentEngine
    let sandbox: SandboxMerchant?
    let keyring: VaultKeyring
    private let masterKeyID: String
    let directory: CurrentDirectory
    let sessions: WebSessions
    let lines: ServerLines
    let servers = ServerCount()
    private let lock: FolderLock?

    /// Opens the database, the vault and the acquirer's line.
    ///
    /// - Throws: Exit code 78 with the problem and its repair.
    package init(_ settings: ServerSettings) async throws(CosterFailure) {
        self.settings = settings
        let level = settings.logLevel
        logger = Logger(label: "coster") { _ in JSONLogHandler(logLevel: level) }
        try Server.refuseNewProduction(settings)
        try Server.createFolder(settings, logger)
        try OpenToOthers.refuse(settings)
        Server.warnOfPlainHTTP(settings, logger)
        // A folder has one server. Servers that share a database know which of them are alive, so they need no lock.
        lock = settings.location.database == nil ? try FolderLock.ofServer(settings.data) : nil
        let simulator = SimulatedAppleStore(directory: settings.data.path)
        let sandbox =
            settings.isSandbox ? try await SandboxMerchant.load(simulator: simulator) : nil
        self.sandbox = sandbox
        // In production tables are changed when someone says so, not when a server happens to start.
        store = try await settings.location.open(mayMigrate: settings.isSandbox)
        if lock != nil { try settings.data.clearInterruptedRestores() }
        let master = try await MasterKeySource.serverKey(settings, store, logger)
        let keyring = try await VaultKeyring(store: store, master: master)
        self.keyring = keyring
        masterKeyID = master.id
        let live = CurrentDirectory(
            try await Server.directory(store, keyring, sandbox, settings, logger).directory)
        directory = live
        sandbox?.apple.use(live)
        sessions = WebSessions(
            live, servers: sandbox?.apple.servers ?? .apple, isSandbox: settings.isSandbox)
        try await Server.refuseOtherMode(live.lines, store, settings)
        let crash = try Server.crashPoint(settings)
        let lines = ServerLines(
            live, sandbox: settings.isSandbox ? try await Server.acquirer(settings) : nil,
            timeout: .seconds(settings.acquirerTimeoutSeconds)
        ) { line in crash.map { CrashingAcquirer(line, at: $0) } ?? line }
        self.lines = lines
        let ledger = try Server.planted(settings, store)
        engine = PaymentEngine(
            ports: EnginePorts(
                merchant: { live.merchant($0) },
                verifier: try Server.verifier(simulator, settings) { live.earliestSigning },
                vault: keyring.vault,
                ledger: crash.map { CrashingLedger(ledger, at: $0) } ?? ledger,
                recovery: store, reader: store, cards: store, batches: store,
                lines: lines,
                clock: SystemClock.engine, takeUpKey: { await keyring.takeUp($0) }),
            acquirerTimeout: .seconds(settings.acquirerTimeoutSeconds), wakeUp: WakeUpSignal(),
            // Half of the places, so that there is room for what no other request is at.
            mostWaiting: settings.maximumConcurrentRequests / 2)
    }

    /// Serves until it is stopped, then drains. A drain beyond its time limit is cut off, and ends like any other: the
    /// database has everything that was begun with the acquirer.
    package func run() async throws {
        let worker = DeliveryWorker(
            engine: engine,
            retention: RetentionPeriods(
                eventDays: Int64(settings.eventsKeptDays),
                deliveryDays: Int64(settings.deliveriesKeptDays)))
        let gateway = try makeGateway()
        let metrics = ServerMetrics(gateway.metrics)
        metrics.watch(store)
        metrics.watch(lines)
        lines.refresh()
        await lines.waitUntilTried()
        try await recover(worker, metrics)
        let watch = watch(gateway.metrics)
        // However long that took, who comes when the server is ready is let in.
        await watch.look()
        let webhooks = WebhookLane(
            DatabaseWebhooks(store, directory, logger),
            client: WebhookClient(settings.webhookRules, now: SystemClock.engine.now),
            now: SystemClock.engine.now)
        let delivery = DeliveryService(
            worker: worker, webhooks: webhooks, directory: directory, metrics: metrics,
            logger: logger)
        var parts: [any Service] = [delivery, watch]
        if let moment = settings.settleAt {
            parts.append(
                DailySettlement(
                    moment: moment, store: store, directory: directory, logger: logger))
        }
        parts.append(
            gateway.service { port in
                let address = settings.listen.with(port: port)
                logger.notice("server started", metadata: startMetadata(address))
                print("coster: ready on \(scheme)://\(address)")
            })
        var configuration = ServiceGroupConfiguration(
            services: parts,
            gracefulShutdownSignals: [.sigterm, .sigint] + (HangupPolicy.ends ? [.sighup] : []),
            logger: logger)
        configuration.maximumGracefulShutdownDuration = drainTime
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as GatewayError {
            throw CosterFailure(StartError(error, settings))
        }
        await sandbox?.apple.stop()
        await lines.drain()
        // Requests end after the worker.
        delivery.report(worker.leftOver())
        logger.notice("server stopped")
    }

    /// Refuses production in a folder without a database: a sandbox makes one, and production is set up by commands.
    private static func refuseNewProduction(_ settings: ServerSettings) throws(CosterFailure) {
        guard !settings.isSandbox, settings.location.database == nil,
            FileFacts.of(
                settings.data.databaseFile, name: settings.data.databaseFile, followsLinks: true)
                == nil
        else { return }
        throw CosterFailure(StartError.notSetUp(folder: settings.data.path))
    }

    /// Keeps sandboxes and live lines apart: a sandbox trusts the simulator, whose tokens anyone can make. And a copy of a
    /// live database would send its messages to the acquirer.
    private static func refuseOtherMode(
        _ lines: LineDirectory, _ store: SQLPaymentStore, _ settings: ServerSettings
    ) async throws(CosterFailure) {
        guard !settings.isSandbox else {
            guard lines.hasLiveLine else { return }
            throw CosterFailure(StartError.sandboxWithLiveLine)
        }
        guard lines.hasLiveLine else { throw CosterFailure(StartError.noLiveLine) }
        let first = try await DatabaseSession.firstLine(store)
        guard first != .sandbox else { throw CosterFailure(StartError.databaseOfSandbox) }
    }

    private static func warnOfPlainHTTP(_ settings: ServerSettings, _ logger: Logger) {
        guard settings.tlsCertificateFile == nil, !OpenToOthers.isLoopback(settings.listen.host)
        else { return }
        logger.warning(
            "clients reach this address over plain HTTP; put a TLS proxy in front, or set tls-certificate-file",
            metadata: [
                "code": "\(FindingKind.plainHTTP.rawValue)", "address": "\(settings.listen)",
            ])
    }

    /// Creates a missing data folder, and says so: the path may be mistyped.
    private static func createFolder(
        _ settings: ServerSettings, _ logger: Logger
    ) throws(CosterFailure) {
        let folder = settings.data
        let isNew = FileFacts.of(folder.path, name: folder.path, followsLinks: true) == nil
        try folder.create()
        if isNew { logger.notice("data folder created", metadata: ["data": "\(folder.path)"]) }
    }

    private func startMetadata(_ address: HostAndPort) -> Logger.Metadata {
        [
            "version": "\(CosterVersion.current)",
            "mode": settings.isSandbox ? "sandbox" : "production",
            "data": "\(settings.data.path)",
            "database": settings.location.database == nil ? "sqlite" : "postgresql",
            "key": "\(masterKeyID)", "address": "\(address)",
        ]
    }

    /// The time in which all that was accepted can be answered: its body may still have to come, a
    /// request may wait for its turn behind one that waits for the acquirer, and its client may take a
    /// while to read the reply.
    private var drainTime: Duration {
        .seconds(
            GatewayLimits.bodySeconds + 2 * settings.acquirerTimeoutSeconds
                + GatewayLimits.lingerSeconds)
    }

    private var scheme: String { settings.tlsCertificateFile == nil ? "http" : "https" }

    /// Every intent in a folder's database is a dead process's, because this one hasn't served yet. In a shared
    /// database it may be a neighbour's, and is abandoned at its deadline, in the worker's rounds.
    private func recover(
        _ worker: DeliveryWorker, _ metrics: ServerMetrics
    ) async throws(CosterFailure) {
        guard !store.isShared else { return }
        do {
            let count = try await worker.recoverAfterRestart(at: SystemClock.now())
            metrics.record(DeliveryWorker.Round(recovered: count))
            if count > 0 {
                logger.warning(
                    "authorizations of an earlier process are reversed",
                    metadata: ["count": .stringConvertible(count)])
            }
        } catch {
            throw CosterFailure(StartError.cannotRecover(error))
        }
    }

    private var gatewayConfiguration: GatewayConfiguration {
        let address = settings.listen
        var configuration = GatewayConfiguration(host: address.host, port: address.port)
        configuration.bodyLimit = settings.bodyLimit
        configuration.maximumConnections = settings.maximumConnections
        configuration.maximumConcurrentRequests = settings.maximumConcurrentRequests
        configuration.maximumQueuedRequests = settings.maximumQueuedRequests
        configuration.merchantShare = settings.maximumMerchantShare
        configuration.newConnectionsPerAddress = settings.maximumNewConnectionsPerAddress
        configuration.requestsPerSecond = settings.maximumRequestsPerSecond
        configuration.pageRequestsPerSecond = settings.pageRequestsPerSecond
        let servers = servers
        configuration.servers = { servers.value }
        if let certificate = settings.tlsCertificateFile, let key = settings.tlsKeyFile {
            configuration.tls = TLSFiles(certificate: certificate, key: key)
        }
        return configuration
    }

    private func makeGateway() throws(CosterFailure) -> Gateway {
        let engine = engine
        let authenticator = Authenticator(directory: directory, vault: keyring.vault)
        let directory = directory
        let store = store
        let lines = lines
        let databaseProbe = ReadinessProbe(uptime: SystemClock.engine.uptime) {
            await DatabaseSession.areUsable(store)
        }
        var services = GatewayServices(
            authenticate: { dialect, presented, address in
                await authenticator.verdict(
                    dialect: dialect, presented, from: address, at: SystemClock.now())
            },
            execute: { command, origin, now in
                do throws(PaymentRefusal) {
                    return .success(try await engine.execute(command, from: origin, at: now))
                } catch {
                    return .failure(error)
                }
            },
            isReady: {
                guard directory.isCurrent, directory.isHealthy else { return false }
                return await databaseProbe.answer()
            },
            now: { SystemClock.now() })
        services.linesDown = { lines.down.map(\.value) }
        services.allowsOrigin = { directory.allows(origin: $0, $1) }
        let log = settings.isSandbox ? ExchangeLog() : nil
        services.seen = log.map(Server.show)
        var gateway = Gateway(
            configuration: gatewayConfiguration, services: services, logger: logger)
        registerDialects(&gateway)
        if let log { try registerSandboxPages(&gateway, log) }
        return gateway
    }
}
