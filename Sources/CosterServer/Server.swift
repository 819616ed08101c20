import ApplePayToken
import AppleSimulator
import CardVault
import FaultInjection
import Gateway
import Logging
import PaymentDomain
import PaymentEngine
import SandboxAcquirer
import ServiceLifecycle
import PaymentStorage

/// A whole server: the only place that joins the parts.
package struct Server {
    let settings: ServerSettings
    let logger: Logger
    let store: SQLPaymentStore
    private let engine: PaymentEngine
    let sandbox: SandboxMerchant?
    let keyring: VaultKeyring
    let directory: CurrentDirectory
    let servers = ServerCount()
    private let lock: FolderLock?

    /// Opens the database, the vault and the acquirer's line.
    ///
    /// - Throws: Exit code 78 with the problem and its repair.
    package init(_ settings: ServerSettings) async throws(CosterFailure) {
        self.settings = settings
        let level = settings.logLevel
        logger = Logger(label: "coster") { _ in JSONLogHandler(logLevel: level) }
        try settings.data.create()
        try OpenToOthers.refuse(settings)
        if settings.tlsCertificateFile == nil, !OpenToOthers.isLoopback(settings.host) {
            logger.warning(
                "clients reach this address over plain HTTP; only a balancer in front that ends TLS makes this safe",
                metadata: [
                    "code": "\(FindingKind.plainHTTP.rawValue)",
                    "address": "\(settings.host):\(settings.port)",
                ])
        }
        // In a database servers do not take each other's work for a dead one's.
        lock = settings.location.database == nil ? try FolderLock.ofServer(settings.data) : nil
        let simulator = SimulatedAppleStore(directory: settings.data.path)
        let sandbox = settings.isSandbox ? try SandboxMerchant.load(simulator: simulator) : nil
        self.sandbox = sandbox
        // In production tables are changed when someone says so, not when a server happens to start.
        store = try await settings.location.open(mayMigrate: settings.isSandbox)
        if lock != nil { try settings.data.clearInterruptedRestores() }
        let master = try await MasterKeySource.serverKey(settings, store, logger)
        let keyring = try await VaultKeyring(store: store, master: master)
        self.keyring = keyring
        let live = CurrentDirectory(
            try await Server.directory(store, keyring, sandbox, settings, logger).directory)
        directory = live
        let crash = try Server.crashPoint(settings)
        let line: any Acquirer = try await Server.acquirer(settings)
        let ledger = try Server.planted(settings, store)
        engine = PaymentEngine(
            ports: EnginePorts(
                merchant: { live.merchant($0) },
                verifier: try Server.verifier(simulator, settings) { live.earliestSigning },
                vault: keyring.vault,
                ledger: crash.map { CrashingLedger(ledger, at: $0) } ?? ledger,
                recovery: store, reader: store, cards: store, batches: store,
                acquirer: crash.map { CrashingAcquirer(line, at: $0) } ?? line,
                clock: SystemClock.engine, takeUpKey: { await keyring.takeUp($0) }),
            acquirerTimeout: .seconds(settings.acquirerTimeoutSeconds), wakeUp: WakeUpSignal(),
            // Half of the places, so that there is room for what no other request is at.
            mostWaiting: (settings.maximumConcurrentRequests ?? GatewayLimits.concurrentRequests)
                / 2)
    }

    /// Serves until it is stopped, then drains. A drain beyond its time limit is cut off, and ends like any other: the
    /// database has everything that was begun with the acquirer.
    package func run() async throws {
        let worker = DeliveryWorker(engine: engine)
        let gateway = try makeGateway()
        let metrics = ServerMetrics(gateway.metrics)
        metrics.watch(store)
        try await recover(worker, metrics)
        let watch = watch(gateway.metrics)
        // However long that took, who comes when the server is ready is let in.
        await watch.look()
        let delivery = DeliveryService(
            worker: worker, directory: directory, metrics: metrics, logger: logger)
        var parts: [any Service] = [delivery, watch]
        if let moment = settings.settleAt {
            parts.append(
                DailySettlement(
                    moment: moment, store: store, directory: directory, logger: logger))
        }
        parts.append(
            gateway.service { port in
                print("coster: ready on \(scheme)://\(displayHost):\(port)")
            })
        var configuration = ServiceGroupConfiguration(
            services: parts,
            gracefulShutdownSignals: [.sigterm, .sigint] + (HangupPolicy.ends ? [.sighup] : []),
            logger: logger)
        configuration.maximumGracefulShutdownDuration = drainTime
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as GatewayError {
            throw failure(of: error)
        }
        // Requests end after the worker.
        delivery.report(worker.leftOver())
    }

    private func failure(of error: GatewayError) -> CosterFailure {
        switch error {
        case .cannotListen:
            CosterFailure(
                .configuration,
                "The server cannot listen on \(settings.host):\(settings.port). Is the port in use, or for other accounts alone, or is the address not this machine's? Choose another with --listen."
            )
        case .unknownHost:
            CosterFailure(
                .configuration,
                "The server cannot listen on \(settings.host):\(settings.port): no such host is known. Give a name or an address of this machine with --listen, such as 127.0.0.1:8080."
            )
        case .badCertificate, .badKey:
            CosterFailure(
                .configuration,
                "The TLS certificate or key cannot be read. Check both paths, and that both are PEM."
            )
        case .keyMismatch:
            CosterFailure(
                .configuration,
                "The TLS key is not the certificate's. Give the key that the certificate was made for."
            )
        }
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
    private var displayHost: String {
        settings.host.contains(":") ? "[\(settings.host)]" : settings.host
    }

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
                    metadata: ["count": "\(count)"])
            }
        } catch {
            let start = "The books cannot be repaired after the last stop (\(error.rawValue))."
            let failure =
                switch error {
                case .unavailable, .indeterminate:
                    CosterFailure(
                        .configuration,
                        "\(start) Check the folder's owner and free space; coster doctor says more."
                    )
                case .corrupt:
                    CosterFailure(.internalFault, "\(start) coster audit says more.")
                }
            throw failure
        }
    }

    private var gatewayConfiguration: GatewayConfiguration {
        var configuration = GatewayConfiguration(host: settings.host, port: settings.port)
        if let limit = settings.bodyLimit { configuration.bodyLimit = limit }
        if let limit = settings.maximumConnections { configuration.maximumConnections = limit }
        if let limit = settings.maximumConcurrentRequests {
            configuration.maximumConcurrentRequests = limit
        }
        if let limit = settings.maximumQueuedRequests {
            configuration.maximumQueuedRequests = limit
        }
        if let share = settings.maximumMerchantShare { configuration.merchantShare = share }
        configuration.newConnectionsPerAddress = settings.maximumNewConnectionsPerAddress
        configuration.requestsPerSecond = settings.maximumRequestsPerSecond
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
        services.allowsOrigin = { directory.allows(origin: $0, $1) }
        var gateway = Gateway(
            configuration: gatewayConfiguration, services: services, logger: logger)
        registerDialects(&gateway)
        return gateway
    }
}
