import Database
import Foundation
import PaymentDomain
import Testing

@testable import PaymentStorage

@Suite("A server that has the master key from before a rotation", .timeLimit(.minutes(20)))
struct OutdatedServerTests {
    @Test("no further rotation begins while it runs, so that it goes on taking payments")
    func secondRotation() async throws {
        try await TemporaryFolder.lend { folder in
            let data = folder.path
            let keys = (1...2).map { "\(folder.path)/\($0).key" }
            for key in keys {
                let made = try await CommandRun.coster(["keys", "init", "--file", key])
                #expect(made.ending == .exited(0))
            }
            let server = try await RunningServer.start(data)
            let shop = RadialShop(server: server)
            try await pay(shop)
            let first = try await CommandRun.coster(
                ["keys", "rotate", "--data", data, "--new-master-key-file", keys[0]])
            #expect(first.ending == .exited(0), "\(first.errors)")

            let rotate = [
                "keys", "rotate", "--data", data, "--master-key-file", keys[0],
                "--new-master-key-file", keys[1],
            ]
            let second = try await CommandRun.coster(rotate)
            #expect(second.ending == .exited(1), "\(second.output)\(second.errors)")
            try await pay(shop)
            #expect(try await server.get("/health/ready").status == 200)
            #expect(await server.stop() == .exited(0))

            let next = try await RunningServer.start(data, ["COSTER_MASTER_KEY_FILE": keys[0]])
            let again = try await CommandRun.coster(rotate)
            #expect(again.ending == .exited(0), "\(again.errors)")
            try await pay(RadialShop(server: next))
            #expect(await next.stop() == .exited(0))
            try await expectSoundDatabase(data)
        }
    }

    @Test("one that slept through the rotation takes nothing and is not ready, and says what to do")
    func slept() async throws {
        try await TemporaryFolder.lend { folder in
            let server = try await RunningServer.start(folder.path)
            do {
                try await pay(RadialShop(server: server))
                let web = WebOrderShop(server: server)
                let order = try await web.order("14.99")
                // At once, as whoever slept meanwhile finds them.
                let store = try await SQLPaymentStore(folder: folder.path)
                try await store.write { db in
                    try db.change("UPDATE wrapped_keys SET master_id = 'another'")
                    try db.change(
                        "UPDATE wrapped_keys SET id = 's9-' || id WHERE purpose = 'sealing'", [])
                    try db.change("UPDATE administration SET epoch = epoch + 1")
                }
                try store.close()
                try await server.wait(forReadiness: 503)
                let shop = RadialShop(server: server)
                let refused = try await shop.send(
                    try shop.wallet(try dollars("9.99"), order: newName()))
                #expect(refused.status == 503, "\(refused.text)")
                // A page has no other credential than its order's secret.
                let page = try await web.pay(order, "14.99")
                #expect(page.status == 503 && page.text.contains("overloaded"), "\(page.text)")
                #expect(try await web.ask("GET", order.link).status == 503)
                let log = try String(
                    contentsOfFile: RunningServer.logFile(folder.path), encoding: .utf8)
                let lines =
                    log.components(separatedBy: "restart it with the new master key").count - 1
                #expect(lines == 1 && !log.contains("before its next start"), "\(log)")
            } catch {
                await server.kill()
                throw error
            }
            #expect(await server.stop() == .exited(0))
        }
    }

    private func pay(_ shop: RadialShop) async throws {
        let amount = try dollars("9.99")
        let reply = try await shop.send(
            shop.wallet(try shop.token(amount), amount, order: newName()))
        #expect(reply.element("AuthorizationResponseCode") == "AP01", "\(reply.text)")
    }
}
