import AppleSimulator
import Foundation
import PaymentDomain
import Testing

@Suite("Payments between a backup and its restore, sent again", .timeLimit(.minutes(20)))
struct RestoredTokenTests {
    @Test("the same payment may be approved, and is never to be paid again")
    func sentAgain() async throws {
        try await TemporaryFolder.lend { place in
            let data = "\(place.path)/data"
            let backup = "\(place.path)/backup.sqlite"
            try FileManager.default.createDirectory(
                atPath: data, withIntermediateDirectories: false)
            var server = try await RunningServer.start(data)
            let amount = try dollars("10.00")
            let token = try server.token(amount)
            var fixture = InstaMedTestShop(server: server)
            var store = CardConnectTestShop(server: server)
            let id = try await fixture.tokenID(token)
            let wallet = try await store.walletToken(try server.token(amount))
            let auth = [("account", wallet), ("amount", amount.decimal), ("orderid", "order-1")]
            try await expect(0, ["backup", backup, "--data", data])
            #expect(
                try await fixture.send(fixture.paying(id, amount)).field("responseCode") == "000")
            #expect(try await store.put("auth", auth).member("respstat") == "A")
            // Registered since too: these books have not even its name.
            let later = try await fixture.tokenID(try server.token(amount))
            let sale = fixture.paying(later, amount)
            #expect(try await fixture.send(sale).field("responseCode") == "000")
            #expect(await server.stop() == .exited(0))
            try await expect(0, ["restore", backup, "--force", "--data", data])

            server = try await RunningServer.start(data)
            fixture = InstaMedTestShop(server: server)
            store = CardConnectTestShop(server: server)
            for form in [fixture.paying(id, amount), sale] {
                let reply = try await fixture.send(form)
                #expect(reply.field("errorCode") == "504", "\(reply.text)")
                #expect(reply.field("transactionID") == nil)
            }
            let reply = try await store.put("auth", auth)
            #expect(reply.member("respcode") == "62", "\(reply.text)")
            #expect(reply.member("respstat") == "B")
            let saved = try await fixture.send(fixture.saving(token))
            let message = saved.field("errorMessage") ?? ""
            #expect(message.contains("(signed-before-restore)"), "\(saved.text)")
            #expect(!message.contains("pay again") && !message.contains("clock"))
            #expect(await server.stop() == .exited(0))
        }
    }
}
