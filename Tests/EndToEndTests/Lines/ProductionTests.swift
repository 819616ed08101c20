import Foundation
import PaymentDomain
import Testing

@Suite("A production server with a line to Worldpay", .timeLimit(.minutes(20)))
struct ProductionTests {
    private static let databases = TortureDatabase.allCases.filter {
        $0 == .sqlite || SharedDatabase.isThere
    }

    @Test(
        "takes payments by each protocol, and its ledger and the host's agree to the cent",
        arguments: databases)
    func paymentsLife(_ database: TortureDatabase) async throws {
        try await ProductionServer.lend(on: database) { production in
            var captures: [(any CardShop, PaidByCard)] = []
            for shop in production.shops {
                captures.append((shop, try await captured(shop)))
                let other = try await shop.pay(try dollars("5.00"), order: newName())
                #expect(other.isApproved, "\(shop.name) \(other.text)")
                let given = try await shop.giveUp(other)
                #expect(given.isApproved, "\(shop.name) \(given.text)")
            }
            try await production.settled()
            #expect(try await production.disagreements() == [])
            try await production.run(["settle"])
            for (shop, capture) in captures {
                let refund = try await shop.refund(try dollars("1.50"), of: capture)
                #expect(refund.isApproved, "\(shop.name) \(refund.text)")
            }
            try await production.settled()
            #expect(try await production.disagreements() == [])
            let state = try await production.host.state()
            #expect(state.refunded == 600 && state.captured > 0)
        }
    }

    /// The last capture of a payment of 10.00.
    private func captured(_ shop: any CardShop) async throws -> PaidByCard {
        var last = try await shop.pay(try dollars("10.00"), order: newName())
        let payment = last
        #expect(payment.isApproved, "\(shop.name) \(payment.text)")
        for amount in shop.captures {
            last = try await shop.capture(try dollars(amount), of: payment)
            #expect(last.isApproved, "\(shop.name) \(last.text)")
        }
        return last
    }

    /// Amounts by which the host misbehaves; Tests/Hosts/worldpay_host.py has the table.
    private static let misbehaviours: [Int64] = (1...22).map { 710_000 + $0 }

    @Test(
        "with each misbehaviour of the host no money is lost, doubled or made up",
        arguments: databases)
    func misbehaviours(_ database: TortureDatabase) async throws {
        try await ProductionServer.lend(on: database) { production in
            let shop = VantivCardShop(production.server)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for amount in Self.misbehaviours {
                    group.addTask {
                        let money = try Money(minorUnits: amount, currency: .usd)
                        _ = try await shop.pay(money, order: newName())
                    }
                }
                try await group.waitForAll()
            }
            try await production.host.release()
            try await production.settled()
            #expect(try await production.disagreements() == [])
            // Each came, and each that was booked without an answer was looked for.
            #expect(try await production.host.state().requests > Self.misbehaviours.count)
            #expect(try await production.database.payments().count == Self.misbehaviours.count)
        }
    }

    @Test("a host that is gone is not sent to, and payments say so at once")
    func gone() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            await production.host.stop()
            let shop = VantivCardShop(production.server)
            for _ in 0..<6 {
                // 100: processing network unavailable, nothing was done.
                let payment = try await shop.pay(try dollars("5.00"), order: newName())
                #expect(payment.text.contains("<response>100</response>"), "\(payment.text)")
            }
            #expect(try await production.database.open().isNothing)
            let health = try await production.server.get("/health/ready")
            #expect(health.status == 200 && health.text.contains("line worldpay is down"))
        }
    }

    @Test("the simulator's tokens are refused: only Apple's root is trusted")
    func simulatedToken() async throws {
        try await ProductionServer.lend(on: .sqlite) { production in
            let shop = VantivCardShop(production.server).shop
            let amount = try dollars("14.99")
            let reply = try await shop.send(
                shop.online(
                    "authorization",
                    shop.order(newName(), amount)
                        + shop.applePay(try production.server.token(amount))))
            // 531: Apple Pay decryption failed, for every token that can't be trusted.
            #expect(reply.element("response") == "531", "\(reply.text)")
            #expect(try await production.host.state().requests == 0)
        }
    }
}
