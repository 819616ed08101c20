import Foundation
import Testing

@testable import CosterServer

@Suite("Settings that a server does not start with", .timeLimit(.minutes(20)))
struct SettingRefusalTests {
    /// What is written in the file or the environment, and what of it is named.
    struct Mistake: Sendable, CustomTestStringConvertible {
        var file = "{\"sandbox\": true}"
        var environment: [String: String] = [:]
        let says: String

        var testDescription: String { environment.isEmpty ? file : "\(environment)" }
    }

    private static let mistakes = [
        // Of another kind.
        Mistake(
            file: #"{"sandbox": true, "listen": 5}"#,
            says:
                "setting-invalid: listen: Invalid value for `listen`. Use HOST:PORT, for example 127.0.0.1:8080."
        ),
        Mistake(
            file: #"{"sandbox": true, "listen": "[::1:8080"}"#,
            says: "setting-invalid: listen: Invalid value '[::1:8080' for `listen`. Use HOST:PORT, "
        ),
        Mistake(
            environment: ["COSTER_LOG_LEVEL": "verbose"],
            says:
                "Invalid value for `log-level`. Use trace, debug, info, notice, warning, error or critical."
        ),
        Mistake(
            file: #"{"sandbox": true, "data": 7}"#,
            says: "setting-invalid: data: Invalid value for `data`. Use a path."),
        Mistake(
            file: #"{"sandbox": "true"}"#,
            says: "Invalid value for `sandbox`. Use true or false."),
        Mistake(
            file: #"{"sandbox": 1}"#,
            says: "Invalid value for `sandbox`. Use true or false."),
        Mistake(
            file: #"{"sandbox": true, "refund-beyond-capture": "yes"}"#,
            says: "setting-invalid: refund-beyond-capture: "),
        Mistake(
            file: #"{"sandbox": true, "tls-key-file": ["k"]}"#,
            says: "Invalid value for `tls-key-file`. Use a path."),
        Mistake(
            file: #"{"sandbox": true, "token-max-age-seconds": "abc"}"#,
            says: "Invalid value for `token-max-age-seconds`. Use 1 to 31536000."),
        Mistake(
            environment: ["COSTER_SANDBOX": "maybe"],
            says: "Invalid value for `sandbox`. Use true or false."),
        Mistake(
            environment: ["COSTER_BODY_LIMIT": "1.5"],
            says: "setting-invalid: body-limit: "),
        Mistake(
            environment: ["COSTER_SANDBOX_ACQUIRER": "foo"],
            says: "setting-invalid: sandbox-acquirer: Invalid value 'foo' for `sandbox-acquirer`."),
        Mistake(
            environment: ["COSTER_SETTLE_AT": "25:00"],
            says: "Invalid value for `settle-at`. Use HH:MM in UTC, for example 23:30."),
        Mistake(file: "[1]", says: "configuration-not-json: "),
        // Of a name that nobody reads.
        Mistake(
            file: #"{"sandbox": true, "listn": "127.0.0.1:0"}"#,
            says: "setting-unknown: listn: Unknown setting `listn`. Did you mean `listen`?"),
        Mistake(
            file: #"{"sandbox": true, "master_key_file": "k"}"#,
            says: "Unknown setting `master_key_file`. Did you mean `master-key-file`?"),
        Mistake(
            file: #"{"sandbox": true, "colour": "blue"}"#,
            says: "setting-unknown: colour: Unknown setting `colour`. Remove it."),
    ]

    @Test("a wrong kind and an unknown name are exit code 78, and named", arguments: mistakes)
    func refused(_ mistake: Mistake) async throws {
        try await TemporaryFolder.lend { place in
            let file = try place.write(mistake.file, to: "c.json")
            var arguments = ["serve", "--config", file, "--listen", "127.0.0.1:0"]
            if mistake.file.contains("listen") { arguments.removeLast(2) }
            if !mistake.file.contains("data") { arguments += ["--data", "\(place.path)/data"] }
            let run = try await CommandRun.coster(arguments, environment: mistake.environment)
            #expect(run.ending == .exited(78), "\(run.output)")
            #expect(run.errors.contains(mistake.says), "\(run.errors)")
            #expect(try fileNames(in: place.path) == ["c.json"], "nothing is made")
        }
    }

    @Test("a variable that nobody reads may be anybody's")
    func foreignVariable() async throws {
        try await TemporaryFolder.lend { place in
            let server = try await RunningServer.start(
                place.path, ["COSTER_COLOUR": "blue", "COSTER_SANDBOX": "YES"])
            #expect(await server.stop() == .exited(0))
        }
    }

    @Test("a wrong value is reported with the valid ones, and never itself")
    func noValues() async throws {
        try await TemporaryFolder.lend { place in
            let json = #"{"listen": 5, "database-url": "mysql://u:5ec12e7@h/d", "5ec12e7-not": 1}"#
            let flags = Settings.Flags(config: try place.write(json, to: "c.json"))
            let lines = Settings(flags, environment: [:]).faults.map(\.line)
            #expect(lines.count == 3)
            #expect(lines.allSatisfy { !$0.contains("mysql") && !$0.contains("u:5ec12e7") })
        }
    }
}
