import Foundation
import LineHosts
import PaymentDomain
import Testing

@Suite("A production server with a line to an acquirer", .timeLimit(.minutes(20)))
struct ProductionTests {
    private static let databases = TortureDatabase.allCases.filter {
        $0 == .sqlite || SharedDatabase.isThere
    }

    @Test(
        "takes payments by each protocol, and its ledger and the host's agree to the cent",
        arguments: LineHost.Acquirer.installed, databases)
    func paymentsLife(_ acquirer: LineHost.Acquirer, _ database: TortureDatabase) async throws {
        try await ProductionServer.lend(on: database, to: acquirer) { production in
            var captures: [(any CardShop, PaidByCard)] = []
            for shop in production.shops { captures.append((shop, try await shop.sell())) }
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

    /// Amounts by which the host misbehaves; its script in Tests/Hosts has the table.
    private static func misbehaviours(_ acquirer: LineHost.Acquirer) -> [Int64] {
        let count: Int64 =
            switch acquirer {
            case .worldpay: 22
            case .cybersource: 24
            case .iso8583: 16
            }
        return (1...count).map { 710_000 + $0 }
    }

    @Test(
        "with each misbehaviour of the host no money is lost, doubled or made up",
        arguments: LineHost.Acquirer.installed, databases)
    func misbehaviours(_ acquirer: LineHost.Acquirer, _ database: TortureDatabase) async throws {
        let misbehaviours = Self.misbehaviours(acquirer)
        try await ProductionServer.lend(on: database, to: acquirer) { production in
            let shop = VantivCardShop(production.server)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for amount in misbehaviours {
                    group.addTask {
                        let money = try Money(minorUnits: amount, currency: .usd)
                        // 100: nothing was sent. On a busy machine a connection may take too long.
                        for _ in 0..<5 {
                            let reply = try await shop.pay(money, order: newName())
                            guard reply.text.contains("<response>100</response>") else { break }
                            await TortureClock.pause(.seconds(2))
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await production.host.release()
            try await production.settled()
            #expect(try await production.disagreements() == [])
            // Each came, and each that was booked without an answer was undone.
            #expect(try await production.host.state().requests > misbehaviours.count)
            #expect(try await production.database.payments().count >= misbehaviours.count)
        }
    }

    /// The same for captures and refunds. The others would be refused, or lost, as often as they come.
    private static func misbehavioursOnce(_ acquirer: LineHost.Acquirer) -> [Int64] {
        let always: [Int64] =
            acquirer == .iso8583 ? [710_002] : [710_001, 710_012, 710_015, 710_020]
        return misbehaviours(acquirer).filter { !always.contains($0) }
            + [720_001, 720_002, 720_005] + (acquirer == .cybersource ? [720_003] : [])
    }

    @Test(
        "with each misbehaviour of the host in a capture and in a refund, both ledgers agree",
        arguments: LineHost.Acquirer.installed, databases)
    func misbehavioursLater(
        _ acquirer: LineHost.Acquirer, _ database: TortureDatabase
    ) async throws {
        let misbehaviours = Self.misbehavioursOnce(acquirer)
        try await ProductionServer.lend(on: database, to: acquirer) { production in
            let shop = VantivCardShop(production.server)
            let whole = try dollars("8000.00")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for amount in misbehaviours {
                    let part = try Money(minorUnits: amount, currency: .usd)
                    group.addTask {
                        let payment = try await Self.paid(whole, at: shop)
                        _ = try await Self.taken { try await shop.capture(part, of: payment) }
                    }
                    group.addTask {
                        let payment = try await Self.paid(whole, at: shop)
                        let capture = try await Self.taken {
                            try await shop.capture(whole, of: payment)
                        }
                        _ = try await Self.taken { try await shop.refund(part, of: capture) }
                    }
                }
                try await group.waitForAll()
            }
            try await production.host.release()
            try await production.settled()
            #expect(try await production.disagreements() == [])
            let amounts = try await production.database.payments().map(\.amounts)
            // One refund is refused by the host.
            #expect(amounts.count { $0.refunded > 0 } == misbehaviours.count - 1)
            for range: Range<Int64> in [1..<800_000, 800_000..<800_001] {
                #expect(amounts.count { range.contains($0.captured) } == misbehaviours.count)
            }
        }
    }

    /// Pays until it is approved.
    private static func paid(_ amount: Money, at shop: VantivCardShop) async throws -> PaidByCard {
        let payment = try await taken { try await shop.pay(amount, order: newName()) }
        #expect(payment.isApproved, "\(payment.text)")
        return payment
    }

    /// Sends until it is approved, or refused for good.
    ///
    /// A capture whose connection the host had closed is accepted, and looked for a minute later: until then a refund
    /// of it is to be tried again. After failures in a row the line takes nothing for a while.
    private static func taken(
        _ send: @Sendable () async throws -> PaidByCard
    ) async throws -> PaidByCard {
        var reply = try await send()
        _ = try await TortureClock.until(within: .seconds(150)) {
            // 340: invalid amount.
            if reply.isApproved || reply.text.contains("<response>340</response>") { return true }
            reply = try await send()
            return false
        }
        return reply
    }

    @Test(
        "a host that is gone is not sent to, and payments say so at once",
        arguments: LineHost.Acquirer.installed)
    func gone(_ acquirer: LineHost.Acquirer) async throws {
        try await ProductionServer.lend(on: .sqlite, to: acquirer) { production in
            await production.host.stop()
            let shop = VantivCardShop(production.server)
            for _ in 0..<6 {
                // 100: processing network unavailable, nothing was done.
                let payment = try await shop.pay(try dollars("5.00"), order: newName())
                #expect(payment.text.contains("<response>100</response>"), "\(payment.text)")
            }
            #expect(try await production.database.open().isNothing)
            let health = try await production.server.get("/health/ready")
            #expect(health.status == 200 && health.text.contains("line \(acquirer) is down"))
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
