import Foundation
import LineHosts
import PaymentDomain
import Testing

/// A server without --sandbox, with a merchant of each protocol and a line to an acquirer's host over TLS.
struct ProductionServer: Sendable {
    let server: RunningServer
    let host: LineHost
    let database: OurDatabase
    /// The environment that commands need too.
    let environment: [String: String]

    /// The shops of the merchant.
    var shops: [any CardShop] { cardShops(of: server) }

    /// Lends a server that an operator has set up by commands, and stops it.
    ///
    /// - Parameter rule: Which payments take the line, in the words of a file of rules; empty for all.
    static func lend(
        on kind: TortureDatabase, to acquirer: LineHost.Acquirer = .worldpay, rule: String = "",
        _ body: @Sendable (ProductionServer) async throws -> Void
    ) async throws {
        try await TemporaryFolder.lend { place in
            switch kind {
            case .sqlite:
                try await lend(in: place, acquirer, [:], .folder("\(place.path)/data"), rule, body)
            case .postgreSQL:
                try await SharedDatabase.lend { database in
                    try await lend(
                        in: place, acquirer, database.environment(), .database(database.url),
                        rule, body)
                }
            }
        }
    }

    private static func lend(
        in place: TemporaryFolder, _ acquirer: LineHost.Acquirer, _ more: [String: String],
        _ books: OurDatabase.Place, _ rule: String,
        _ body: @Sendable (ProductionServer) async throws -> Void
    ) async throws {
        let certificate = try HostCertificate.make(in: place.path)
        let host = try await LineHost.start(acquirer, certificate: certificate)
        let setting = ProductionSetting(place: place, environment: more)
        try await setting.setUp(
            ProductionSetting.Account(
                acquirer: acquirer, port: host.port, user: acquirer.user, secret: acquirer.secret,
                merchantNumber: "81600", roots: certificate.certificate),
            rule: rule)
        let server = try await RunningServer.start(
            setting.data, setting.environment, isSandbox: false)
        let production = ProductionServer(
            server: server, host: host, database: OurDatabase(place: books),
            environment: setting.environment)
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
