import AppleSimulator
import Foundation
import PaymentDomain
import PaymentEngine
import PaymentStorage
import Synchronization
import Testing

@testable import CosterServer
@testable import ShopSimulator

@Suite(
    "The drill: a backup during payments, a lost server, the database in another place",
    .timeLimit(.minutes(20)))
struct BackupDrillTests {
    @Test(
        "every payment acknowledged before the backup is there with the same amounts, and the restored server goes on"
    )
    func drill() async throws {
        try await TemporaryFolder.lend { place in
            let lost = "\(place.path)/lost"
            let found = "\(place.path)/found"
            let backup = "\(place.path)/backup.sqlite"
            try FileManager.default.createDirectory(
                atPath: lost, withIntermediateDirectories: false)
            let server = try await RunningServer.start(lost)
            let shop = RadialShop(server: server)
            let old = try await pay(shop, count: 12)
            let before = try await EachDatabase.read(lost)

            let atBackup = try await whilePaying(shop) {
                let run = try await CommandRun.coster(["backup", backup, "--data", lost])
                #expect(run.ending == .exited(0), "\(run.errors)")
                #expect(run.output.contains("is complete"))
            }
            #expect(atBackup > 0, "payments went on")
            let last = newName()
            let lastMessage = shop.wallet(
                try shop.token(try dollars("14.99")), try dollars("14.99"), order: last)
            #expect(try await shop.send(lastMessage).element("AuthorizationResponseCode") == "AP01")
            _ = try await EachDatabase.settled(server)
            #expect(await server.stop() == .exited(0))
            let after = try await EachDatabase.read(lost)

            let run = try await CommandRun.coster([
                "restore", backup, "--data", found, "--master-key-file", "\(lost)/master.key",
            ])
            #expect(run.ending == .exited(0), "\(run.errors)")
            let restored = try await database(found)
            try expectSame(restored, since: before.ours, until: after.ours, without: last)
            try copyKeys(from: lost, to: found)

            let again = try await RunningServer.start(found)
            let shopAgain = RadialShop(server: again)
            // Its token was spent after the backup, which these books cannot know.
            let replay = try await shopAgain.send(lastMessage)
            #expect(replay.faultReason == "signed-before-restore", "\(replay.text)")
            #expect(replay.faultCode == "DuplicateWalletPaymentException")
            let refund = try shopAgain.settle(
                "Credit", try dollars("4.00"), try #require(old.first))
            #expect(try await shopAgain.send(refund).isAcknowledged)
            try await payOnceMore(shopAgain)
            #expect(await again.stop() == .exited(0))
            let audit = try await CommandRun.coster(["audit", "--data", found])
            #expect(audit.ending == .exited(0), "\(audit.output)")
        }
    }

    /// Payments that are approved, captured, and one half of them refunded in part.
    private func pay(_ shop: RadialShop, count: Int) async throws -> [ApprovedPayment] {
        var payments: [ApprovedPayment] = []
        for index in 0..<count {
            let payment = try await shop.approved(try dollars("14.99"))
            let capture = try shop.settle("Debit", try dollars("10.00"), payment)
            #expect(try await shop.send(capture).isAcknowledged)
            if index % 2 == 0 {
                let refund = try shop.settle("Credit", try dollars("3.00"), payment)
                #expect(try await shop.send(refund).isAcknowledged)
            }
            payments.append(payment)
        }
        return payments
    }

    /// A payment with a token of a moment behind the restore's margin: it is signed in whole seconds.
    private func payOnceMore(_ shop: RadialShop) async throws {
        let amount = try dollars("14.99")
        let moment = presentTime().adding(seconds: RestoreLimits.signingMarginSeconds + 2)
        let token = try shop.token(amount, at: moment)
        let reply = try await shop.send(shop.wallet(token, amount, order: newName()))
        #expect(reply.element("AuthorizationResponseCode") == "AP01", "\(reply.text)")
    }

    /// Runs a body while payments go on beside it; how many were approved meanwhile.
    private func whilePaying(
        _ shop: RadialShop, _ body: @Sendable () async throws -> Void
    ) async throws -> Int {
        let end = End()
        return try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var approved = 0
                    while !end.hasCome {
                        _ = try await shop.approved(try dollars("14.99"))
                        approved += 1
                    }
                    return approved
                }
            }
            defer { end.come() }
            try await body()
            end.come()
            return try await group.reduce(0, +)
        }
    }

    private func database(_ folder: String) async throws -> [StoredAuthorization] {
        let store = try await SQLPaymentStore(folder: folder)
        let rows = try await store.recentPayments(StorageLimits.recentPayments).map(\.authorization)
        try store.close()
        return rows
    }

    /// Row by row: all that stood before the backup is as it was, and nothing is there that never was.
    private func expectSame(
        _ restored: [StoredAuthorization], since before: [StoredAuthorization],
        until after: [StoredAuthorization], without last: String
    ) throws {
        let rows = Dictionary(uniqueKeysWithValues: restored.map { ($0.payment.id, $0) })
        for row in before { #expect(rows[row.payment.id]?.payment == row.payment) }
        let known = Dictionary(uniqueKeysWithValues: after.map { ($0.payment.id, $0.payment) })
        for row in restored {
            let payment = try #require(known[row.payment.id])
            #expect(payment.requested == row.payment.requested)
            // What was being authorized at the moment of the backup is the one thing that differs.
            #expect(payment == row.payment || row.payment.state == .authorizing)
        }
        #expect(restored.count < after.count)
        #expect(!restored.contains { $0.payment.orderReference == last })
    }

    /// The operator keeps the master key apart; the acquirer keeps its books.
    private func copyKeys(from folder: String, to other: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        for name in names where !name.hasPrefix("coster.sqlite") && !name.hasPrefix("server.") {
            try FileManager.default.copyItem(
                atPath: "\(folder)/\(name)", toPath: "\(other)/\(name)")
        }
    }
}

/// The end of what goes on beside.
private final class End: Sendable {
    private let came = Mutex(false)

    var hasCome: Bool { came.withLock { $0 } }

    func come() { came.withLock { $0 = true } }
}
