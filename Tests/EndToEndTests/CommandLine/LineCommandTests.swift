import Foundation
import Testing

@testable import CosterCommands

@Suite("coster line and coster route", .timeLimit(.minutes(20)))
struct LineCommandTests {
    private static let secrets = ["first-line-secret", "second-line-secret"]

    /// A running server with the merchant flowers, and files beside it.
    private struct Office {
        let server: RunningServer
        let files: TemporaryFolder

        /// Runs a command on the server's folder, and expects how it ends; it never prints a secret.
        @discardableResult
        func callAsFunction(_ words: String, _ code: Int32 = 0) async throws -> CommandRun {
            let words = words.split(separator: " ").map(String.init)
            let run = try await expect(code, words + ["--data", server.folder])
            for secret in LineCommandTests.secrets {
                #expect(!run.output.contains(secret) && !run.errors.contains(secret))
            }
            return run
        }

        /// Creates a line.
        @discardableResult
        func create(
            _ name: String, _ mode: String = "--live", _ more: String = "", code: Int32 = 0
        ) async throws -> CommandRun {
            let secret = try files.write(LineCommandTests.secrets[0] + "\n", to: "secret")
            return try await self(
                "line create \(name) --kind worldpay --address https://acquirer.example/\(name) --user FLOWERS --secret-file \(secret) \(mode) \(more)",
                code)
        }

        /// Sets the rules of flowers.
        @discardableResult
        func route(_ rules: String, _ more: String = "", code: Int32 = 0) async throws -> CommandRun
        {
            let file = try files.write(rules, to: "rules.json")
            return try await self("route set flowers \(file) \(more)", code)
        }
    }

    private func lend(_ body: (Office) async throws -> Void) async throws {
        try await RunningServer.lend { server in
            try await TemporaryFolder.lend { files in
                let office = Office(server: server, files: files)
                try await office("merchant create flowers --apple-merchant-id merchant.flowers")
                try await body(office)
            }
        }
    }

