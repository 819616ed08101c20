import AppleSimulator
import PaymentDomain
import Testing

/// The servers of a run, their database and their acquirer.
struct Cluster: Sendable {
    let kind: TortureDatabase
    let folder: String
    let nodes: [Node]
    let host: AcquirerHost
    let database: OurDatabase
    let postgreSQL: PrivatePostgreSQL?
    /// A phone that pays the sandbox's merchant.
    let device: SimulatedDevice

    private static let settings = [
        "COSTER_ACQUIRER_TIMEOUT_SECONDS": "2", "COSTER_TOKEN_MAX_AGE_SECONDS": "3600",
    ]

    /// Lends a cluster that has just started, and removes it.
    ///
    /// - Parameter usesLines: Whether payments go out over lines to acquirers, in place of the sandbox's own.
    static func lend(
        on kind: TortureDatabase, seed: UInt64, _ more: [String: String] = [:],
        usesLines: Bool = false, _ body: @Sendable (Cluster) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            let environment = settings.merging(more) { $1 }
            switch kind {
            case .sqlite:
                try await lend(kind, place.path, nil, seed, environment, usesLines, body)
            case .postgreSQL:
                try await PrivatePostgreSQL.lend { database in
                    try await lend(
                        kind, place.path, database, seed,
                        environment.merging(["COSTER_DATABASE_URL": database.url]) { $1 },
                        usesLines, body)
                }
            }
        }
    }

    private static func lend(
        _ kind: TortureDatabase, _ folder: String, _ database: PrivatePostgreSQL?,
        _ seed: UInt64, _ environment: [String: String], _ usesLines: Bool,
        _ body: (Cluster) async throws -> Void
    ) async throws {
        let host = try AcquirerHost(seed: seed)
        defer { host.hangUp() }
        let nodes = try (0..<kind.nodes).map { index in
            try Node(
                name: "\(index)", folder: folder,
                environment: environment.merging(host.setting) { $1 })
        }
        // One after the other: the first makes the keys that all use.
        for node in nodes { try await node.start() }
        if usesLines {
            try await host.lead(
                ["--data", folder] + (database.map { ["--database-url", $0.url] } ?? []))
        }
        let cluster = Cluster(
            kind: kind, folder: folder, nodes: nodes, host: host,
            database: OurDatabase(place: database.map { .database($0.url) } ?? .folder(folder)),
            postgreSQL: database, device: try #require(nodes[0].server).device)
        do {
            try await body(cluster)
        } catch {
            for node in nodes { await node.kill() }
            throw error
        }
        for node in nodes { await node.kill() }
    }

    /// A fresh token.
    func token(_ amount: Money) throws -> SimulatedToken {
        try device.pay(SimulatedOrder(amount: amount, card: .visa, at: presentTime()))
    }

    /// A server that runs: the one that is wanted, or another, or, after a while, any. Not one that sleeps, as whatever
    /// shares the requests out would have noticed.
    func server(preferring index: Int) async -> RunningServer? {
        let tries = 200
        for _ in 0..<tries {
            for offset in nodes.indices {
                let node = nodes[(index + offset) % nodes.count]
                if !node.isAsleep, let server = node.server { return server }
            }
            await TortureClock.pause(.milliseconds(50))
        }
        return nil
    }

    /// Ends every fault, and has every server run.
    ///
    /// - Parameter clocks: By how much the nodes' clocks are ahead nevertheless.
    func heal(clocks: [Int64] = []) async throws {
        try host.start()
        try host.change(.fine)
        for (index, node) in nodes.enumerated() {
            // A server whose log could not be synced says so until it is started again.
            let mayDistrust = node.shim.get(.failedSyncs) > 0
            node.shim.mendDisk()
            node.shim.set(.failedSyncs, 0)
            node.shim.set(.clockOffset, index < clocks.count ? clocks[index] : 0)
            node.resume()
            if mayDistrust { await node.kill() }
            try await node.startAtLast(within: .seconds(30))
        }
    }

    /// What `coster audit` says.
    func audit() async throws -> CommandRun { try await command("audit") }

    /// Closes the open batch beside the servers; false where the books are down.
    func settle() async throws -> Bool {
        try await command("settle").ending == .exited(0)
    }

    private func command(_ name: String) async throws -> CommandRun { try await command([name]) }

    /// A command on the cluster's database.
    func command(_ words: [String]) async throws -> CommandRun {
        let place: [String] = postgreSQL.map { ["--database-url", $0.url] } ?? []
        return try await CommandRun.coster(words + ["--data", folder] + place)
    }
}

/// Where a run keeps its books.
enum TortureDatabase: String, Sendable, Hashable, CaseIterable {
    case sqlite
    case postgreSQL = "postgresql"

    /// A data folder is one server's.
    var nodes: Int { self == .sqlite ? 1 : 2 }
}
