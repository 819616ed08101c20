import Foundation
import Glibc
import PaymentDomain
import Testing

@testable import CosterServer

@Suite("coster doctor, the configuration", .timeLimit(.minutes(20)))
struct DoctorConfigurationTests {
    @Test(
        "an address that only this machine reaches is one of 127.0.0.0/8, ::1, or localhost",
        arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("localhost", true),
            ("LOCALHOST", true), ("::ffff:127.0.0.1", true), ("0.0.0.0", false), ("::", false),
            ("10.0.0.1", false), ("::ffff:10.0.0.1", false), ("128.0.0.1", false),
            ("shop.example", false), ("127.0.0.1.example", false), ("", false),
        ])
    func loopback(host: String, isLoopback: Bool) {
        #expect(OpenToOthers.isLoopback(host) == isLoopback)
    }

    @Test("a file that is not there is found, and no folder is guessed at in its place")
    func unreadable() async throws {
        try await DoctorFixture.lend { fixture in
            expect(
                try await fixture.examine {
                    $0.flags.config = "\(fixture.place.path)/absent.json"
                    $0.flags.data = nil
                }, .configurationUnreadable)
        }
    }

    @Test("the environment beats the file, and flags beat both")
    func order() async throws {
        try await TemporaryFolder.lend { place in
            let json = "{\"body-limit\": 0, \"data\": \"of the file\", \"sandbox\": true}"
            var surroundings = DoctorEnvironment(
                now: presentTime(), account: geteuid(), space: { _ in nil })
            surroundings.flags.config = try place.write(json, to: "settings.json")
            func found() -> (folder: String?, conditions: [FindingKind]) {
                let settings = Settings(
                    surroundings.flags, environment: surroundings.environment)
                return (settings.knownDataFolder, settings.findings.map(\.condition))
            }
            #expect(found() == ("of the file", [.settingInvalid]))
            surroundings.environment = ["COSTER_BODY_LIMIT": "5", "COSTER_DATA": "of the machine"]
            #expect(found() == ("of the machine", []))
            surroundings.flags.data = "of the flag"
            #expect(found() == ("of the flag", []))
            surroundings.environment["COSTER_BODY_LIMIT"] = "x"
            #expect(found() == ("of the flag", [.settingInvalid]))
        }
    }

    @Test(
        "a number takes the values of its row, and no other",
        arguments: SettingTable.rows.filter { $0.type == .int }.map { ($0.key, $0.values) })
    func numbers(_ key: String, _ values: String) async throws {
        let bounds = values.split(separator: " ").compactMap { Int($0) }
        let (low, high) = try (#require(bounds.first), #require(bounds.last))
        try await TemporaryFolder.lend { place in
            for (value, isGood) in [(low, true), (high, true), (low - 1, false), (high + 1, false)]
            {
                let file = try place.write("{\"\(key)\": \(value)}", to: "settings.json")
                let flags = Settings.Flags(sandbox: true, data: place.path, config: file)
                if isGood {
                    _ = try ServerSettings(flags)
                } else {
                    #expect(throws: CosterFailure.self) { try ServerSettings(flags) }
                }
            }
        }
    }
}
