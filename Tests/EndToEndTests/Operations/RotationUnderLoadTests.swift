import Foundation
import PaymentDomain
import Synchronization
import Testing

@Suite("Keys are rotated while shops pay", .timeLimit(.minutes(20)))
struct RotationUnderLoadTests {
    private static let connections = 12

    @Test(
        "under load, no payment fails; then the old master key opens nothing, and the new one all")
    func masterKey() async throws {
        try await TemporaryFolder.lend { folder in
            let data = folder.path
            let newKey = "\(folder.path)/new.key"
            let server = try await RunningServer.start(data)
            let shop = RadialShop(server: server)
            let early = try await approved(shop, "25.00")

            #expect(
                try await CommandRun.coster(["keys", "init", "--file", newKey]).ending
                    == .exited(0))
            let load = Load(shop: shop)
            async let paid = load.run()
            await load.isUnderWay()
            let rotation = try await CommandRun.coster(
                ["keys", "rotate", "--data", data, "--new-master-key-file", newKey])
            load.stop()
            let replies = try await paid
            #expect(rotation.ending == .exited(0), "\(rotation.output)\(rotation.errors)")
            #expect(replies.count > Self.connections)
            let failed = replies.filter { $0.element("AuthorizationResponseCode") != "AP01" }
            #expect(failed.isEmpty, "\(failed.first?.text ?? "")")

            // What was sealed before is refunded after, by the server that lived through it.
            try await refund(shop, early)
            #expect(await server.stop() == .exited(0))

            let oldKey = "\(data)/master.key"
            let refused = try await CommandRun.coster([
                "keys", "inventory", "--data", data, "--master-key-file", oldKey,
            ])
            let inventory = try await CommandRun.coster(["keys", "inventory", "--data", data])
            #expect(inventory.ending == .exited(0), "\(refused.errors)\(inventory.errors)")
            let old = try await CommandRun.coster(
                ["serve", "--sandbox", "--listen", "127.0.0.1:0", "--data", data],
                environment: ["COSTER_MASTER_KEY_FILE": oldKey])
            #expect(old.ending == .exited(78), "\(old.output)\(old.errors)")

            let next = try await RunningServer.start(data, ["COSTER_MASTER_KEY_FILE": newKey])
            let later = RadialShop(server: next)
            let again = try await later.send(
                later.card(
                    early.handle, isToken: true, try dollars("12.00"), order: newName(),
                    tender: early.tender))
            #expect(again.element("AuthorizationResponseCode") == "AP01", "\(again.text)")
            #expect(await next.stop() == .exited(0))
            try await expectSoundDatabase(data)
        }
    }

    private func approved(_ shop: RadialShop, _ amount: String) async throws -> ApprovedPayment {
        let amount = try dollars(amount)
        let order = newName()
        let reply = try await shop.send(
            shop.wallet(try shop.token(amount), amount, order: order))
        let payment = ApprovedPayment(
            order: order, handle: try #require(reply.element("PaymentAccountUniqueId")),
            tender: try #require(reply.element("TenderType")))
        let captured = try await shop.send(try shop.settle("Debit", amount, payment))
        #expect(captured.status == 200)
        return payment
    }

    private func refund(_ shop: RadialShop, _ payment: ApprovedPayment) async throws {
        let reply = try await shop.send(
            try shop.settle("Credit", try dollars("5.00"), payment))
        #expect(reply.status == 200, "\(reply.text)")
    }

    /// Shops that pay until they are told to stop.
    private final class Load: Sendable {
        private struct State {
            var isOver = false
            var replies: [HTTPReply] = []
            var waiter: CheckedContinuation<Void, Never>?
        }

        private let shop: RadialShop
        private let state = Mutex(State())

        init(shop: RadialShop) {
            self.shop = shop
        }

        func stop() { state.withLock { $0.isOver = true } }

        /// Waits until every connection has had a reply or so.
        func isUnderWay() async {
            await withCheckedContinuation { continuation in
                let isThere = state.withLock { state in
                    guard state.replies.count < connections else { return true }
                    state.waiter = continuation
                    return false
                }
                if isThere { continuation.resume() }
            }
        }

        func run() async throws -> [HTTPReply] {
            let amount = try dollars("14.99")
            _ = try await onThreads(connections) { [self] _ in
                let connection = try HTTPConnection(port: shop.server.port)
                while !state.withLock({ $0.isOver }) {
                    let token = try shop.token(amount)
                    let reply = try connection.send(
                        shop.wallet(token, amount, order: newName()))
                    let waiter = state.withLock { state in
                        state.replies.append(reply)
                        guard state.replies.count >= connections else {
                            return CheckedContinuation<Void, Never>?.none
                        }
                        defer { state.waiter = nil }
                        return state.waiter
                    }
                    waiter?.resume()
                }
                return ()
            }
            return state.withLock { $0.replies }
        }
    }
}
