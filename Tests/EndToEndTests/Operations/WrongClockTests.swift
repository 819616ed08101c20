import Foundation
import Testing

@Suite(
    "A server whose clock is not the database's", .timeLimit(.minutes(20)),
    .enabled(if: PrivatePostgreSQL.isThere, "PostgreSQL is not installed"))
struct WrongClockTests {
    @Test("is not ready while they differ by more than 20 s", arguments: [-60, 60])
    func readiness(seconds: Int64) async throws {
        try await PrivatePostgreSQL.lend { database in
            try await TemporaryFolder.lend { place in
                let shim = try FaultShimControl(path: "\(place.path)-shim")
                let environment = shim.environment.merging(
                    ["COSTER_DATABASE_URL": database.url]) { $1 }
                let server = try await RunningServer.start(place.path, environment)
                do {
                    try await server.wait(forReadiness: 200)
                    shim.set(.clockOffset, seconds * 1000)
                    try await server.wait(forReadiness: 503)
                    let log = try String(
                        contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
                    #expect(log.contains("this machine's clock and the database's differ"))
                    shim.set(.clockOffset, 10_000)
                    try await server.wait(forReadiness: 200)
                } catch {
                    await server.kill()
                    throw error
                }
                #expect(await server.stop() == .exited(0))
            }
        }
    }
}
