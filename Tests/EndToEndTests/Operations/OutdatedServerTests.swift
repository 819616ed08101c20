import Foundation
import PaymentDomain
import Testing

@Suite("A server that has the master key from before a rotation")
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
            #expect(await server.stop() == .exited(0))

            let next = try await RunningServer.start(data, ["COSTER_MASTER_KEY_FILE": keys[0]])
            let again = try await CommandRun.coster(rotate)
            #expect(again.ending == .exited(0), "\(again.errors)")
            try await pay(RadialShop(server: next))
            #expect(await next.stop() == .exited(0))
            try await expectSoundBooks(data)
        }
    }

    private func pay(_ shop: RadialShop) async throws {
        let amount = try dollars("9.99")
        let reply = try await shop.send(
            shop.wallet(try shop.token(amount), amount, order: newName()))
        #expect(reply.element("AuthorizationResponseCode") == "AP01", "\(reply.text)")
    }
}
