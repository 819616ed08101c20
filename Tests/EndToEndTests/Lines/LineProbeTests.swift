import Foundation
import LineHosts
import Testing

@testable import CosterServer

@Suite(
    "coster line try and coster line echo", .timeLimit(.minutes(20)),
    .enabled(if: OpenSSL.isThere, OpenSSL.absence))
struct LineProbeTests {
    /// A line with something wrong, and what each command says of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let line: ProbedLine.Fault?
        /// Tests/Hosts/worldpay_host.py has the table of amounts.
        let amount: String
        let exit: Int32
        /// The outcome of the trial, and why.
        let outcome: String
        var reason: String?
        /// The trial's last line.
        let sentence: String
        var echo: Int32 = 0
        var finding = ""

        init(
            _ title: String, _ line: ProbedLine.Fault? = nil, amount: String = "1.00",
            exit: Int32, _ outcome: String, reason: String? = nil, _ sentence: String,
            echo: Int32 = 0, finding: String = ""
        ) {
            (testDescription, self.line, self.amount) = (title, line, amount)
            (self.exit, self.outcome, self.reason) = (exit, outcome, reason)
            (self.sentence, self.echo, self.finding) = (sentence, echo, finding)
        }
    }

    static let rows = [
        Row(
            "approved and reversed", exit: 0, "approved-and-reversed",
            "ok: 1.00 USD was authorized and reversed."),
        Row(
            "declined for lack of money", amount: "6001.10", exit: 1, "declined", reason: "51",
            "declined: insufficient funds (51). "),
        Row(
            "an answer that is lost, and found by the reversal", amount: "7100.02", exit: 3,
            "unknown", "unknown: The authorization had no usable answer. The reversal undid it"),
        Row(
            "an answer that is lost, of a payment that never was", amount: "7100.01", exit: 3,
            "unknown", "unknown: The authorization had no usable answer, and the reversal wasn't"),
        Row(
            "a wrong password", .password, exit: 1, "refused",
            "refused: The host refused the message", echo: 1,
            finding: "line-credentials-refused: "),
        Row(
            "another certificate", .roots, exit: 69, "not-sent", reason: "tls-failed",
            "not sent: tls-failed: ", echo: 69, finding: "line-certificate-refused: tls-failed: "),
        Row(
            "no host", .address, exit: 69, "not-sent", reason: "unreachable",
            "not sent: unreachable: ", echo: 69, finding: "line-unreachable: unreachable: "),
    ]

    @Test("say what is wrong with a line, and show no secret", arguments: rows)
    func outcome(_ row: Row) async throws {
        try await ProbedLine.lend(row.line) { line in
            let echo = try await line.run(["line", "echo", "east"], row.echo)
            #expect(echo.output == (row.echo == 0 ? "ok\n" : ""))
            #expect(echo.errors.hasPrefix(row.finding), "\(echo.errors)")

            let trial = try await line.run(
                ["line", "try", "east", "--amount", row.amount], row.exit)
            let last = trial.output.split(separator: "\n").last ?? ""
            #expect(last.hasPrefix(row.sentence), "\(trial.output)")
            for shown in ["card/number\t445701******0009", "card/expDate\t(4 characters)"] {
                #expect(trial.output.contains(shown), "\(trial.output)")
            }

            let json = try await line.run(
                ["line", "try", "east", "--amount", row.amount, "--json"], row.exit
            ).json
            #expect(json["outcome"] as? String == row.outcome)
            #expect(json["reason"] as? String == row.reason)

            // The host holds nothing, and our payments have nothing of it.
            let holds = try await line.host.state().authorizations.values
            #expect(holds.allSatisfy { $0.remaining == 0 })
            #expect(
                holds.contains { $0.approved > 0 }
                    == (row.outcome.hasPrefix("approved")
                        || row.testDescription.hasSuffix("found by the reversal")))
            #expect(
                try await line.run(["payments", "--json"], 0).output.contains("amount") == false)
            let log = try await line.run(["audit-log"], 0).output
            #expect(log.contains("line-tried\teast flowers \(row.amount) USD\tdone"), "\(log)")
            try await line.run(["audit"], 0)
        }
    }

    @Test("say the same of a line to Cybersource, and show no secret")
    func cybersource() async throws {
        try await ProbedLine.lend(nil, to: .cybersource) { line in
            try await line.run(["line", "echo", "east"], 0)
            let trial = try await line.run(["line", "try", "east"], 0)
            for shown in [
                "paymentInformation.tokenizedCard.number\t445701******0009",
                "paymentInformation.tokenizedCard.cryptogram\t(28 characters)",
                "status\tREVERSED", "ok: 1.00 USD was authorized and reversed.",
            ] {
                #expect(trial.output.contains(shown), "\(trial.output)")
            }
            let declined = try await line.run(["line", "try", "east", "--amount", "6002.04"], 1)
            #expect(declined.output.contains("declined: insufficient funds (51). "))
            // Cybersource asks to wait for a minute before a reversal without an answer.
            let unknown = try await line.run(["line", "try", "east", "--amount", "7100.02"], 3)
            #expect(unknown.output.contains("unknown: The authorization had no usable answer"))
        }
        try await ProbedLine.lend(.password, to: .cybersource) { line in
            let echo = try await line.run(["line", "echo", "east"], 1)
            #expect(echo.errors.hasPrefix("line-credentials-refused: "), "\(echo.errors)")
            try await line.run(["line", "try", "east"], 1)
            #expect(try await line.host.state().authorizations.isEmpty)
        }
    }

    @Test("a line proves itself by the client certificate of its secret file, until one without it")
    func clientCertificate() async throws {
        try await ProbedLine.lend(nil, asksForCertificate: true) { line in
            try await line.run(["line", "echo", "east"], 0)
            let bare = try line.place.write(
                LineHost.Acquirer.worldpay.secret + "\n", to: "bare.secret")
            try await line.run(["line", "rotate", "east", "--secret-file", bare], 0)
            let refused = try await line.run(["line", "echo", "east"], 69)
            #expect(refused.errors.hasPrefix("line-certificate-refused: "), "\(refused.errors)")
            try await line.run(["line", "rotate", "east", "--back"], 0)
            try await line.run(["line", "echo", "east"], 0)
            let host = try await line.host.state()
            #expect(host.requests == 2)
        }
    }

    @Test("the merchant is the only one whose rules name the line, or must be named")
    func merchant() async throws {
        try await ProbedLine.lend(nil) { line in
            try await line.setUpMerchant("roses", number: "81601")
            let two = try await line.run(["line", "try", "east"], 65)
            #expect(two.errors.contains("rules name line east: 2. Add --merchant"))
            let named = try await line.run(["line", "try", "east", "--merchant", "roses"], 0)
            #expect(named.output.contains("cnpOnlineRequest merchantId\t81601"))
            try await line.run(["line", "echo", "east", "--merchant", "tulips"], 65)
            try await line.run(["line", "echo", "west"], 65)
            try await line.run(["line", "try", "east", "--merchant", "roses", "--amount", "0"], 64)
        }
    }
}

