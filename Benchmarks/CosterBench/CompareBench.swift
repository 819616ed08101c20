import ArgumentParser
import Foundation

/// Several builds side by side, a slice of load at a time in turns, so that an hour in which others
/// use the machine too slows them all alike.
///
/// What one build costs differs by a tenth from one quarter of an hour to the next; two servers of the
/// same build differ by about a hundredth here, in a quiet hour.
struct CompareBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare", abstract: "What an authorization costs several builds, in turns.")

    @Argument(help: "The costers to compare; the others with the first.")
    var costers: [String]

    @Option(help: "How many slices each gets.")
    var slices = 40

    @Option(help: "How many authorizations a slice has.")
    var count = 700

    @Option(help: "How many connections.")
    var connections = 128

    func run() async throws {
        var servers: [BenchServer] = []
        defer { for server in servers { server.stop() } }
        for coster in costers { servers.append(try BenchServer.start(coster: coster)) }
        for server in servers { _ = try slice(of: 3_000, on: server) }
        var seconds = servers.map { _ in 0.0 }
        var tokens = 0.0
        for number in 0..<slices {
            // Neither always goes first.
            let isForward = number.isMultiple(of: 2)
            let order = isForward ? Array(servers.indices) : servers.indices.reversed()
            for index in order { seconds[index] += try slice(of: count, on: servers[index]) }
            tokens += 1 / (try await TokenBench.openings(400, cachesChains: true))
        }
        let authorizations = Double(slices * count)
        for (index, coster) in costers.enumerated() {
            let rate = authorizations / seconds[index]
            Figure(
                bench: "compare-\(coster)", value: rate, unit: "1/cpu-s",
                ratio: rate * tokens / Double(slices), of: "verify+decrypt per CPU-second"
            ).report()
            guard index > 0 else { continue }
            Figure(
                bench: "compare-\(coster)-cpu", value: seconds[index] / authorizations * 1e6,
                unit: "us of CPU", ratio: seconds[index] / seconds[0], of: "the first's"
            ).report()
        }
    }

    /// - Returns: The CPU seconds that the server used for so many authorizations.
    private func slice(of count: Int, on server: BenchServer) throws -> Double {
        let requests = try LoadRun.mint(count, data: server.data) { token, amount in
            RadialLoad.request(token, amount)
        }
        let loop = try LoadLoop(
            ports: [server.port], connections: connections, requests: requests)
        let before = server.cpuSeconds()
        // As long as it takes.
        let load = try loop.run(.closed, seconds: 600)
        guard load.approved.count == count else {
            throw BenchError.unexpectedReply(load.others.keys.first ?? "none")
        }
        let after = server.cpuSeconds()
        guard before > 0, after > before else { throw BenchError.serverDidNotStart }
        return after - before
    }
}
