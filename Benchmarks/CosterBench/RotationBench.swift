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

    @Option(help: "How many payments are timed at once.")
    var count = 1_000

    @Option(help: "How often payments are timed at most while keys are rotated.")
    var slices = 20

    @Option(help: "How many connections.")
    var connections = 64

    func run() async throws {
        let server = try BenchServer.start(coster: coster)
        defer { server.stop() }
        _ = try LoadRun.pay(stored, on: server, connections: connections)
        let before = try LoadRun.pay(count, on: server, connections: connections)

        let newKey = server.data + "/new-master.key"
        try command(["keys", "init", "--file", newKey]).waitUntilExit()
        // TokenMinting takes longer than a rotation may.
        let visits = try (0..<slices).map { _ in
            try LoadRun.mint(count, by: RadialLoad.self, data: server.data)
        }
        let clock = ContinuousClock()
        let start = clock.now
        let rotation = try command(
            ["keys", "rotate", "--data", server.data, "--new-master-key-file", newKey])
        var rates: [Double] = []
        for slice in visits where rotation.isRunning {
            // A payment that fails throws: the figures are of runs without one.
            let run = try LoadRun.play(slice, on: server, connections: connections)
            // What went on without a rotation would tell of none.
            if rotation.isRunning { rates.append(run.perSecond) }
        }
        rotation.waitUntilExit()
        guard rotation.terminationStatus == 0 else { throw BenchError.rotationFailed }
        guard let slowest = rates.min() else {
            throw BenchError.notWhole("the rotation was over too soon: give a larger --stored")
        }
        let seconds = (clock.now - start) / .seconds(1)
        Figure(
            bench: "rotation-seconds", value: seconds,
            unit: "s, \(stored) payments stored, under load"
        ).report()
        Figure(
            bench: "radial-authorize-during-rotation", value: slowest,
            unit: "1/s, 0 of \(count * rates.count) failed",
            ratio: slowest / before.perSecond, of: "the same before it"
        ).report()
    }

    private func command(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.environment = BenchServer.environment()
        process.executableURL = URL(fileURLWithPath: coster)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }
}
