import Foundation
import Glibc
import PaymentDomain
import Testing

@testable import CosterServer

/// A configuration file and what is wrong with it.
struct WrittenConfiguration: Sendable, CustomTestStringConvertible {
    let json: String
    let conditions: Set<FindingKind>
    var testDescription: String { json }

    init(_ json: String, _ conditions: FindingKind...) {
        self.json = json
        self.conditions = Set(conditions)
    }

    static let all = [
        WrittenConfiguration("{}"),
        WrittenConfiguration("{\"body-limit\": 1000, \"max-connections\": \"5\"}"),
        WrittenConfiguration("{\"refund-beyond-capture\": true, \"listen\": \"[::1]:0\"}"),
        WrittenConfiguration("", .configurationNotJSON),
        WrittenConfiguration("{\"body-limit\": 1000", .configurationNotJSON),
        WrittenConfiguration("[1]", .configurationNotJSON),
        WrittenConfiguration("{\"body-limits\": 1000}", .settingUnknown),
        WrittenConfiguration("{\"tls\": {\"key-file\": \"k\"}}", .settingUnknown),
        WrittenConfiguration("{\"body-limit\": 0}", .settingInvalid),
        WrittenConfiguration("{\"body-limit\": 16777217}", .settingInvalid),
        WrittenConfiguration("{\"body-limit\": 1.5}", .settingInvalid),
        WrittenConfiguration("{\"max-connections\": \"many\"}", .settingInvalid),
        WrittenConfiguration("{\"token-max-age-seconds\": -1}", .settingInvalid),
        WrittenConfiguration("{\"refund-beyond-capture\": 7}", .settingInvalid),
        WrittenConfiguration("{\"listen\": \"8080\"}", .settingInvalid),
        WrittenConfiguration("{\"listen\": \"localhost:80800\"}", .settingInvalid),
        WrittenConfiguration("{\"listen\": \"0.0.0.0:8080\"}", .plainHTTP),
        WrittenConfiguration("{\"listen\": \"[::]:8080\"}", .plainHTTP),
        WrittenConfiguration("{\"listen\": \"[::1:8080\"}", .settingInvalid),
        WrittenConfiguration("{\"log-level\": \"warning\"}"),
        WrittenConfiguration("{\"log-level\": \"loud\"}", .settingInvalid),
        WrittenConfiguration("{\"tls-certificate-file\": \"c\"}", .tlsHalf),
        WrittenConfiguration("{\"tls-key-file\": \"k\"}", .tlsHalf),
        WrittenConfiguration("{\"database-connections\": 16}"),
        WrittenConfiguration("{\"database-connections\": 0}", .settingInvalid),
        WrittenConfiguration("{\"database-url\": \"mysql://h/d\"}", .settingInvalid),
        WrittenConfiguration(
            "{\"database-url\": \"postgres://h/d?sslmode=verify_full\"}", .settingInvalid),
        WrittenConfiguration(
            "{\"database-url\": \"postgresql:///d?host=/nowhere\"}", .databaseUnreachable),
    ]
}

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

    @Test("a wrong line of a file is found", arguments: WrittenConfiguration.all)
    func file(_ written: WrittenConfiguration) async throws {
        try await DoctorFixture.lend { fixture in
            let file = try fixture.place.write(written.json, to: "settings.json")
            let report = try await fixture.examine { $0.flags.config = file }
            #expect(report.conditions == written.conditions, "\(report.lines)")
        }
    }

    @Test("a file that is not there is found, and no folder is guessed at in its place")
    func unreadable() async throws {
        try await DoctorFixture.lend { fixture in
            let file = "\(fixture.place.path)/absent.json"
            expect(try await fixture.examine { $0.flags.config = file }, .configurationUnreadable)
            expect(
                try await fixture.examine {
                    $0.flags.config = file
                    $0.flags.data = nil
                }, .configurationUnreadable)
        }
    }

    @Test("a line names the setting, never its value")
    func noValues() async throws {
        try await DoctorFixture.lend { fixture in
            let json = "{\"masterkey\": \"5ec12e7\", \"body-limit\": \"5ec12e7\"}"
            let file = try fixture.place.write(json, to: "settings.json")
            let report = try await fixture.examine { $0.flags.config = file }
            expect(report, .settingUnknown, .settingInvalid)
            let lines = report.lines.joined()
            #expect(lines.contains("Unknown setting `masterkey`.") && !lines.contains("5ec12e7"))
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

    @Test("production without an acquirer's line, or with one that this version has not, is found")
    func acquirer() async throws {
        try await DoctorFixture.lend { fixture in
            expect(
                try await fixture.examine(sandbox: false), .acquirerMissing, .certificateNotApples)
            expect(
                try await fixture.examine(sandbox: false) {
                    $0.environment = ["COSTER_ACQUIRER": "some"]
                }, .acquirerUnknown, .certificateNotApples)
        }
    }

    @Test("a password on the command line, or in a file that others can read, is found")
    func exposedPasswords() async throws {
        try await TemporaryFolder.lend { place in
            let url = "postgres://shop:5ec12e7@db.example/coster"
            let json = "{\"sandbox\": true, \"database-url\": \"\(url)\"}"
            let file = try place.write(json, to: "settings.json")
            let rows: [(Settings.Flags, mode_t, [String])] = [
                (Settings.Flags(sandbox: true, databaseURL: url), 0o600, ["--database-url"]),
                (Settings.Flags(config: file), 0o644, [file]),
                (Settings.Flags(config: file), 0o600, []),
                (Settings.Flags(sandbox: true, databaseURL: "postgres://h/d"), 0o644, []),
            ]
            for (flags, mode, subjects) in rows {
                #expect(chmod(file, mode) == 0)
                let findings = Settings(flags, environment: [:]).findings
                #expect(findings.map(\.subject) == subjects)
                #expect(findings.allSatisfy { $0.condition == .secretExposed })
                #expect(findings.allSatisfy { !$0.line.contains("5ec12e7") })
            }
        }
    }

    @Test(
        "a number takes the values of its row, and no other",
        arguments: SettingTable.rows.filter { $0.type == .int }.map { ($0.key, $0.values) })
    func numbers(_ key: String, _ values: String) async throws {
        let limit = try #require(values.split(separator: " ").last.flatMap { Int($0) })
        try await TemporaryFolder.lend { place in
            for (value, isGood) in [(1, true), (limit, true), (0, false), (limit + 1, false)] {
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
