import ArgumentParser
import Foundation
import PaymentDomain
import Synchronization

/// What a line out over HTTP costs, beside the sandbox's acquirer in the server's own process.
struct LineBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lines", abstract: "Payments that go out over a line to an acquirer.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many authorizations are timed.")
    var count = 10_000

    @Option(help: "How many connections.")
    var connections = 64

    @Option(help: "How many calls wait for an answer at once, for the memory that they take.")
    var waiting = 500

    func run() async throws {
        // One merchant has all the calls that wait.
        let server = try BenchServer.start(
            coster: coster,
            settings: [
                "COSTER_MAX_CONCURRENT_REQUESTS": String(2 * waiting),
                "COSTER_MAX_MERCHANT_SHARE": "100",
            ])
        defer { server.stop() }
        _ = try LoadRun.pay(count, on: server, connections: connections)
        let inside = try LoadRun.pay(count, on: server, connections: connections)
        for kind in LineHost.allCases.reversed() {
            let host = try kind.start()
            try lead(server, to: host, kind)
            _ = try LoadRun.pay(count, on: server, connections: connections)
            let outside = try LoadRun.pay(count, on: server, connections: connections)
            Figure(
                bench: "line-\(kind)-cpu", value: outside.perServerCPUSecond, unit: "1/cpu-s",
                ratio: outside.perServerCPUSecond / inside.perServerCPUSecond,
                of: "the same with the sandbox acquirer in process"
            ).report()
            if kind == .worldpay { try await reportMemory(server, host) }
        }
    }

    /// The memory of calls in flight, each of which is answered after two seconds.
    private func reportMemory(_ server: BenchServer, _ host: BenchHost) async throws {
        let visits = try LoadRun.mint(waiting, by: RadialLoad.self, data: server.data)
        let before = server.residentMegabytes()
        host.answer(after: 2)
        let most = Mutex(before)
        let pid = server.pid
        let isOver = Mutex(false)
        let watch = Task.detached {
            while !isOver.withLock({ $0 }) {
                most.withLock { $0 = max($0, BenchServer.residentMegabytes(of: pid)) }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        _ = try LoadRun.play(visits, on: server, connections: waiting)
        isOver.withLock { $0 = true }
        try await watch.value
        let peak = most.withLock { $0 }
        Figure(
            bench: "line-memory-\(waiting)", value: peak - before, unit: "MB in flight",
            ratio: peak / before, of: "memory before"
        ).report()
    }

    /// Has the sandbox's merchant pay over a line to a host.
    private func lead(_ server: BenchServer, to host: BenchHost, _ kind: LineHost) throws {
        let secret = server.data + "/line.secret"
        let rules = server.data + "/rules.json"
        try Data("\(kind.secret)\n".utf8).write(to: URL(filePath: secret))
        try Data(#"{"rules": [{"line": "\#(kind)"}]}"#.utf8).write(to: URL(filePath: rules))
        let data = ["--data", server.data]
        _ = try BenchCommand.run(
            coster,
            [
                "line", "create", "\(kind)", "--kind", "\(kind)", "--test", "--user", "BENCH",
                "--address", "http://127.0.0.1:\(host.port)\(kind.path)", "--secret-file", secret,
            ] + data)
        _ = try BenchCommand.run(coster, ["route", "set", "sandbox", rules] + data)
    }
}
