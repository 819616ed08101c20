import ArgumentParser

/// Sessions for pages. The simulated Apple answers at once, in the server's own process, over mutual TLS.
struct SessionBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "Apple Pay sessions for pages.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "For how many seconds each load is measured.")
    var seconds = 10.0

    /// No more than the requests that a server has in flight to Apple for one merchant.
    @Option(help: "How many connections.")
    var connections = 16

    func run() async throws {
        // All customers of the benchmark have one address.
        let server = try BenchServer.start(
            coster: coster, settings: ["COSTER_MAX_PAGE_REQUESTS_PER_SECOND": "1000000"])
        defer { server.stop() }
        let warm = try load(server, .closed, atMost: 5_000, seconds: 5)
        let cpu = server.cpuSeconds()
        let peak = try load(server, .closed, atMost: warm.perSecond * 2 * seconds, seconds: seconds)
        let perCPUSecond = Double(peak.approved.count) / max(server.cpuSeconds() - cpu, 1e-9)
        Figure(
            bench: "sessions-cpu", value: perCPUSecond, unit: "1/cpu-s, the simulated Apple's too"
        ).report()
        Figure(bench: "sessions", value: peak.perSecond, unit: "1/s, driver on the same machine")
            .report()
        // A median that the driver made longer would flatter the ratio, and at half load it has time to look often.
        let half = try load(
            server, .open(perSecond: peak.perSecond / 2), atMost: peak.perSecond * seconds,
            seconds: seconds, tick: 0.00005)
        // Times count from when a request was due. Less than half: some were due and never sent.
        Figure(
            bench: "sessions-half-load", value: half.perSecond, unit: "1/s",
            ratio: half.perSecond / peak.perSecond, of: "sessions"
        ).report()
        guard !half.approved.isEmpty else { throw BenchError.notWhole("no session was given") }
        let (p50, p99) = (
            LoadResult.percentile(50, of: half.approved),
            LoadResult.percentile(99, of: half.approved)
        )
        Figure(bench: "sessions-half-load-p50", value: p50, unit: "ms").report()
        Figure(
            bench: "sessions-half-load-p99", value: p99, unit: "ms", ratio: p99 / p50, of: "p50"
        ).report()
    }

    private func load(
        _ server: BenchServer, _ pacing: LoadLoop.Pacing, atMost count: Double, seconds: Double,
        tick: Double = 0.0005
    ) throws -> LoadResult {
        let request = LoadRequest.post(
            "/applepay/session?key=cpk_sandbox", "application/json", "{}",
            headers: "Origin: http://localhost\r\n")
        let loop = try LoadLoop(
            ports: [server.port], connections: connections,
            requests: Array(repeating: request, count: max(1, Int(count))),
            approval: "merchantSessionIdentifier", tick: tick)
        let result = try loop.run(pacing, seconds: seconds)
        guard result.others.isEmpty, result.refused.isEmpty else {
            throw BenchError.unexpectedReply(
                "\(result.others.keys.prefix(2)) and others, \(result.refused.count) refused")
        }
        return result
    }
}
