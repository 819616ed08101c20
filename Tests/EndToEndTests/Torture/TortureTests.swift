import Foundation
import Glibc
import Testing

/// How the torture is run: by the environment, or short.
private struct TortureSettings {
    private static let environment = ProcessInfo.processInfo.environment

    static let seed =
        environment["COSTER_TORTURE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1...UInt64.max)
    static let minutes = environment["COSTER_TORTURE_MINUTES"].flatMap(Int.init)

    /// Whether payments go out over lines.
    static let lines = environment["COSTER_TORTURE_LINES"].map { [$0 == "yes"] } ?? [false, true]

    static let databases: [TortureDatabase] = {
        if let name = environment["COSTER_TORTURE_DATABASE"] {
            return TortureDatabase(rawValue: name).map { [$0] } ?? []
        }
        return TortureDatabase.allCases.filter { $0 == .sqlite || PrivatePostgreSQL.isThere }
    }()
}

@Suite("Torture", .timeLimit(.minutes(1_440)), .serialized)
struct TortureTests {
    @Test(
        "no fault loses money, doubles it or makes it up",
        arguments: TortureSettings.databases, TortureSettings.lines)
    func everyFault(_ database: TortureDatabase, _ usesLines: Bool) async throws {
        let plan = Nemesis.Plan.usual(
            on: database, minutes: TortureSettings.minutes, usesLines: usesLines)
        var torture = Torture(database: database, seed: TortureSettings.seed, plan: plan)
        torture.usesLines = usesLines
        torture.hasReceivers = true
        torture.isTalking = TortureSettings.minutes != nil
        say(
            "torture on \(database.rawValue)\(usesLines ? ", over lines" : ""): COSTER_TORTURE_SEED=\(TortureSettings.seed)"
        )
        let report = try await torture.run()
        say(report.story)
        #expect(report.breaches.isEmpty, "COSTER_TORTURE_SEED=\(TortureSettings.seed)")
        #expect(report.kills >= plan.kills)
        // Where nothing works nothing is lost, doubled or made up.
        #expect(report.counts.missing.isEmpty, "\(report.counts.missing)")
    }

    private func say(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    }
}
