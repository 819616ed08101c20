import Routing
import Testing

extension RefusalRow {
    /// Lines and routes.
    static let lines: [RefusalRow] = [
        RefusalRow(.badLineName, "a name with a colon") { try line($0, "a:b") },
        RefusalRow(.badAddress, "no URL") { try line($0, "east", "--live --address x") },
        RefusalRow(.badAddress, "a live line without TLS") {
            try line($0, "east", "--live --address http://acquirer.example/pay")
        },
        RefusalRow(.addressOfOtherMode, "the test host for a live line") {
            let host = "https://apitest.cybersource.com"
            return try line($0, "east", "--kind cybersource --address \(host) --live")
        },
        RefusalRow(.badLineSecret, "a key without its shared secret") {
            try line($0, "east", "--kind cybersource --live")
        },
        RefusalRow(.badField, "a user of 21 characters") {
            try line($0, "east", "--live --user FLOWERS-OF-THE-SHOP-1")
        },
        RefusalRow(.badLineHosts, "a host without its port") { fixture in
            try hosts(fixture, "--host acquirer.example --profile spec87-ascii")
        },
        RefusalRow(.badLineHosts, "seventeen links to a host") { fixture in
            try hosts(fixture, "--host a.example:1 --links 17 --profile spec87-ascii")
        },
        RefusalRow(.badLineProfile, "a profile without messages") { fixture in
            let file = try fixture.place.write("{}", to: "profile.json")
            return try hosts(fixture, "--host a.example:1 --profile \(file)")
        },
        RefusalRow(.optionOfOtherKind, "links of a line that has none") { fixture in
            try await fixture.run(try line(fixture, "east"))
            return ["line", "change", "east", "--links", "2"]
        },
        RefusalRow(.badLineCurrency, "a currency without decimals") {
            try line($0, "east", "--live --currency JPY")
        },
        RefusalRow(.badLineSecret, "an empty file") {
            try line($0, "east", "--live --secret-file /dev/null")
        },
        RefusalRow(.badLineIdentity, "a client certificate without its key") { fixture in
            let certificate = try fixture.place.write(
                "secret\n-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n",
                to: "half.secret")
            return try line(fixture, "east", "--live --secret-file \(certificate)")
        },
        RefusalRow(.badRoots, "roots without a certificate") { fixture in
            let file = try fixture.place.write("no certificate\n", to: "roots.pem")
            return try line(fixture, "east", "--live --roots \(file)")
        },
        RefusalRow(.lineExists, "the name of the sandbox's own line") { try line($0, "sandbox") },
        RefusalRow(.lineExists, "the name of a line in the database") { fixture in
            try await fixture.run(try line(fixture, "east"))
            return try line(fixture, "east", "--test")
        },
        RefusalRow(.lineUnknown, "a name that no line has") { _ in ["line", "show", "north"] },
        RefusalRow(.lineUnknown, "rules that name a missing line") {
            try rules($0, #"{"line": "north"}"#)
        },
        RefusalRow(.lineUnreadable, "a row that isn't ours") { fixture in
            try await fixture.run(try line(fixture, "east"))
            try await fixture.spoil("UPDATE lines SET configuration = '{}'")
            return ["line", "change", "east", "--user", "TULIPS"]
        },
        RefusalRow(.lineInUse, "a line that a route names") { fixture in
            try await fixture.run(try line(fixture, "east"))
            try await fixture.run(try rules(fixture, #"{"line": "east"}"#))
            return ["line", "remove", "east"]
        },
        RefusalRow(.noPreviousSecret, "a line that had one secret only") { fixture in
            try await fixture.run(try line(fixture, "east"))
            return ["line", "rotate", "east", "--back"]
        },
        RefusalRow(.lineOfOtherMode, "a test line for a live merchant") { fixture in
            try await fixture.run(try line(fixture, "trial", "--test"))
            return try rules(fixture, #"{"line": "trial"}"#)
        },
        RefusalRow(.lineOfOtherCurrency, "a rule for Canadian dollars, and a line of dollars") {
            fixture in
            try await fixture.run(try line(fixture, "east"))
            return try rules(fixture, #"{"currency": "CAD", "line": "east"}"#)
        },
        RefusalRow(.numberOfTwoCurrencies, "a line of US and one of Canadian dollars") { fixture in
            try await fixture.run(try line(fixture, "east"))
            try await fixture.run(try line(fixture, "north", "--live --currency CAD"))
            return try rules(fixture, #"{"line": "east"}, {"line": "north"}"#)
        },
        RefusalRow(.notJSON, at: "the file (json-malformed)", file: "no JSON"),
        RefusalRow(.unknownKey, at: "rules[1].netwrok", #"{"netwrok": "visa", "line": "east"}"#),
        RefusalRow(.missingKey, at: "the file", file: "{}"),
        RefusalRow(.missingKey, at: "rules[2]", #"{"line": "east"}, {"network": "visa"}"#),
        RefusalRow(.wrongType, at: "rules[1].line", #"{"line": 1}"#),
        RefusalRow(
            .tooMany, at: "rules",
            Array(repeating: #"{"line": "east"}"#, count: RoutingLimits.rules + 1)
                .joined(separator: ",")),
        RefusalRow(.badNetwork, at: "rules[1].network", #"{"network": "v", "line": "east"}"#),
        RefusalRow(.badCurrency, at: "rules[1].currency", #"{"currency": "US", "line": "east"}"#),
        RefusalRow(
            .badAmount, at: "rules[1].amount_to",
            #"{"currency": "USD", "amount_from": "2.00", "amount_to": "1.99", "line": "east"}"#),
        RefusalRow(
            .amountWithoutCurrency, at: "rules[1]", #"{"amount_to": "499.99", "line": "east"}"#),
        RefusalRow(.badProtocol, at: "rules[1].protocol", #"{"protocol": "x", "line": "east"}"#),
        RefusalRow(.badLine, at: "rules[1].otherwise", #"{"line": "east", "otherwise": "a:b"}"#),
        RefusalRow(
            .unusedLine, at: "merchant_numbers.west",
            file: #"{"rules": [{"line": "east"}], "merchant_numbers": {"west": "81601"}}"#),
        RefusalRow(
            .badMerchantNumber, at: "merchant_numbers.east",
            file: #"{"rules": [{"line": "east"}], "merchant_numbers": {"east": "81-601"}}"#),
        RefusalRow(.sameLine, at: "rules[1]", #"{"line": "east", "otherwise": "east"}"#),
    ]

    private init(
        _ fault: LineFault, _ cause: String,
        _ arguments: @escaping @Sendable (DoctorFixture) async throws -> [String]
    ) {
        self.init(fault.code, cause, arguments)
    }

    /// A file of rules, and the place of its first problem.
    private init(_ problem: RulesFileError.Kind, at place: String, file: String) {
        self.init(problem.code, "\(file.prefix(60))", place: place) { fixture in
            try RefusalRow.routes(fixture, file)
        }
    }

    /// Rules, and the place of their first problem.
    private init(_ problem: RulesFileError.Kind, at place: String, _ rules: String) {
        self.init(problem, at: place, file: #"{"rules": [\#(rules)]}"#)
    }

    /// Creates a line; a later option replaces an earlier one of its name.
    private static func line(
        _ fixture: DoctorFixture, _ name: String, _ words: String = "--live"
    ) throws -> [String] {
        let secret = try fixture.place.write("line-secret\n", to: "line.secret")
        return
            "line create \(name) --kind worldpay --address https://acquirer.example/pay --user FLOWERS --secret-file \(secret) \(words)"
            .split(separator: " ").map(String.init)
    }

    /// Creates a line to hosts.
    private static func hosts(_ fixture: DoctorFixture, _ words: String) throws -> [String] {
        "line create direct --kind iso8583 --live \(words)".split(separator: " ").map(String.init)
    }

    private static func rules(_ fixture: DoctorFixture, _ rules: String) throws -> [String] {
        try routes(fixture, #"{"rules": [\#(rules)]}"#)
    }

    private static func routes(_ fixture: DoctorFixture, _ file: String) throws -> [String] {
        ["route", "set", "shop", try fixture.place.write(file, to: "rules.json")]
    }
}

extension DoctorFixture {
    /// Runs a command on the folder that succeeds.
    @discardableResult
    func run(_ arguments: [String]) async throws -> CommandRun {
        try await expect(0, arguments + ["--data", folder.path])
    }
}
