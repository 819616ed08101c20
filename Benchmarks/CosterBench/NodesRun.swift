/// The measurements of one set of servers, in their order.
final class NodesRun {
    private let nodes: BenchNodes
    private let name: String
    private let seconds: Double
    private let connections: Int
    private var approved = 0
    private var peakCPUSeconds = 0.0

    init(nodes: BenchNodes, name: String, seconds: Double, connections: Int) {
        self.nodes = nodes
        self.name = name
        self.seconds = seconds
        self.connections = connections
    }

    /// As fast as they go, each connection with its next request when the last is answered.
    func peak() throws -> LoadResult {
        print("… \(name): warming up")
        let warm = try load(.closed, atMost: 3_000, seconds: 2, connections)
        print("… \(name): the peak, \(connections) connections")
        let cpu = nodes.cpuSeconds()
        let peak = try load(.closed, atMost: warm.perSecond * 2, seconds: seconds, connections)
        peakCPUSeconds = nodes.cpuSeconds() - cpu
        try require(peak)
        return peak
    }

    /// - Parameter rates: pgbench's, each way, where the books are PostgreSQL's.
    func report(_ peak: LoadResult, beside rates: [BenchPostgreSQL.Mode: Double]) {
        Figure(
            bench: "\(name)-authorize", value: peak.perSecond,
            unit: "1/s, driver on the same machine"
        ).report()
        for mode in BenchPostgreSQL.Mode.allCases {
            guard let rate = rates[mode] else { continue }
            Figure(
                bench: "\(name)-pgbench-\(mode.rawValue)", value: rate,
                unit: "1/s, pgbench -N -M \(mode.rawValue)"
            ).report()
            Figure(
                bench: "\(name)-authorize-beside-\(mode.rawValue)", value: peak.perSecond,
                unit: "1/s", ratio: peak.perSecond / rate,
                of: "pgbench -N -M \(mode.rawValue) beside it"
            ).report()
        }
        Figure(
            bench: "\(name)-authorize-cpu",
            value: Double(peak.approved.count) / max(peakCPUSeconds, 1e-9),
            unit: "1/cpu-s of the servers"
        ).report()
        times("peak", peak.approved)
    }

    /// Half of a rate, evenly paced.
    func half(of rate: Double) throws {
        print("… \(name): half load, \(Int(rate / 2))/s")
        let half = try load(
            .open(perSecond: rate / 2), atMost: rate, seconds: seconds, connections)
        try require(half)
        times("half-load", half.approved)
    }

    /// Three times a rate, whether or not it is answered; whoever is turned away comes again.
    func overload(peak rate: Double, connections: Int) throws {
        print("… \(name): overload, \(Int(rate * 3))/s offered on \(connections) connections")
        let load = try load(
            .open(perSecond: rate * 3), atMost: rate * 1.5, seconds: seconds, connections)
        Figure(
            bench: "\(name)-overload-offered", value: Double(load.sent) / load.seconds, unit: "1/s",
            ratio: Double(load.sent) / load.seconds / rate, of: "the peak"
        ).report()
        Figure(
            bench: "\(name)-overload-goodput", value: load.perSecond, unit: "1/s",
            ratio: load.perSecond / rate, of: "the peak"
        ).report()
        times("overload-approved", load.approved)
        print("… \(load.refused.count) refused with Retry-After")
        times("overload-refused", load.refused)
        Figure(
            bench: "\(name)-overload-lag-p99", value: LoadResult.percentile(99, of: load.lag),
            unit: "ms in the driver"
        ).report()
        for (what, count) in load.others { print("… \(count) of: \(what)") }
        Figure(
            bench: "\(name)-overload-others", value: Double(load.others.values.reduce(0, +)),
            unit: "of \(load.sent) neither approved nor refused with Retry-After"
        ).report()
    }

    /// Every payment that was told approved is in the books, and nothing is half done.
    func checkDatabase() throws {
        print("… \(name): audit")
        let (payments, states) = try nodes.storedPayments()
        guard states.keys.allSatisfy({ $0 == "authorized" }), payments >= approved else {
            throw BenchError.notWhole("\(approved) approved, in the books \(payments): \(states)")
        }
        print("… \(name): audit passed, \(approved) approved of \(payments), none half done")
    }

    private func load(
        _ pacing: LoadLoop.Pacing, atMost count: Double, seconds: Double, _ connections: Int
    ) throws -> LoadResult {
        let requests = try LoadRun.mint(Int(count * seconds), data: nodes.data) { token, amount in
            RadialLoad.request(token, amount)
        }
        let result = try LoadLoop(
            ports: nodes.ports, connections: connections, requests: requests
        ).run(pacing, seconds: seconds)
        approved += result.approved.count
        return result
    }

    private func require(_ load: LoadResult) throws {
        guard let other = load.others.first?.key else { return }
        throw BenchError.unexpectedReply(other)
    }

    private func times(_ what: String, _ times: [Double]) {
        let median = LoadResult.percentile(50, of: times)
        let slow = LoadResult.percentile(99, of: times)
        Figure(bench: "\(name)-\(what)-p50", value: median, unit: "ms").report()
        Figure(
            bench: "\(name)-\(what)-p99", value: slow, unit: "ms",
            ratio: slow / max(median, 1e-9), of: "the p50"
        ).report()
    }
}
