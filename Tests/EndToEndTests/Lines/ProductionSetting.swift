import Foundation
import LineHosts

/// What an operator does before the first start.
struct ProductionSetting: Sendable {
    /// The account at the acquirer that payments go to.
    struct Account: Sendable {
        /// Also the name of the line.
        var acquirer = LineHost.Acquirer.worldpay
        /// Where its service listens on this machine, over TLS.
        let port: Int
        let user: String
        let secret: String
        let merchantNumber: String
        /// The file of the certificates that its own must come from.
        let roots: String
    }

    static let merchant = "flowers"

    let place: TemporaryFolder
    /// The environment of the server, and of every command.
    let environment: [String: String]

    /// A setting in a folder that is empty.
    ///
    /// - Parameter environment: What is to be in it besides.
    init(place: TemporaryFolder, environment: [String: String] = [:]) {
        self.place = place
        self.environment = environment.merging([
            "COSTER_DATA": "\(place.path)/data",
            "COSTER_MASTER_KEY_FILE": "\(place.path)/master.key",
            "COSTER_ACQUIRER_TIMEOUT_SECONDS": "4",
        ]) { $1 }
    }

    /// The data folder.
    var data: String { "\(place.path)/data" }

    /// Makes keys and a database, a merchant with a client for each protocol, and its line.
    ///
    /// - Parameter rule: Which payments take the line; empty for all.
    func setUp(_ account: Account, rule: String = "") async throws {
        let secret = try place.write(cardShopSecret + "\n", to: "shop.secret")
        let lineSecret = try place.write(account.secret + "\n", to: "line.secret")
        let line = account.acquirer.rawValue
        let rules = try place.write(#"{"rules": [{\#(rule)"line": "\#(line)"}]}"#, to: "rules.json")
        try place.makeDataFolder("data")
        try await run(["keys", "init", "--file", "\(place.path)/master.key"])
        try await run(["migrate"])
        try await run([
            "merchant", "create", Self.merchant, "--apple-merchant-id",
            "merchant.com.example.flowers", "--acquirer-merchant-number", account.merchantNumber,
        ])
        for (name, credential) in cardShopClients {
            try await run(
                ["merchant", "credential", "create", Self.merchant, name]
                    + credential + ["--secret-file", secret])
        }
        try await run(
            account.acquirer.creation(
                in: place, port: account.port, user: account.user, secretFile: lineSecret,
                roots: account.roots) + ["--live"])
        try await run(["route", "set", Self.merchant, rules])
    }

    private func run(_ arguments: [String]) async throws {
        let run = try await CommandRun.coster(arguments, environment: environment)
        guard run.ending == .exited(0) else {
            throw SetUpFailed(words: "\(arguments) \(run.output)\(run.errors)")
        }
    }
}

extension TemporaryFolder {
    /// Makes a folder in it that nobody else may read.
    func makeDataFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
    }
}

/// A command of the set-up that didn't do its work.
private struct SetUpFailed: Error {
    let words: String
}
