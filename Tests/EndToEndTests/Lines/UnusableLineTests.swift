import Foundation
import Testing

@testable import CosterServer

@Suite("A server with a line whose secret doesn't decrypt", .timeLimit(.minutes(20)))
struct UnusableLineTests {
    @Test("warns of it in the log at the start, and at each change")
    func log() async throws {
        try await DoctorFixture.lend { fixture in
            try await DoctorRow.createLine(fixture, to: "https://acquirer.example/")
            try await fixture.spoil("UPDATE line_credentials SET sealed_secret = zeroblob(100)")
            let server = try await RunningServer.start(fixture.folder.path)
            try await expect(
                0,
                [
                    "merchant", "create", "tulips", "--apple-merchant-id",
                    "merchant.com.example.tulips", "--data", server.folder,
                ])
            #expect(await server.stop() == .exited(0))
            let log = try String(
                contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
            let warnings = log.split(separator: "\n").filter {
                $0.contains(FindingKind.lineSecretClosed.rawValue)
            }
            #expect(warnings.count >= 2, "\(log)")
            #expect(warnings.allSatisfy { $0.contains(#""line":"east""#) }, "\(warnings)")
        }
    }
}
