import Foundation
import LineHosts
import Testing

@Suite(
    "Events of two servers on one database", .timeLimit(.minutes(20)),
    .enabled(if: SharedDatabase.isThere, SharedDatabase.absence))
struct WebhookServersTests {
    /// The identifiers of the merchant's events.
    private static func events(_ database: SharedDatabase) async throws -> Set<String> {
        let run = try await expect(
            0,
            [
                "events", "--merchant", "sandbox", "--limit", "1000", "--json", "--database-url",
                database.url,
            ])
        return Set(
            try run.output.split(separator: "\n").map { line in
                let body = try JSONSerialization.jsonObject(with: Data(line.utf8))
                return try #require((body as? [String: Any])?["id"] as? String)
            })
    }

    @Test("each event is delivered, also those that a server had begun when it was killed")
    func killed() async throws {
        let receiver = try await WebhookReceiver.start()
        try await SharedDatabase.lend { database in
            try await TemporaryFolder.lend { place in
                let environment = database.environment()
                let one = try await RunningServer.start(place.path, environment)
                let other = try await RunningServer.start(place.path, environment)
                let made = try await expect(
                    0,
                    [
                        "webhook", "create", "--merchant", "sandbox", "--url",
                        receiver.url("/status/200"), "--json", "--data", place.path,
                        "--database-url", database.url,
                    ])
                let secret = try #require(made.json["secret"] as? String)
                for round in 0..<24 {
                    let shop = RadialShop(server: round % 2 == 0 || round > 12 ? one : other)
                    _ = try await shop.approved(try dollars("10.00"))
                    if round == 12 { await other.kill() }
                }
                let events = try await Self.events(database)
                #expect(events.count == 24)
                var received: [WebhookReceiver.Request] = []
                // What the killed server had claimed is sent when its leases have ended.
                let tries = 9_000
                for _ in 0..<tries {
                    received = try await receiver.received()
                    if Set(received.map(\.id)).isSuperset(of: events) { break }
                    try await one.glance()
                }
                #expect(Set(received.map(\.id)) == events)
                for request in received { #expect(try request.isSigned(with: secret)) }
                #expect(await one.stop() == .exited(0))
                let audit = try await expect(
                    0, ["audit", "--data", place.path, "--database-url", database.url])
                #expect(!audit.output.contains(secret))
            }
        }
        await receiver.stop()
    }
}
