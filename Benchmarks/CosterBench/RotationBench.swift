import ArgumentParser
import Foundation

/// The rotation of the master key, while shops pay.
struct RotationBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotation",
        abstract: "Payments while every key is rotated; any that fails ends the run.")

    @Option(help: "The coster to measure.")
    var coster: String

    @Option(help: "How many payments lie in the books before.")
    var stored = 30_000

    @Option(help: "How many payments are timed at once, again until the rotation has ended.")
    var count = 5_000

    @Option(help: "How many connections.")
    var connections = 64

    func run() async throws {
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        _ = try LoadRun.pay(stored, on: server, connections: connections)
        let before = try LoadRun.pay(count, on: server, connections: connections)

        let newKey = server.data + "/new-master.key"
        try command(["keys", "init", "--file", newKey]).waitUntilExit()
        let clock = ContinuousClock()
        let start = clock.now
        let rotation = try command(
            ["keys", "rotate", "--data", server.data, "--new-master-key-file", newKey])
        var rates: [Double] = []
        // A payment that fails throws: the figures are of runs without one.
        repeat {
            rates.append(
                try LoadRun.pay(count, on: server, connections: connections).perSecond)
        } while rotation.isRunning
        rotation.waitUntilExit()
        guard rotation.terminationStatus == 0 else { throw BenchError.rotationFailed }
        let seconds = (clock.now - start) / .seconds(1)
        Figure(bench: "rotation-seconds", value: seconds, unit: "s, \(stored) payments stored")
            .report()
        Figure(
            bench: "radial-authorize-during-rotation", value: rates.min() ?? 0,
            unit: "1/s, 0 of \(count * rates.count) failed",
            ratio: (rates.min() ?? 0) / before.perSecond, of: "the same before it"
        ).report()
    }

    private func command(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: coster)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }
}