    @Test(
        "a line is created, gets other secrets, and is removed; no secret is anywhere in the clear")
    func lineLife() async throws {
        try await lend { office in
            let created = try await office.create("east", "--live", "--report-group G")
            #expect(created.errors.contains("Running servers that have the change: 1."))
            let list = try await office("line list")
            #expect(
                list.output.contains("east\tworldpay\tlive\tUSD\thttps://acquirer.example/east\t-"))
            let next = try office.files.write(Self.secrets[1], to: "next")
            try await office("line rotate east --secret-file \(next) --overlap-hours 1")
            try await office("line rotate east --back")
            let shown = try await office("line show east")
            #expect(shown.output.contains("user FLOWERS, report group G"))
            #expect(shown.output.contains(", in use") && shown.output.contains(", kept until "))
            try await office("line change east --address https://moved.example/ --report-group H")
            #expect(try await office("line list").output.contains("\thttps://moved.example/\t"))
            for words in [
                "", "--roots a --system-roots", "--address https://a.example --secret-file b",
            ] {
                try await office("line change east \(words)", 64)
            }
            let facts = try await office("line show east --json").json
            #expect(
                facts["has_roots"] as? Bool == false && facts["user"] as? String == "FLOWERS")
            #expect((facts["secrets"] as? [[String: Any]])?.count == 2)
            #expect(try await office("keys rotate").output.contains("Rotation complete"))
            #expect(try await office("keys inventory").output.contains("line:east"))
            try await office("line rotate east --secret-file \(next)")
            try await office("line remove east")
            try await office("audit")
            let log = try await office("audit-log").output
            for kind in ["created", "changed", "secret-rotated", "secret-restored", "removed"] {
                #expect(log.contains("line-\(kind)"), "\(kind)")
            }
            for file in try TemporaryFolder(path: office.server.folder).files() {
                for secret in Self.secrets {
                    #expect(file.bytes.range(of: Data(secret.utf8)) == nil, "\(file.name)")
                }
            }
        }
    }

    @Test("a line to hosts that speak ISO 8583 has a profile of its own, and no secret")
    func hosts() async throws {
        try await lend { office in
            let shipped = try await expect(0, ["line", "profile", "spec87-ascii"]).output
            let profile = try office.files.write(shipped, to: "profile.json")
            let create = "line create direct --kind iso8583 --live --host a.example:5000"
            for words in [
                "", "--profile \(profile) --user u",
                "--profile \(profile) --roots r --allow-plaintext-line",
                "--profile \(profile) --secret-file s --allow-plaintext-line",
            ] {
                try await office("\(create) \(words)", 64)
            }
            try await expect(64, ["line", "profile", "other"])
            let wrong = try office.files.write(
                shipped.replacing("\"48\": [", with: "\"4x\": ["), to: "wrong.json")
            let refused = try await office("\(create) --profile \(wrong)", 65)
            #expect(
                refused.errors.contains("wrong.json, messages.authorize.fields.4x: The key isn't"))
            try await office("\(create) --host b.example:5001 --links 2 --profile \(profile)")
            #expect(
                try await office("line list").output.contains(
                    "direct\tiso8583\tlive\tUSD\ta.example:5000, b.example:5001\t-"))
            #expect(
                try await office("line show direct").output.contains("2 to each host, TLS"))
            #expect(try await office("line show direct --profile").output == shipped)
            try await office(
                "line change direct --host c.example:1 --allow-plaintext-line --profile spec87-binary-bitmap"
            )
            let facts = try await office("line show direct --json").json
            #expect(facts["address"] as? String == "c.example:1")
            #expect(facts["is_plaintext"] as? Bool == true && facts["links"] as? Int == 2)
            #expect(facts["user"] == nil)
            let changed = try await office("line show direct --profile").output
            #expect(changed.contains(#""specification": "spec87-binary-bitmap""#))
            try await office("line change direct --profile \(wrong)", 65)
            let other = try office.files.write(
                shipped.replacing("\"0220\"", with: "\"0200\""), to: "other.json")
            #expect(
                try await office("line change direct --profile \(other)", 65).errors.contains(
                    "its style or the type of a message isn't that of the line's payments"))
            try await office("line change direct --allow-plaintext-line", 64)
            try await office("line change direct --user u", 65)
            try await office.create("east")
            try await office("line show east --profile", 65)
            try await office("line remove direct")
        }
    }

    @Test("rules are set, shown and tried, and keep their lines")
    func routes() async throws {
        try await lend { office in
            try await office.create("east")
            try await office.create("west")
            try await office.route(
                #"{"rules":[{"network":"amex","currency":"USD","amount_to":"499.99","line":"west"},{"currency":"USD","line":"east","otherwise":"west"}]}"#
            )
            let shown = try await office("route show flowers")
            #expect(shown.output.contains("1\tamex\tUSD\t0.00\t499.99\t-\twest\t-"))
            #expect(shown.output.contains("2\t-\tUSD\t-\t-\t-\teast\twest"))
            let test = "route test flowers --network amex --amount"
            #expect(try await office("\(test) 499.99").output == "Rule 1: line west\n")
            #expect(try await office("\(test) 500").output == "Rule 2: line east, otherwise west\n")
            let facts = try await office("\(test) 500 --json").json
            #expect(facts["rule"] as? Int == 2 && facts["otherwise"] as? String == "west")
            try await office.create("north", "--live", "--currency CAD")
            try await office.route(#"{"rules":[{"currency":"CAD","line":"east"}]}"#, code: 65)
            let none = try await office("\(test) 500 --currency EUR", 1)
            #expect(none.errors.contains("No rule of flowers fits") && none.output.isEmpty)
            try await office("\(test) 500 --protocol telex", 64)
            try await office.route(
                #"{"rules":[{"line":"east","otherwise":"west"}],"merchant_numbers":{"west":"81601"}}"#
            )
            let numbered = try await office("route show flowers").output
            #expect(numbered.contains("\teast\twest (as 81601)"))
            let rule = try await office("\(test) 5 --json").json
            #expect(rule["otherwise_merchant_number"] as? String == "81601")
            let used = try await office("line list --json").output
            #expect(used.contains(#""merchants":["flowers"]"#))
            try await office.route(#"{"rules":[{"line":"east","otherwise":"west"}]}"#)
            let other = try await office("\(test) 5 --currency CAD", 1)
            #expect(other.errors.contains("no line of it takes CAD"))
            for (number, code) in [("81601", Int32(0)), ("81602", 65)] {
                try await office.route(
                    #"{"rules":[{"line":"east"},{"line":"north"}],"merchant_numbers":{"east":"81602","north":"\#(number)"}}"#,
                    code: code)
            }
            try await office.route(#"{"rules":[{"line":"north"}]}"#)
            #expect(try await office("\(test) 5 --currency CAD").output == "Rule 1: line north\n")
            try await office.route(#"{"rules":[{"line":"east","otherwise":"west"}]}"#)
            let kept = try await office("line remove west", 65)
            #expect(kept.errors.hasPrefix("refused: line-in-use: "))
            try await office.route(#"{"rules":[]}"#)
            try await office("line remove west")
            try await office("audit")
        }
    }

    @Test("a refusal is in the audit log, and a sandbox takes test lines")
    func modes() async throws {
        try await lend { office in
            try await office.create("trial", "--test")
            try await office.route(#"{"rules":[{"netwrok":"visa"}]}"#, code: 65)
            #expect(try await office("audit-log").output.contains("refused: rules-unknown-key"))
            try await office.route(#"{"rules":[{"line":"trial"}]}"#, "--sandbox")
            try await office("route set tulips \(office.files.path)/rules.json", 65)
            try await office("route set sandbox \(office.files.path)/rules.json")
            for words in ["line rotate trial", "line rotate trial --back --secret-file x"] {
                try await office(words, 64)
            }
        }
    }
}
