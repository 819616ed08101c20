import Foundation
import LineHosts
import PaymentDomain
import Testing

/// A server without --sandbox, with a merchant of each protocol and a line to a Worldpay host over TLS.
struct ProductionServer: Sendable {
    static let merchant = "flowers"

    let server: RunningServer
    let host: WorldpayHost
    let database: OurDatabase
    /// The environment that commands need too.
    let environment: [String: String]

    /// The shops of the merchant.
    var shops: [any CardShop] {
        [
            VantivCardShop(server), CardPointeCardShop(server), InstaMedCardShop(server),
            RadialCardShop(server),
        ]
    }

    /// Lends a server that an operator has set up by commands, and stops it.
    static func lend(
        on kind: TortureDatabase, _ body: @Sendable (ProductionServer) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            switch kind {
            case .sqlite: try await lend(in: place, [:], .folder("\(place.path)/data"), body)
            case .postgreSQL:
                try await SharedDatabase.lend { database in
                    try await lend(
                        in: place, database.environment(), .database(database.url), body)
                }
            }
        }
    }

    private static func lend(
        in place: TemporaryFolder, _ more: [String: String], _ books: OurDatabase.Place,
        _ body: @Sendable (ProductionServer) async throws -> Void
    ) async throws {
        let certificate = try HostCertificate.make(in: place.path)
        let host = try await WorldpayHost.start(certificate: certificate)
        let data = "\(place.path)/data"
        let environment = more.merging([
            "COSTER_DATA": data, "COSTER_MASTER_KEY_FILE": "\(place.path)/master.key",
            "COSTER_ACQUIRER_TIMEOUT_SECONDS": "2",
        ]) { $1 }
        let setting = Setting(place: place, environment: environment)
        try await setting.setUp(host, roots: certificate.certificate)
        let server = try await RunningServer.start(data, environment, isSandbox: false)
        let production = ProductionServer(
            server: server, host: host, database: OurDatabase(place: books),
            environment: environment)
        do {
            try await body(production)
        } catch {
            await server.kill()
            throw error
        }
        #expect(await server.stop() == .exited(0))
        #expect(try await production.run(["audit"]).ending == .exited(0))
    }

    /// Runs a command beside the server.
    @discardableResult
    func run(_ arguments: [String]) async throws -> CommandRun {
        let run = try await CommandRun.coster(arguments, environment: environment)
        #expect(run.ending == .exited(0), "\(arguments) \(run.output)\(run.errors)")
        return run
    }

    /// Waits until nothing is open any more: what can't be found may be on its way for a minute.
    func settled(within limit: Duration = .seconds(150)) async throws {
        let isSettled = try await TortureClock.until(within: limit) {
            try await database.open().isNothing
        }
        let open = try await database.open()
        #expect(isSettled, "\(open)")
    }

    /// Where our ledger and the host's tell different stories.
    func disagreements() async throws -> [String] {
        let theirs = try await host.state()
        let ours = try await database.payments()
        let known = Dictionary(ours.map { ($0.authorizationID, $0) }, uniquingKeysWith: { $1 })
        let unknown = theirs.authorizations.filter { id, hold in
            hold.approved > hold.released && known[id] == nil
        }
        let different = ours.filter { our in
            let hold = theirs.authorizations[our.authorizationID]
            guard our.isHeld else { return (hold?.remaining ?? 0) + (hold?.captured ?? 0) != 0 }
            let amounts = our.amounts
            return hold?.approved != amounts.authorized || hold?.captured != amounts.captured
                || hold?.refunded != amounts.refunded || hold?.released != amounts.released
        }
        return unknown.keys.map { "the host has \($0), and we don't" }
            + different.map { our in
                "\(our); the host: \(theirs.authorizations[our.authorizationID].map { "\($0)" } ?? "-")"
            } + theirs.doublePosted.map { "posted twice: \($0)" }
    }
}

/// What an operator does before the first start.
private struct Setting {
    let place: TemporaryFolder
    let environment: [String: String]

    func setUp(_ host: WorldpayHost, roots: String) async throws {
        let secret = try place.write(cardShopSecret + "\n", to: "shop.secret")
        let password = try place.write(WorldpayHost.password + "\n", to: "line.secret")
        let rules = try place.write(#"{"rules": [{"line": "worldpay"}]}"#, to: "rules.json")
        let url = "https://localhost:\(host.port)/vap/communicator/online"
        try FileManager.default.createDirectory(
            atPath: "\(place.path)/data", withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        try await run(["keys", "init", "--file", "\(place.path)/master.key"])
        try await run(["migrate"])
        try await run([
            "merchant", "create", ProductionServer.merchant, "--apple-merchant-id",
            "merchant.com.example.flowers", "--acquirer-merchant-number", "81600",
        ])
        for (name, credential) in cardShopClients {
            try await run(
                ["merchant", "credential", "create", ProductionServer.merchant, name]
                    + credential + ["--secret-file", secret])
        }
        try await run([
            "line", "create", "worldpay", "--kind", "worldpay", "--address", url, "--user",
            "FLOWERS", "--secret-file", password, "--roots", roots, "--live",
        ])
        try await run(["route", "set", ProductionServer.merchant, rules])
    }

    private func run(_ arguments: [String]) async throws {
        let run = try await CommandRun.coster(arguments, environment: environment)
        guard run.ending == .exited(0) else {
            throw SetUpFailed(words: "\(arguments) \(run.output)\(run.errors)")
        }
    }
}

/// A command of the set-up that didn't do its work.
private struct SetUpFailed: Error {
    let words: String
}
