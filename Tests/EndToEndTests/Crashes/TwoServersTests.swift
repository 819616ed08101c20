import Foundation
import Glibc
import PaymentDomain
import Testing

@Suite(
    "Two servers on one database", .timeLimit(.minutes(20)),
    .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
struct TwoServersTests {
    private static let quick = ["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]

    /// Lends two servers that share a database, and the acquirer in their data folder.
    private func withTwo(
        _ body: (SharedDatabase, [RunningServer]) async throws -> Void
    ) async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let environment = database.environment(Self.quick)
                let servers = [
                    try await RunningServer.start(place.path, environment),
                    try await RunningServer.start(place.path, environment),
                ]
                do {
                    try await body(database, servers)
                } catch {
                    for server in servers { await server.kill() }
                    throw error
                }
                for server in servers { #expect(await server.stop() == .exited(0)) }
                let audit = try await CommandRun.coster(
                    ["audit", "--data", place.path, "--database-url", database.url])
                #expect(audit.ending == .exited(0), "\(audit.output) \(audit.errors)")
                #expect(!audit.output.contains(database.url))
            }
        }
    }

    @Test("a payment of one server is captured, refunded and repeated at the other")
    func shared() async throws {
        try await withTwo { database, servers in
            let one = RadialShop(server: servers[0])
            let other = RadialShop(server: servers[1])
            let amount = try dollars("14.99")
            let token = try one.token(amount)
            let order = newName()
            let message = one.wallet(token, amount, order: order)
            let first = try await one.send(message)
            #expect(first.element("AuthorizationResponseCode") == "AP01")
            #expect(try await other.send(message).body == first.body)
            // The same token for another order is spent, whoever is asked.
            let stolen = try await other.send(other.wallet(token, amount, order: newName()))
            #expect(stolen.element("AuthorizationResponseCode") != "AP01")
            let payment = ApprovedPayment(
                order: order, handle: try #require(first.element("PaymentAccountUniqueId")),
                tender: try #require(first.element("TenderType")))
            let capture = try other.settle("Debit", amount, payment)
            #expect(try await other.send(capture).isAcknowledged)
            #expect(try await one.send(capture).isAcknowledged)
            let refund = try one.settle("Credit", try dollars("5.00"), payment)
            #expect(try await one.send(refund).isAcknowledged)
            let store = try await database.open()
            let both = try await EachDatabase.read(store, besideThoseIn: servers[0].folder)
            try store.close()
            #expect(try both.payment(of: order).amounts.captured == 1499)
            #expect(try both.payment(of: order).amounts.refunded == 500)
            #expect(both.disagreements.isEmpty)
        }
    }

    @Test("of refunds that come to both at once no more stand than was captured")
    func refunds() async throws {
        try await withTwo { database, servers in
            let shops = servers.map { RadialShop(server: $0) }
            let payment = try await shops[0].approved(try dollars("10.00"))
            let capture = try shops[0].settle("Debit", try dollars("10.00"), payment)
            #expect(try await shops[0].send(capture).isAcknowledged)
            let stood = try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<32 {
                    let shop = shops[index % 2]
                    let refund = try shop.settle("Credit", try dollars("1.50"), payment)
                    group.addTask { try await shop.send(refund).isAcknowledged }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(stood == 6)
        }
    }

    @Test("a database that ends all connections loses nothing that was answered")
    func restart() async throws {
        try await withTwo { database, servers in
            var approved: [ApprovedPayment] = []
            for round in 0..<6 {
                let shop = RadialShop(server: servers[round % 2])
                approved.append(try await approvedOnceConnected(shop))
                try database.endConnections()
            }
            let store = try await database.open()
            let both = try await EachDatabase.read(store, besideThoseIn: servers[0].folder)
            try store.close()
            for payment in approved {
                #expect(try both.payment(of: payment.order).state == .authorized)
            }
            #expect(both.disagreements.isEmpty)
        }
    }

    /// A payment that a server approves, which may refuse some before while it connects again.
    private func approvedOnceConnected(_ shop: RadialShop) async throws -> ApprovedPayment {
        for _ in 0..<10 {
            do {
                return try await shop.approved(try dollars("14.99"))
            } catch let refused as NotApproved where refused.reply.contains("store-unavailable") {
                continue
            }
        }
        return try await shop.approved(try dollars("14.99"))
    }

    @Test("an authorization that a killed server left is reversed by its neighbour")
    func neighbour() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let environment = database.environment(Self.quick)
                let dying = try await RunningServer.start(
                    place.path,
                    environment.merging(["COSTER_SANDBOX_STOP_AT": "after-send"]) {
                        $1
                    })
                let server = try await RunningServer.start(place.path, environment)
                let order = newName()
                let message = try RadialShop(server: dying).wallet(
                    try dollars("14.99"), order: order)
                _ = try await dying.replyUnlessCut(to: message)
                #expect(await dying.ending() == .killed(SIGKILL))
                let store = try await database.open()
                var both = try await EachDatabase.read(store, besideThoseIn: place.path)
                #expect(!both.theirs.isEmpty, "it was approved")
                for _ in 0..<3_000 where !both.isSettled {
                    try await server.glance()
                    both = try await EachDatabase.read(store, besideThoseIn: place.path)
                }
                try store.close()
                #expect(try both.payment(of: order).state == .reversed)
                #expect(both.disagreements.isEmpty)
                #expect(await server.stop() == .exited(0))
            }
        }
    }
}
