import Foundation
import Testing

@testable import CosterServer

@Suite("A server that settles each day", .timeLimit(.minutes(20)))
struct DailySettlementTests {
    @Test("makes up for a time that it was not there at, once, and says who did it")
    func makesUp() async throws {
        try await TemporaryFolder.lend { place in
            let passed = SystemClock.now().adding(seconds: -120).iso8601
            let time = String(passed.dropFirst("2026-11-22T".count).prefix("23:30".count))
            for _ in 0..<2 {
                let server = try await RunningServer.start(
                    place.path, ["COSTER_SETTLE_AT": time])
                try await Self.waitForBatch(at: server)
                #expect(await server.stop() == .exited(0))
            }
            let closed = try await Self.closed(place.path)
            #expect(closed.count == 1)
            #expect(closed.allSatisfy { $0.contains("settle-at") })
        }
    }

    private static func waitForBatch(at server: RunningServer) async throws {
        let tries = 1_000
        for _ in 0..<tries {
            if try await !closed(server.folder).isEmpty { return }
            try await server.glance()
        }
        throw StillWaiting()
    }

    /// The closed batches among the administrative acts.
    private static func closed(_ folder: String) async throws -> [Substring] {
        let run = try await CommandRun.coster(["audit-log", "--data", folder])
        return run.output.split(separator: "\n").filter { $0.contains("batch-closed") }
    }
}
