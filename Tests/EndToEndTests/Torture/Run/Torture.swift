import Glibc
import PaymentDomain
import Synchronization

/// One run: clients, faults, rest, and the comparison of the three books.
struct Torture: Sendable {
    /// Every unknown outcome must be known so long after all is well again.
    static let resolution = Duration.seconds(60)
    /// The same over lines that look an unanswered request up: until a minute has passed, it may be on its way. A message
    /// whose first try got no answer waits that minute, and then as long as any other.
    static let resolutionByLookup = Duration.seconds(120)
    /// How long a batch is open.
    private static let batch = Duration.seconds(6)

    let database: TortureDatabase
    let seed: UInt64
    let plan: Nemesis.Plan
    var clients = 6
    /// A bug that the servers are to have.
    var environment: [String: String] = [:]
    /// Whether payments go out over lines to acquirers.
    var usesLines = false
    /// Whether the merchant has receivers of events.
    var hasReceivers = false
    /// Prints how it goes on.
    var isTalking = false

    /// Runs, and tells all that there is to tell.
    func run() async throws -> TortureReport {
        let kept = Mutex<TortureReport?>(nil)
        try await Cluster.lend(
            on: database, seed: seed, environment, usesLines: usesLines
        ) { cluster in
            let report = try await run(cluster)
            kept.withLock { $0 = report }
        }
        guard let report = kept.withLock({ $0 }) else { throw StillWaiting() }
        return report
    }

    private func run(_ cluster: Cluster) async throws -> TortureReport {
        let ledger = Ledger(seed: seed)
        let counts = FaultCounts()
        let end = RunEnd()
        let start = ContinuousClock.now
        var report = TortureReport(database: database, seed: seed)
        let reader = SnapshotReader(database: cluster.database)
        let receivers = hasReceivers ? try await TortureReceivers(cluster, seed: seed) : nil
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<clients {
                group.addTask {
                    var client = TortureClient(
                        number: number, cluster: cluster, ledger: ledger, seed: seed)
                    try await client.run { end.hasCome }
                }
            }
            group.addTask { await reader.run { end.hasCome } }
            for receiver in receivers?.receivers ?? [] {
                group.addTask { try await receiver.run { end.hasCome } }
            }
            group.addTask {
                try await closeBatches(cluster, counts) { end.hasCome }
            }
            group.addTask {
                defer { end.come() }
                var nemesis = Nemesis(cluster, plan: plan, seed: seed, counts: counts)
                try await nemesis.run()
                try await cluster.heal(clocks: plan.clocks)
            }
            if isTalking {
                group.addTask {
                    await talk(counts, ledger, start) { end.hasCome }
                }
            }
            try await group.waitForAll()
        }
        report.breaches = reader.breaches
        report.reads = reader.reads
        try await rest(cluster, &report)
        if let receivers {
            let rest = try await receivers.rest()
            report.breaches += try await receivers.breaches()
            report.webhooks = try await receivers.figures(rest: rest)
        }
        let database = ThreeLedgers(
            clients: ledger.payments, ours: try await cluster.database.payments(),
            theirs: cluster.host.database.accounts)
        report.breaches += BookChecker.breaches(database)
        report.breaches += cluster.host.reusedNumbers.map {
            Breach(kind: .doubled, payment: "all", sentence: "trace number \($0)")
        }
        report.count(
            database, ledger.answers, counts, cluster.host, plan, usesLines: usesLines)
        let audit = try await cluster.audit()
        if audit.ending != .exited(0) {
            report.breaches.append(
                Breach(kind: .audit, payment: "all", sentence: "\(audit.ending) \(audit.output)"))
        }
        report.duration = ContinuousClock.now - start
        return report
    }

    /// Waits until nothing is open any more.
    private func rest(_ cluster: Cluster, _ report: inout TortureReport) async throws {
        let start = ContinuousClock.now
        var open = try await cluster.database.open()
        report.openAtRest = open.payments + open.advices
        let limit = usesLines ? Torture.resolutionByLookup : Torture.resolution
        var late: OurDatabase.Open?
        while !open.isNothing, ContinuousClock.now - start < plan.patience {
            await TortureClock.pause(.milliseconds(100))
            open = try await cluster.database.open()
            if late == nil, ContinuousClock.now - start > limit { late = open }
        }
        report.slowestResolution = ContinuousClock.now - start
        guard report.slowestResolution > limit else { return }
        report.breaches.append(
            Breach(
                kind: .unresolved, payment: "all",
                sentence:
                    "\(report.slowestResolution.printed) after all was well, at "
                    + "\(presentTime().milliseconds); open after \(limit.printed): "
                    + (late.map { "\($0)" } ?? "nothing")))
    }

    /// Closes the batch now and then, as the operator does.
    private func closeBatches(
        _ cluster: Cluster, _ counts: FaultCounts, until isOver: @Sendable () -> Bool
    ) async throws {
        var last = ContinuousClock.now
        while !isOver() {
            await TortureClock.pause(.milliseconds(200))
            guard ContinuousClock.now - last >= Torture.batch else { continue }
            last = ContinuousClock.now
            if try await cluster.settle() { counts.batches.add(1, ordering: .relaxed) }
        }
    }

    private func talk(
        _ counts: FaultCounts, _ ledger: Ledger, _ start: ContinuousClock.Instant,
        until isOver: @Sendable () -> Bool
    ) async {
        var last = start
        while !isOver() {
            await TortureClock.pause(.milliseconds(200))
            guard ContinuousClock.now - last >= .seconds(10) else { continue }
            last = ContinuousClock.now
            say(
                "\(database.rawValue) \((last - start).printed): \(counts[.kill]) kills, "
                    + "\(ledger.payments.count) tokens")
        }
    }

    /// Writes a line to standard error, which no test runner holds back.
    private func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}

/// The end of the faults: whoever goes on until then looks at it.
final class RunEnd: Sendable {
    private let state = Atomic(false)

    var hasCome: Bool { state.load(ordering: .relaxed) }

    func come() {
        state.store(true, ordering: .relaxed)
    }
}

/// Reads our books while everything goes on: the money equation holds at every read.
final class SnapshotReader: Sendable {
    private struct State {
        var reads = 0
        var breaches: Set<Breach> = []
    }

    private static let newest = 400

    private let database: OurDatabase
    private let state = Mutex(State())

    init(database: OurDatabase) {
        self.database = database
    }

    var reads: Int { state.withLock { $0.reads } }

    var breaches: [Breach] { Array(state.withLock { $0.breaches }) }

    func run(until isOver: @Sendable () -> Bool) async {
        while !isOver() {
            await TortureClock.pause(.milliseconds(150))
            // Books that are down now are read the next time.
            guard let payments = try? await database.payments(newest: Self.newest) else { continue }
            let unsound = payments.filter { !$0.isSoundAtAnyTime }
            state.withLock { state in
                state.reads += 1
                for our in unsound {
                    state.breaches.insert(
                        Breach(
                            kind: .equation, payment: our.id,
                            sentence: "at a read; " + ThreeLedgers.views(nil, our, nil)))
                }
            }
        }
    }
}

extension OurPayment {
    /// Whether the equation holds, which it does at every moment.
    var isSoundAtAnyTime: Bool {
        amounts.isSound && amounts.refunded <= amounts.captured
            && amounts.captured <= amounts.authorized - amounts.released
            && amounts.authorized <= requested && (isHeld || amounts.authorized == 0)
    }
}
