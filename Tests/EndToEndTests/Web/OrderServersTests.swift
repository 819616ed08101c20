import AppleSimulator
import PaymentDomain
import Testing

@Suite(
    "An order at two servers on one database", .timeLimit(.minutes(20)),
    .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
struct OrderServersTests {
    @Test("of 64 pages that pay it at once, each with a token of its own, one pays")
    func atOnce() async throws {
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let environment = database.environment(
                    WebOrderShop.environment.merging(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "5"]) {
                        $1
                    })
                let servers = [
                    try await RunningServer.start(place.path, environment),
                    try await RunningServer.start(place.path, environment),
                ]
                do {
                    for _ in 0..<3 { try await payAtOnce(servers.map { WebOrderShop(server: $0) }) }
                } catch {
                    for server in servers { await server.kill() }
                    throw error
                }
                for server in servers { #expect(await server.stop() == .exited(0)) }
                let audit = try await CommandRun.coster(
                    ["audit", "--data", place.path, "--database-url", database.url])
                #expect(audit.ending == .exited(0), "\(audit.output) \(audit.errors)")
            }
        }
    }

    private func payAtOnce(_ shops: [WebOrderShop]) async throws {
        let order = try await shops[0].order("21.00")
        let tokens = try (0..<64).map { _ in
            try shops[0].server.token(try dollars("21.00")).json
        }
        let replies = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for (number, token) in tokens.enumerated() {
                group.addTask { try await shops[number % 2].pay(order.clientSecret, token) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(replies.count { $0.member("outcome") == "paid" } == 1)
        #expect(replies.allSatisfy { ["paid", nil].contains($0.member("outcome")) })
        for shop in shops {
            let found = try await shop.found(order)
            #expect(found.member("state") == "paid" && found.text.contains(#""tries":1"#))
        }
    }
}
