import ArgumentParser
import Foundation

/// Several builds side by side, a slice of load at a time in turns, so that an hour in which others
/// use the machine too slows them all alike.
///
/// What one build costs differs by a tenth from one quarter of an hour to the next; two servers of the
/// same build differ by about a hundredth here, in a quiet hour.
struct CompareBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "What a step of payments costs several builds, in turns.")

    @Argument(help: "The costers to compare; the others with the first.")
    var costers: [String]

    @Option(help: "What is measured: \(ComparedStep.names).")
    var step = ComparedStep.radial

    @Option(
        help:
            "A PostgreSQL database that may be filled; without it each build has its own SQLite file."
    )
    var databaseURL: String?

    @Option(help: "How many slices each gets.")
    var slices = 40

    @Option(help: "How many payments a slice has.")
    var count = 700

    @Option(help: "How many connections.")
    var connections = 128

    func run() async throws {
        var servers: [BenchServer] = []
        defer { for server in servers { server.stop() } }
        for coster in costers { servers.append(try start(coster)) }
        for server in servers { _ = try cost(of: 3 * count, on: server) }
        var costs = servers.map { _ in 0.0 }
        for number in 0..<slices {
            // Neither always goes first.
            let isForward = number.isMultiple(of: 2)
            let order = isForward ? Array(servers.indices) : servers.indices.reversed()
            for index in order { costs[index] += try cost(of: count, on: servers[index]) }
        }
        for (index, cost) in costs.enumerated() {
            Figure(
                bench: "compare-\(step.rawValue)-\(index)",
                value: cost / Double(slices * (step == .refundsAtOnce ? 1 : count)) * 1e6,
                unit: step == .refundsAtOnce ? "us until the last" : "us of the server's CPU",
                ratio: costs[0] / cost, of: "the first's rate"
            ).report()
        }
    }

    private func start(_ coster: String) throws -> BenchServer {
        guard let databaseURL else { return try BenchServer.start(coster: coster) }
        let database = BenchPostgreSQL(
            url: databaseURL, programs: BenchPostgreSQL.newestPrograms())
        return try BenchServer.start(
            coster: coster, data: BenchServer.freshFolder(), database: try database.newPlace())
    }

    /// Makes so many payments and takes the step on them.
    ///
    /// - Returns: The seconds of the server's CPU for the steps; for refunds at once, the seconds until the last is done.
    private func cost(of count: Int, on server: BenchServer) throws -> Double {
        let prepared = try step.prepared(count, on: server, connections: connections)
        let run = try LoadRun.play(prepared, on: server, connections: connections)
        return step == .refundsAtOnce ? run.seconds : run.serverCPUSeconds
    }
}
