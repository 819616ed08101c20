import ArgumentParser
import Foundation
import PaymentDomain

/// A real server under load from this process.
struct ServerBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Payments through HTTP, a dialect and durable commits."
    )

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many authorizations are timed.")
    var count = 20_000

    @Option(help: "How many authorizations until memory is read the second time.")
    var memoryCount = 100_000

    @Option(help: "How many connections.")
    var connections = 64

    /// As many as a server has in work at once: what each request costs it when it is full.
    @Option(help: "How many connections for the cost of a payment.")
    var full = 256

    func run() async throws {
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        Figure(bench: "ready", value: server.readySeconds * 1000, unit: "ms after start").report()
        let idle = server.residentMegabytes()
        Figure(bench: "memory-idle", value: idle, unit: "MB resident").report()

        _ = try LoadRun.pay(10_000, on: server, connections: connections)
        let early = server.residentMegabytes()
        var done = 10_000
        while done < memoryCount {
            let part = min(20_000, memoryCount - done)
            _ = try LoadRun.pay(part, on: server, connections: connections)
            done += part
            print("… \(done) authorizations")
        }
        let late = server.residentMegabytes()
        Figure(
            bench: "memory-after-\(memoryCount)", value: late, unit: "MB resident",
            ratio: late / early, of: "memory after 10000"
        ).report()
        try await timed(RadialLoad.self, on: server)
        try await timed(VantivLoad.self, on: server)
        try await timed(CardConnectLoad.self, on: server)
        try await timed(InstaMedLoad.self, on: server)
    }

    /// The figures of a dialect, beside what verify and decrypt cost.
    private func timed<D: LoadDialect>(_ dialect: D.Type, on server: BenchServer) async throws {
        let ((busy, run), token) = try await TokenBench.beside {
            (
                try LoadRun.pay(count, by: dialect, on: server, connections: full),
                try LoadRun.pay(count, by: dialect, on: server, connections: connections)
            )
        }
        Figure(
            bench: "\(D.name)-cpu", value: busy.perServerCPUSecond, unit: "1/cpu-s",
            ratio: busy.perServerCPUSecond / token, of: "verify+decrypt per CPU-second"
        ).report()
        Figure(
            bench: "\(D.name)-cpu-\(connections)", value: run.perServerCPUSecond,
            unit: "1/cpu-s", ratio: run.perServerCPUSecond / token,
            of: "verify+decrypt per CPU-second"
        ).report()
        Figure(bench: D.name, value: run.perSecond, unit: "1/s, driver on the same machine")
            .report()
        Figure(bench: "\(D.name)-p50", value: run.percentile(50), unit: "ms").report()
        Figure(bench: "\(D.name)-p99", value: run.percentile(99), unit: "ms").report()
    }
}

/// Throughput over books that have grown.
struct GrowthBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "growth", abstract: "Throughput at few and at many stored payments.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many payments are few.")
    var few = 10_000

    @Option(help: "How many payments are many.")
    var many = 1_000_000

    @Option(help: "How many connections.")
    var connections = 64

    func run() async throws {
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        _ = try LoadRun.pay(few, on: server, connections: connections)
        let early = try await share(on: server)
        var done = few + 10_000
        while done < many {
            let part = min(20_000, many - done)
            _ = try LoadRun.pay(part, on: server, connections: connections)
            done += part
            if done % 100_000 == 0 { print("… \(done) payments") }
        }
        let late = try await share(on: server)
        Figure(
            bench: "growth", value: late.perCPUSecond, unit: "1/cpu-s",
            ratio: late.ofTokens / early.ofTokens,
            of: "the same at \(few) stored payments, each beside verify+decrypt"
        ).report()
    }

    /// Payments for each CPU second, and what part that is of verify and decrypt beside them: half an hour lies between the
    /// two measurements.
    private func share(
        on server: BenchServer
    ) async throws -> (perCPUSecond: Double, ofTokens: Double) {
        let (run, tokens) = try await TokenBench.beside {
            try LoadRun.pay(10_000, on: server, connections: connections)
        }
        return (run.perServerCPUSecond, run.perServerCPUSecond / tokens)
    }
}
