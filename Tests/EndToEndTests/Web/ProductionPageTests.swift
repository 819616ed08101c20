import Foundation
import Testing

@Suite("Pages of a production server", .timeLimit(.minutes(20)))
struct ProductionPageTests {
    /// The start page, the simulated device, its mint, and what these load.
    private static let sandboxOnly = [
        ("GET", "/"), ("GET", "/sandbox/apple-pay.js"), ("GET", "/sandbox/start.js"),
        ("GET", "/sandbox/start.css"), ("GET", "/sandbox/exchanges"),
        ("POST", "/sandbox/apple-pay/session"), ("POST", "/sandbox/apple-pay/token"),
    ]

    @Test("nothing of the sandbox's is there, and the hosted page loads none of it")
    func production() async throws {
        try await RunningServer.lend { server in
            for (path, status) in try await Self.statuses(of: server) {
                #expect(status != 404, "a sandbox has \(path)")
            }
        }
        try await ProductionServer.lend(on: .sqlite) { production in
            for (path, status) in try await Self.statuses(of: production.server) {
                #expect(status == 404, "\(path)")
            }
            let made = try await production.run([
                "order", "create", ProductionSetting.merchant, "--amount", "14.99", "--currency",
                "USD", "--reference", "o-1", "--link",
            ])
            let page = try await production.server.get(
                made.output.trimmingCharacters(in: .whitespacesAndNewlines))
            #expect(page.status == 200 && page.text.contains("/assets/coster-pay."))
            #expect(!page.text.contains("sandbox"))
        }
    }

    private static func statuses(of server: RunningServer) async throws -> [(String, Int)] {
        let shop = WebOrderShop(server: server)
        var statuses: [(String, Int)] = []
        for (method, path) in sandboxOnly {
            let reply = try await shop.ask(method, path, [WebOrderShop.json], "")
            statuses.append((path, reply.status))
        }
        return statuses
    }
}
