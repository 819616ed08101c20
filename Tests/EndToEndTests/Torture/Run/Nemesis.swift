import SeededRandom
import Synchronization

/// What befalls a cluster, drawn from a seed.
struct Nemesis: Sendable {
    /// One thing that it does.
    enum Fault: String, Sendable, Hashable, CaseIterable {
        case kill, hostKill, pause, longPause, databaseCrash, badLink, clockJump, diskFull,
            failedSync
    }

    let cluster: Cluster
    let plan: Plan
    var generator: SeededGenerator
    let counts: FaultCounts
    /// Who is in a long pause, while everything else goes on.
    private var sleeper: Sleeper?
    /// When the acquirer that was killed starts again, while everything else goes on.
    private var hostStart: ContinuousClock.Instant?

    private struct Sleeper {
        let node: Node
        let end: ContinuousClock.Instant
    }

    init(_ cluster: Cluster, plan: Plan, seed: UInt64, counts: FaultCounts) {
        self.cluster = cluster
        self.plan = plan
        self.counts = counts
        generator = SeededGenerator(seed: seed, stream: "nemesis")
    }

    /// Goes on until it has killed and lasted enough, or is cancelled.
    mutating func run() async throws {
        let start = ContinuousClock.now
        try cluster.host.change(plan.weather)
        cluster.host.refuse(percent: plan.refusals)
        for (node, offset) in zip(cluster.nodes, plan.clocks) {
            node.shim.set(.clockOffset, offset)
        }
        for node in cluster.nodes { node.shim.set(.syncDelay, plan.syncDelay) }
        while !Task.isCancelled,
            counts[.kill] < plan.kills || ContinuousClock.now - start < plan.duration
        {
            wakeSleeper()
            try startHost()
            if let fault = draw() { try await strike(fault) }
            await pause(plan.calm)
        }
    }

    /// Ends a long pause whose time is over; at the end of everything all nodes are woken.
    private mutating func wakeSleeper() {
        guard let sleeper, sleeper.end <= ContinuousClock.now else { return }
        sleeper.node.resume()
        self.sleeper = nil
    }

    /// Starts the acquirer again whose time is over; at the end of everything it is started anyway.
    private mutating func startHost() throws {
        guard let hostStart, hostStart <= ContinuousClock.now else { return }
        try cluster.host.start()
        self.hostStart = nil
    }

    private mutating func draw() -> Fault? {
        guard !plan.weights.isEmpty else { return nil }
        let faults = Fault.allCases.filter { plan.weights[$0] != nil }
        var roll = Int.random(
            in: 0..<faults.reduce(0) { $0 + (plan.weights[$1] ?? 0) }, using: &generator)
        for fault in faults {
            roll -= plan.weights[fault] ?? 0
            if roll < 0 { return fault }
        }
        return nil
    }

    private mutating func strike(_ fault: Fault) async throws {
        counts.draws.add(1, ordering: .relaxed)
        let drawn = Int.random(in: 0..<cluster.nodes.count, using: &generator)
        // Who sleeps is left alone, since a kill would end it.
        let awake = cluster.nodes.filter { !$0.isAsleep }
        let node = plan.victim.map { cluster.nodes[$0] } ?? awake[drawn % awake.count]
        switch fault {
        case .kill: try await kill(node)
        case .hostKill:
            guard cluster.host.kill() else { return }
            counts.add(.hostKill)
            let length = Int.random(in: plan.deaths, using: &generator)
            hostStart = ContinuousClock.now + .milliseconds(length)
        case .pause:
            guard node.pause() else { return }
            counts.add(.pause)
            await pause(plan.pauses)
            node.resume()
        case .longPause:
            guard sleeper == nil, awake.count > 1, node.fallAsleep() else { return }
            counts.add(.longPause)
            let length = Int.random(in: plan.longPauses, using: &generator)
            sleeper = Sleeper(node: node, end: ContinuousClock.now + .milliseconds(length))
        case .databaseCrash:
            counts.add(.databaseCrash)
            try await cluster.postgreSQL?.crash()
        case .badLink:
            counts.add(.badLink)
            try cluster.host.change(.bad(&generator))
            if generator.happens(60) {
                await pause(300...2_500)
                try cluster.host.change(.fine)
            }
        case .clockJump:
            counts.add(.clockJump)
            node.shim.set(
                .clockOffset,
                Int64.random(in: -plan.clockJump...plan.clockJump, using: &generator))
        case .diskFull:
            counts.add(.diskFull)
            node.shim.set(.bytesLeft, Int64.random(in: 0...40_000, using: &generator))
            node.shim.set(.diskHasEnd, 1)
            await pause(200...1_000)
            node.shim.mendDisk()
        case .failedSync:
            counts.add(.failedSync)
            node.shim.set(.syncFails, 1)
            await pause(200...600)
            node.shim.mendDisk()
            // What failed to reach the disk once is not tried again: the process is started again.
            try await kill(node)
        }
    }

    private mutating func kill(_ node: Node) async throws {
        let others = cluster.nodes.filter { $0.name != node.name && !$0.isAsleep }
        if await node.kill() { counts.add(.kill) }
        if generator.happens(15) {
            for other in others where await other.kill() { counts.add(.kill) }
        }
        if generator.happens(30) { await pause(50...400) }
        node.shim.set(.failedSyncs, 0)
        for dead in [node] + others { try await dead.startAtLast(within: .seconds(30)) }
        await pause(50...300)
    }

    private mutating func pause(_ milliseconds: ClosedRange<Int>) async {
        await TortureClock.pause(
            .milliseconds(Int.random(in: milliseconds, using: &generator)))
    }
}

/// How often each fault was given, and each batch closed.
final class FaultCounts: Sendable {
    let batches = Atomic(0)
    /// How often a fault was drawn, whether or not it could be given.
    let draws = Atomic(0)
    private let counts = Mutex<[Nemesis.Fault: Int]>([:])

    func add(_ fault: Nemesis.Fault) {
        counts.withLock { $0[fault, default: 0] += 1 }
    }

    subscript(_ fault: Nemesis.Fault) -> Int { counts.withLock { $0[fault] ?? 0 } }

    var all: [Nemesis.Fault: Int] { counts.withLock { $0 } }
}
