import ArgumentParser
import Foundation
import ISO8583Line
import PaymentDomain
import Synchronization

/// What a line out costs, beside the sandbox's acquirer in the server's own process.
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
        let links = try await ISO8583EchoHost.start(
            try LineProfile(shipped: Self.profile).specification)
        try await measure(
            "iso8583", on: server, beside: inside,
            [
                "--host", "127.0.0.1:\(links.port)", "--profile", Self.profile,
                "--allow-plaintext-line",
            ])
        for kind in LineHost.allCases.reversed() {
            let host = try kind.start()
            let secret = server.data + "/line.secret"
            try Data("\(kind.secret)\n".utf8).write(to: URL(filePath: secret))
            try await measure(
                "\(kind)", on: server, beside: inside,
                [
                    "--address", "http://127.0.0.1:\(host.port)\(kind.path)", "--user", "BENCH",
                    "--secret-file", secret,
                ])
            if kind == .worldpay { try await reportMemory(server, host) }
        }
    }

    private static let profile = "spec87-ascii"

    /// Has the sandbox's merchant pay over a line, and reports what that costs.
    ///
    /// - Parameter options: Those of `coster line create` that lead to the host.
    private func measure(
        _ kind: String, on server: BenchServer, beside inside: LoadRun, _ options: [String]
    ) async throws {
        let rules = server.data + "/rules.json"
        try Data(#"{"rules": [{"line": "\#(kind)"}]}"#.utf8).write(to: URL(filePath: rules))
        let data = ["--data", server.data]
        _ = try BenchCommand.run(
            coster, ["line", "create", kind, "--kind", kind, "--test"] + options + data)
        _ = try BenchCommand.run(coster, ["route", "set", "sandbox", rules] + data)
        // The server has the change within a second, and opens links.
        try await Task.sleep(for: .seconds(2))
        _ = try LoadRun.pay(count, on: server, connections: connections)
        let outside = try LoadRun.pay(count, on: server, connections: connections)
        Figure(
            bench: "line-\(kind)-cpu", value: outside.perServerCPUSecond, unit: "1/cpu-s",
            ratio: outside.perServerCPUSecond / inside.perServerCPUSecond,
            of: "the same with the sandbox acquirer in process"
        ).report()
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
}
