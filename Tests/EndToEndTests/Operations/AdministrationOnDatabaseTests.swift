import Foundation
import PaymentDomain
import Testing

@testable import CosterOperations
@testable import CosterServer
@testable import ShopSimulator

@Suite(
    "Operating a PostgreSQL database", .timeLimit(.minutes(20)),
    .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
struct AdministrationOnDatabaseTests {
    /// Runs a command on a database, and expects how it ends.
    private static func run(
        _ arguments: [String], _ folder: String, _ database: SharedDatabase,
        ends ending: Int32 = 0
    ) async throws -> CommandRun {
        let run = try await CommandRun.coster(
            arguments + ["--data", folder], environment: database.environment())
        #expect(run.ending == .exited(ending), "\(arguments) \(run.output)\(run.errors)")
        #expect(!run.output.contains(database.url) && !run.errors.contains(database.url))
        return run
    }

    /// Pays with a token that was signed at a moment.
    private static func pay(
        _ server: RunningServer, tokenOf moment: Timestamp
    ) async throws -> HTTPReply {
        let shop = RadialShop(server: server)
        let amount = try dollars("10.00")
        let token = try shop.token(amount, at: moment)
        return try await shop.send(shop.wallet(token, amount, order: newName()))
    }

    /// Lends a database, and a running server that keeps its books there.
    private static func lend(
        _ body: (SharedDatabase, RunningServer) async throws -> Void
    ) async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let server = try await RunningServer.start(place.path, database.environment())
                do {
                    try await body(database, server)
                } catch {
                    await server.kill()
                    throw error
                }
                #expect(await server.stop() == .exited(0))
            }
        }
    }

    @Test("an operator's commands reach the servers of a database, and its keys are rotated")
    func story() async throws {
        try await Self.lend { database, server in
            let folder = server.folder
            let doctor = try await CommandRun.coster(
                ["doctor", "--sandbox", "--data", folder, "--database-url", database.url])
            #expect(doctor.ending == .exited(0), "\(doctor.output)\(doctor.errors)")
            #expect(!doctor.output.contains(database.url))
            let created = try await Self.run(
                ["merchant", "create", "roses", "--apple-merchant-id", "merchant.com.example.r"],
                folder, database)
            #expect(
                created.errors.contains("Running servers that have the change: 1."),
                "\(created.errors)")
            _ = try await Self.run(["merchant", "csr", "roses"], folder, database)
            let secret = ["merchant", "credential", "create", "roses", "radial", "--store", "R"]
            _ = try await Self.run(secret, folder, database)
            _ = try await Self.run(secret, folder, database, ends: 65)
            let shop = RadialShop(server: server)
            _ = try await shop.approved(try dollars("10.00"))
            let rotated = try await Self.run(["keys", "rotate"], folder, database)
            #expect(rotated.output.contains("Rotation complete"))
            _ = try await shop.approved(try dollars("11.00"))
            let inventory = try await Self.run(["keys", "inventory"], folder, database)
            #expect(!inventory.errors.contains("Lost"), "\(inventory.errors)")
            let audit = try await Self.run(["audit"], folder, database)
            #expect(audit.output.contains("2 payments"))
            _ = try await Self.run(["settle"], folder, database)
            // Nothing of it went into the folder.
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/coster.sqlite"))
        }
    }

    @Test("a shop whose refund needs a closed batch closes that of the database")
    func refund() async throws {
        try await Self.lend { database, server in
            let pay = [
                "pay", "cardconnect", "--refund", "1.00", "--url",
                "http://127.0.0.1:\(server.port)",
            ]
            let run = try await Self.run(pay, server.folder, database)
            #expect(run.output.contains("settled     batch 1"), "\(run.output)")
            #expect(run.output.contains("refunded    1.00"), "\(run.output)")
        }
    }

    @Test("a database is neither copied nor put back, and PostgreSQL's own programs are named")
    func backups() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                for command in [["backup", "\(place.path)/copy"], ["restore", "\(place.path)/x"]] {
                    let run = try await Self.run(command, place.path, database, ends: 78)
                    #expect(run.errors.contains("pg_dump"))
                }
            }
        }
    }

    @Test(
        "a database that was restored by other means is marked so, and takes no token from before")
    func putBack() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let environment = database.environment()
                var server = try await RunningServer.start(place.path, environment)
                _ = try await RadialShop(server: server).approved(try dollars("14.99"))
                #expect(await server.stop() == .exited(0))
                let early = presentTime()
                let told = try await Self.run(
                    ["restore", "--already-put-back"], place.path, database)
                #expect(told.output.contains("has 1 payment and 0 operations, and"))
                #expect(!told.errors.contains("running servers"), "\(told.errors)")
                server = try await RunningServer.start(place.path, environment)
                let margin = RestoreLimits.signingMarginSeconds
                // By Apple's clock it may have been signed after the note, and before by ours.
                for moment in [early, early.adding(seconds: margin - 1)] {
                    let reply = try await Self.pay(server, tokenOf: moment)
                    #expect(reply.faultReason == "signed-before-restore", "\(reply.text)")
                }
                // A signing time has whole seconds: this one is behind the note's margin.
                let late = presentTime().adding(seconds: margin + 2)
                let paid = try await Self.pay(server, tokenOf: late)
                #expect(paid.element("AuthorizationResponseCode") == "AP01", "\(paid.text)")
                #expect(await server.stop() == .exited(0))
                let acts = try await Self.run(["audit-log"], place.path, database)
                #expect(acts.output.contains("restored"))
            }
        }
    }

    @Test("servers that run meanwhile take no token from before, without a restart")
    func putBackBesideServers() async throws {
        try await Self.lend { database, server in
            let other = try await RunningServer.start(server.folder, database.environment())
            do {
                let early = presentTime()
                for server in [server, other] {
                    let reply = try await Self.pay(server, tokenOf: early)
                    #expect(reply.element("AuthorizationResponseCode") == "AP01", "\(reply.text)")
                }
                let told = try await Self.run(
                    ["restore", "--already-put-back"], server.folder, database)
                #expect(
                    told.errors.contains("Running servers that have the change: 2."),
                    "\(told.errors)")
                let late = presentTime().adding(seconds: RestoreLimits.signingMarginSeconds + 2)
                for server in [server, other] {
                    let refused = try await Self.pay(server, tokenOf: early)
                    #expect(refused.faultReason == "signed-before-restore", "\(refused.text)")
                    let paid = try await Self.pay(server, tokenOf: late)
                    #expect(paid.element("AuthorizationResponseCode") == "AP01", "\(paid.text)")
                }
            } catch {
                await other.kill()
                throw error
            }
            #expect(await other.stop() == .exited(0))
        }
    }

    @Test("tables are made by migrate alone; until then every command says so")
    func migration() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let early = try await Self.run(
                    ["merchant", "list"], place.path, database, ends: 78)
                #expect(early.errors.contains("coster migrate"))
                #expect(early.errors.contains("no Coster tables"), "\(early.errors)")
                let doctor = try await CommandRun.coster(
                    ["doctor", "--sandbox", "--data", place.path],
                    environment: database.environment())
                #expect(doctor.ending == .exited(1))
                #expect(doctor.output.contains("database-without-books"), "\(doctor.output)")
                let made = try await Self.run(["migrate"], place.path, database)
                #expect(made.output.contains("Created a new, empty database in the database"))
                _ = try await Self.run(["merchant", "list"], place.path, database)
            }
        }
    }

    @Test("while one rotation is at work on a database, another is refused")
    func oneAtATime() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let location = try DatabaseLocation(
                    folder: DataFolder(place.path), databaseURL: database.url)
                try await location.open(mayMigrate: true).close()
                let lock = try await RotationLock(location)
                let run = try await Self.run(["keys", "rotate"], place.path, database, ends: 1)
                #expect(run.errors.contains("Another rotation"))
                withExtendedLifetime(lock) {}
            }
        }
    }
}
