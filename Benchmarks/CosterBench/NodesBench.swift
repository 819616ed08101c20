import ArgumentParser
import Foundation

/// Servers on one set of books at their peak, at half of it, and at three times of it.
struct NodesBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nodes",
        abstract: "Authorizations at the peak, at half load and under overload; on any books.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many servers share the books; more than one needs a database.")
    var nodes = 1

    @Option(help: "A PostgreSQL database that may be filled; without it the books are SQLite's.")
    var databaseURL: String?

    @Option(help: "Where PostgreSQL's programs are.")
    var postgresPrograms = BenchPostgreSQL.newestPrograms()

    @Option(help: "How many connections drive the peak, for each server.")
    var connections = 128

    @Option(help: "How many connections an overload comes on, for each server.")
    var overloadConnections = 700

    @Option(help: "How many clients pgbench has.")
    var clients = 16

    @Option(help: "How many seconds each measurement takes.")
    var seconds = 10

    @Option(help: "What to measure: peak, half, overload; the peak is measured in any case.")
    var parts = "peak,half,overload"

    func run() async throws {
        let postgreSQL = databaseURL.map { BenchPostgreSQL(url: $0, programs: postgresPrograms) }
        let nodes = try BenchNodes(
            coster: coster, count: nodes, database: try postgreSQL?.newPlace())
        defer { nodes.stop() }
        let bench = NodesRun(
            nodes: nodes, name: name, seconds: Double(seconds),
            connections: connections * nodes.ports.count)
        let before = try simpleUpdates(postgreSQL)
        let peak = try bench.peak()
        let after = try simpleUpdates(postgreSQL)
        bench.report(peak, beside: before.merging(after) { ($0 + $1) / 2 })
        if parts.contains("half") { try bench.half(of: peak.perSecond) }
        if parts.contains("overload") {
            try bench.overload(
                peak: peak.perSecond, connections: overloadConnections * nodes.ports.count)
        }
        try bench.checkDatabase()
    }

    private var name: String {
        databaseURL == nil ? "sqlite" : "postgresql-\(nodes)-node\(nodes == 1 ? "" : "s")"
    }

    /// What pgbench does in a second, each way.
    private func simpleUpdates(
        _ postgreSQL: BenchPostgreSQL?
    ) throws -> [BenchPostgreSQL.Mode: Double] {
        guard let postgreSQL else { return [:] }
        if try postgreSQL.psql("SELECT to_regclass('pgbench_accounts')", in: postgreSQL.url)
            .filter({ !$0.isWhitespace }).isEmpty
        {
            try postgreSQL.prepare()
        }
        var rates: [BenchPostgreSQL.Mode: Double] = [:]
        for mode in BenchPostgreSQL.Mode.allCases {
            print("… pgbench -N -M \(mode.rawValue), \(clients) clients, \(seconds) s")
            rates[mode] = try postgreSQL.simpleUpdates(mode, clients: clients, seconds: seconds)
        }
        return rates
    }
}