/// A data folder without a server, with a line to an acquirer's host.
struct ProbedLine: Sendable {
    /// What is wrong with the line.
    enum Fault: Sendable {
        case password, roots, address
    }

    let host: LineHost
    fileprivate let place: TemporaryFolder
    fileprivate let environment: [String: String]

    /// Lends a line of the merchant flowers, named east.
    static func lend(
        _ fault: Fault?, to acquirer: LineHost.Acquirer = .worldpay,
        asksForCertificate: Bool = false, _ body: @Sendable (ProbedLine) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            let certificate = try HostCertificate.make(in: place.path)
            let own = try HostCertificate.make(in: place.path, for: "coster.example")
            let host = try await LineHost.start(
                acquirer, certificate: certificate,
                clients: asksForCertificate ? own.certificate : nil)
            let other = try HostCertificate.make(in: place.path, for: "other.example")
            let line = ProbedLine(
                host: host, place: place,
                environment: [
                    "COSTER_DATA": "\(place.path)/data",
                    "COSTER_MASTER_KEY_FILE": "\(place.path)/master.key",
                ])
            let port = fault == .address ? try FreePort.find() : host.port
            let password = fault == .password ? wrongSecret(acquirer) : acquirer.secret
            try DataFolder("\(place.path)/data").create()
            let identity =
                asksForCertificate
                ? try [own.certificate, own.key].map {
                    try String(contentsOfFile: $0, encoding: .utf8)
                }.joined() : ""
            let secret = try place.write(password + "\n" + identity, to: "line.secret")
            try await line.run(["keys", "init", "--file", "\(place.path)/master.key"], 0)
            try await line.run(["migrate"], 0)
            try await line.run(
                [
                    "line", "create", "east", "--kind", acquirer.rawValue, "--address",
                    "https://localhost:\(port)\(acquirer.path)", "--user", acquirer.user,
                    "--secret-file", secret, "--live", "--roots",
                    fault == .roots ? other.certificate : certificate.certificate,
                ], 0)
            try await line.setUpMerchant("flowers", number: "81600")
            try await body(line)
        }
    }

    /// Sets up a merchant whose payments take the line.
    func setUpMerchant(_ name: String, number: String) async throws {
        let rules = try place.write(#"{"rules": [{"line": "east"}]}"#, to: "rules.json")
        try await run(
            [
                "merchant", "create", name, "--apple-merchant-id", "merchant.com.example.\(name)",
                "--acquirer-merchant-number", number,
            ], 0)
        try await run(["route", "set", name, rules], 0)
    }

    /// Runs a command, and expects how it ends, and that it prints neither card nor cryptogram nor secret.
    @discardableResult
    func run(_ arguments: [String], _ code: Int32) async throws -> CommandRun {
        let run = try await CommandRun.coster(arguments, environment: environment)
        #expect(run.ending == .exited(code), "\(arguments) \(run.output)\(run.errors)")
        for secret in ProbedLine.secrets {
            #expect(!run.output.contains(secret) && !run.errors.contains(secret))
            #expect(!arguments.contains { $0.contains(secret) })
            for file in try TemporaryFolder(path: "\(place.path)/data").files() {
                #expect(file.bytes.range(of: Data(secret.utf8)) == nil, "\(file.name)")
            }
        }
        return run
    }

    private static func wrongSecret(_ acquirer: LineHost.Acquirer) -> String {
        acquirer == .worldpay ? "no-such-password" : "no-such-key bm8tc3VjaC1zZWNyZXQ="
    }
    private static let secrets =
        [
            "4457010000000009", "coster-line-trial-01",
            Data("coster-line-trial-01".utf8).base64EncodedString(),
        ] + LineHost.Acquirer.overHTTP.flatMap { [$0.secret, wrongSecret($0)] }
}
