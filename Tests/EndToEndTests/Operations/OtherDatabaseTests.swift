import Database
import Foundation
import PaymentDomain
import Testing

@testable import PaymentStorage

@Suite("A running server that finds another database than its own", .timeLimit(.minutes(20)))
struct OtherDatabaseTests {
    private static let sentence = "the database isn't the one this server started with"

    /// Waits until the server's log has the sentence.
    private static func awaitSentence(_ server: RunningServer) async throws {
        let tries = 1_000
        for _ in 0..<tries {
            let log = try String(
                contentsOfFile: RunningServer.logFile(server.folder), encoding: .utf8)
            if log.contains(sentence) { return }
            try await server.glance()
        }
        throw StillWaiting()
    }

    /// Runs a command on a database, and expects how it ends.
    private static func run(
        _ arguments: [String], _ folder: String, _ database: SharedDatabase, ends ending: Int32
    ) async throws -> CommandRun {
        let run = try await CommandRun.coster(
            arguments + ["--data", folder], environment: database.environment())
        #expect(run.ending == .exited(ending), "\(arguments) \(run.output)\(run.errors)")
        return run
    }

    /// How many authorizations the acquirer has.
    private static func held(
        _ server: RunningServer, _ database: SharedDatabase
    ) async throws -> Int {
        let store = try await database.open()
        let both = try await EachDatabase.read(store, besideThoseIn: server.folder)
        try store.close()
        return both.theirs.count
    }

    @Test(
        "takes nothing there, so that no token is paid twice, and goes on when its own are back",
        .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
    func emptyDatabase() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let server = try await RunningServer.start(place.path, database.environment())
                do {
                    try await Self.story(server, database)
                } catch {
                    await server.kill()
                    throw error
                }
                #expect(await server.stop() == .exited(0))
            }
        }
    }

    private static func story(_ server: RunningServer, _ database: SharedDatabase) async throws {
        let shop = RadialShop(server: server)
        let amount = try dollars("14.99")
        let token = try shop.token(amount)
        let paid = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(paid.element("AuthorizationResponseCode") == "AP01", "\(paid.text)")
        try database.putAside()
        let early = try await run(["merchant", "list"], server.folder, database, ends: 78)
        #expect(early.errors.contains("no Coster tables"), "\(early.errors)")
        #expect(early.errors.contains("Check the URL, its user and the search_path"))
        let doctor = try await run(["doctor", "--sandbox"], server.folder, database, ends: 1)
        #expect(doctor.output.contains("database-without-books"), "\(doctor.output)")
        let migrated = try await run(["migrate"], server.folder, database, ends: 0)
        #expect(migrated.output.contains("Created a new, empty database"), "\(migrated.output)")
        try await awaitSentence(server)
        try await server.wait(forReadiness: 503)
        let refused = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(refused.status == 503, "\(refused.text)")
        #expect(try await held(server, database) == 1)
        try database.putBack()
        try await server.wait(forReadiness: 200)
        let again = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(again.status == 409, "\(again.text)")
        _ = try await shop.approved(amount)
        #expect(try await held(server, database) == 2)
    }

    @Test("sees it by their key for hashes, though both have come to the same configurationVersion")
    func sameEpoch() async throws {
        try await RunningServer.lend { server in
            let shop = RadialShop(server: server)
            _ = try await shop.approved(try dollars("9.99"))
            let store = try await SQLPaymentStore(folder: server.folder)
            let own = try await store.mark()
            for (mark, isIn) in [("o", false), ("h", true)] {
                try await store.write { db in
                    _ = try db.change(
                        "UPDATE wrapped_keys SET id = ? || substr(id, 2) WHERE purpose = 'hashing'",
                        [mark.sqlValue])
                }
                try await server.wait(forReadiness: isIn ? 200 : 503)
                let amount = try dollars("5.00")
                let reply = try await shop.send(try shop.wallet(amount, order: newName()))
                #expect((reply.status == 200) == isIn, "\(reply.text)")
            }
            #expect(try await store.mark() == own)
            try store.close()
            try await Self.awaitSentence(server)
        }
    }
}
