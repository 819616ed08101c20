import LineHosts
import Testing

extension AcquirerHost {
    /// Has the sandbox's merchant pay over lines that lead here, one of each kind.
    ///
    /// - Parameter place: The options of commands that name the database.
    func lead(_ place: [String]) async throws {
        try await TemporaryFolder.lend { folder in
            for line in Self.lines {
                let secret = try folder.write(line.secret + "\n", to: "secret")
                let words = try await line.creation(
                    in: folder, port: line == .iso8583 ? linkPort : port, user: line.user,
                    secretFile: secret, roots: nil,
                    identifiers: #"["identifier", "identifier.own"]"#)
                try await run(words + ["--test"] + place)
            }
            let rules = try folder.write(Self.rules, to: "rules.json")
            try await run(["route", "set", "sandbox", rules] + place)
        }
    }

    static let lines = LineHost.Acquirer.allCases

    /// Each line has a part of the usual amounts, and of the amounts that mean something to the host.
    private static let rules = """
        {"rules": [
          {"protocol": "vantiv", "currency": "USD", "amount_from": "7000.00", "line": "worldpay"},
          {"protocol": "radial", "currency": "USD", "amount_from": "7000.00", "line": "iso8583"},
          {"currency": "USD", "amount_to": "3599.99", "line": "worldpay", "otherwise": "iso8583"},
          {"currency": "USD", "amount_to": "5299.99", "line": "iso8583", "otherwise": "worldpay"},
          {"line": "cybersource", "otherwise": "worldpay"}
        ]}
        """

    private func run(_ words: [String]) async throws {
        let run = try await CommandRun.coster(words)
        #expect(run.ending == .exited(0), "\(words) \(run.errors)")
    }
}
