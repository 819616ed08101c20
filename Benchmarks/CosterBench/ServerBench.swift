import ArgumentParser
import Foundation
import PaymentDomain

/// A real server under load from this process.
struct ServerBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server", abstract: "Authorizations through HTTP, XML and two durable commits."
    )

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many authorizations are timed.")
    var count = 20_000

    @Option(help: "How many authorizations until memory is read the second time.")
    var memoryCount = 100_000

    @Option(help: "How many connections.")
    var connections = 64

    func run() async throws {
        let token = try await TokenBench.openings(4_000, cachesChains: true)
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        Figure(bench: "ready", value: server.readySeconds * 1000, unit: "ms after start").report()
        let idle = server.residentMegabytes()
        Figure(bench: "memory-idle", value: idle, unit: "MB resident").report()

        _ = try LoadRun.authorize(10_000, on: server, connections: connections)
        let early = server.residentMegabytes()
        let run = try LoadRun.authorize(count, on: server, connections: connections)
        Figure(
            bench: "radial-authorize-cpu", value: run.perServerCPUSecond, unit: "1/cpu-s",
            ratio: run.perServerCPUSecond / token, of: "verify+decrypt per CPU-second"
        ).report()
        Figure(
            bench: "radial-authorize", value: run.perSecond,
            unit: "1/s, driver on the same machine"
        ).report()
        Figure(bench: "radial-authorize-p50", value: run.percentile(50), unit: "ms").report()
        Figure(bench: "radial-authorize-p99", value: run.percentile(99), unit: "ms").report()

        var done = count + 10_000
        while done < memoryCount {
            let part = min(20_000, memoryCount - done)
            _ = try LoadRun.authorize(part, on: server, connections: connections)
            done += part
            print("… \(done) authorizations")
        }
        let late = server.residentMegabytes()
        Figure(
            bench: "memory-after-\(memoryCount)", value: late, unit: "MB resident",
            ratio: late / early, of: "memory after 10000"
        ).report()
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
        _ = try LoadRun.authorize(few, on: server, connections: connections)
        let early = try LoadRun.authorize(10_000, on: server, connections: connections)
        var done = few + 10_000
        while done < many {
            let part = min(20_000, many - done)
            _ = try LoadRun.authorize(part, on: server, connections: connections)
            done += part
            if done % 100_000 == 0 { print("… \(done) payments") }
        }
        let late = try LoadRun.authorize(10_000, on: server, connections: connections)
        Figure(
            bench: "growth", value: late.perServerCPUSecond, unit: "1/cpu-s",
            ratio: late.perServerCPUSecond / early.perServerCPUSecond,
            of: "the same at \(few) stored payments"
        ).report()
    }
}
