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
            says: "setting-invalid: the setting listen, which takes HOST:PORT"),
        Mistake(
            file: #"{"sandbox": true, "listen": "[::1:8080"}"#,
            says: "such as 127.0.0.1:8080 and has the value '[::1:8080': "),
        Mistake(
            environment: ["COSTER_LOG_LEVEL": "verbose"],
            says: "setting-invalid: the setting log-level, which takes one of trace, debug, info"),
        Mistake(
            file: #"{"sandbox": true, "data": 7}"#,
            says: "setting-invalid: the setting data, which takes a text"),
        Mistake(
            file: #"{"sandbox": "true"}"#,
            says: "setting-invalid: the setting sandbox, which takes true or false"),
        Mistake(
            file: #"{"sandbox": 1}"#,
            says: "setting-invalid: the setting sandbox, which takes true or false"),
        Mistake(
            file: #"{"sandbox": true, "refund-beyond-capture": "yes"}"#,
            says: "setting-invalid: the setting refund-beyond-capture, "),
        Mistake(
            file: #"{"sandbox": true, "tls-key-file": ["k"]}"#,
            says: "setting-invalid: the setting tls-key-file, which takes a text"),
        Mistake(
            file: #"{"sandbox": true, "token-max-age-seconds": "abc"}"#,
            says: "the setting token-max-age-seconds, which takes a whole number from 1 to "),
        Mistake(
            environment: ["COSTER_SANDBOX": "maybe"],
            says: "setting-invalid: the setting sandbox, which takes true or false"),
        Mistake(
            environment: ["COSTER_BODY_LIMIT": "1.5"],
            says: "setting-invalid: the setting body-limit, "),
        Mistake(
            environment: ["COSTER_SANDBOX_ACQUIRER": "foo"],
            says: "setting-invalid: the setting sandbox-acquirer, which takes HOST:PORT"),
        Mistake(
            environment: ["COSTER_SETTLE_AT": "25:00"],
            says: "setting-invalid: the setting settle-at, which takes HH:MM in UTC"),
        Mistake(file: "[1]", says: "is not one JSON object of settings"),
        // Of a name that nobody reads.
        Mistake(
            file: #"{"sandbox": true, "listn": "127.0.0.1:0"}"#,
            says: "setting-unknown: the setting listn, in place of listen perhaps: "),
        Mistake(
            file: #"{"sandbox": true, "master_key_file": "k"}"#,
            says: "the setting master_key_file, in place of master-key-file perhaps: "),
        Mistake(
            file: #"{"sandbox": true, "colour": "blue"}"#,
            says: "setting-unknown: the setting colour: "),
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
    func noValues() {
        let settings = WrittenSettings(
            values: ["database-url": .text("mysql://u:5ec12e7@h/d"), "listen": .number(5)],
            fileKeys: ["listen", "database-url", "5ec12e7-not"])
        let lines = ConfigurationCheck.faults(settings).map(\.line)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { !$0.contains("mysql") && !$0.contains("u:5ec12e7") })
    }
}
