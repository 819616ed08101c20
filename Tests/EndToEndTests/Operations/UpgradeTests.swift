import Foundation
import PaymentDomain
import PaymentStorage
import Testing

@Suite(
    "An upgrade without downtime", .timeLimit(.minutes(20)),
    .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
struct UpgradeTests {
    @Test(
        "a server that runs goes on when a newer version has migrated, also over new connections; only a new start is refused"
    )
    func newerTables() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let environment = database.environment()
                let server = try await RunningServer.start(place.path, environment)
                let shop = RadialShop(server: server)
                let payment = try await shop.approved(try dollars("14.99"))
                try database.raiseVersion(to: SQLPaymentStore.schemaVersion + 1)
                try database.endConnections()
                let capture = try shop.settle("Debit", try dollars("14.99"), payment)
                #expect(try await shop.send(capture).isAcknowledged)
                _ = try await shop.approved(try dollars("10.00"))
                let next = try await CommandRun.coster(
                    ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", place.path],
                    environment: environment)
                #expect(next.ending == .exited(78))
                #expect(next.errors.contains("Run the version that wrote it."))
                #expect(await server.stop() == .exited(0))
            }
        }
    }
}
