import PaymentDomain
import SeededRandom
import Synchronization
import Testing

@Suite("A Coster behind a Coster", .timeLimit(.minutes(20)))
struct ChainedServersTests {
    @Test("payments of each protocol are the same in both ledgers, to the cent")
    func paymentsLife() async throws {
        try await ChainedServers.lend { chain in
            var captures: [(any CardShop, PaidByCard)] = []
            for shop in chain.shops { captures.append((shop, try await shop.sell())) }
            try await chain.rest()
            #expect(try await chain.disagreements() == [])
            try await chain.settle()
            for (shop, capture) in captures {
                let refund = try await shop.refund(try dollars("1.50"), of: capture)
                #expect(refund.isApproved, "\(shop.name) \(refund.text)")
            }
            try await chain.rest()
            #expect(try await chain.disagreements() == [])
            let payments = try await chain.payments()
            #expect(payments.count == 12)
            #expect(payments.reduce(0) { $0 + $1.amounts.refunded } == 600)
            try await chain.settle()
        }
    }

    @Test("kills of either server leave no money in one ledger alone")
    func kills() async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        try await ChainedServers.lend { chain in
            let (end, approved) = (RunEnd(), SaleCounter())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        var generator = SeededGenerator(seed: seed, stream: "customer \(number)")
                        while !end.hasCome {
                            if await buy(at: chain, &generator) { approved.add() }
                        }
                    }
                }
                group.addTask {
                    defer { end.come() }
                    var generator = SeededGenerator(seed: seed, stream: "kills")
                    for _ in 0..<Self.kills {
                        try await approved.more()
                        try await kill(of: chain, &generator)
                    }
                }
                try await group.waitForAll()
            }
            try await chain.rest()
            #expect(try await chain.disagreements() == [], "seed \(seed)")
            // If nobody is served, nothing is lost.
            #expect(try await chain.payments().contains { $0.amounts.authorized > 0 })
            try await chain.settle()
        }
    }

    private static let kills = 12

    /// Kills one server, or both, and starts them again.
    private func kill(
        of chain: ChainedServers, _ generator: inout SeededGenerator
    ) async throws {
        await pause(0...1_000, &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1: await chain.near.kill()
        case 2, 3: await chain.far.kill()
        default:
            await chain.near.kill()
            await chain.far.kill()
        }
        await pause(0...800, &generator)
        try await chain.start()
    }

    private func pause(
        _ milliseconds: ClosedRange<Int>, _ generator: inout SeededGenerator
    ) async {
        await TortureClock.pause(
            .milliseconds(Int.random(in: milliseconds, using: &generator)))
    }

    /// One customer's payment as far as it goes: the server may die at any step.
    ///
    /// - Returns: Whether it was approved.
    private func buy(at chain: ChainedServers, _ generator: inout SeededGenerator) async -> Bool {
        var isApproved = false
        do {
            guard let shop = chain.shops.randomElement(using: &generator) else {
                await TortureClock.pause(.milliseconds(50))
                return false
            }
            let end = Int.random(in: 0..<4, using: &generator)
            guard end > 0 else {
                let held = try await shop.pay(try dollars("5.00"), order: newName())
                isApproved = held.isApproved
                if isApproved { _ = try await shop.giveUp(held) }
                return isApproved
            }
            var last = try await shop.pay(try dollars("10.00"), order: newName())
            let payment = last
            isApproved = payment.isApproved
            for amount in shop.captures where last.isApproved {
                last = try await shop.capture(try dollars(amount), of: payment)
            }
            if end > 1, last.isApproved { _ = try await shop.takeBack(last) }
        } catch {
            // It died meanwhile.
            await TortureClock.pause(.milliseconds(50))
        }
        return isApproved
    }
}

/// Counts what customers got, so that a server that is slow to serve isn't killed before it has.
private final class SaleCounter: Sendable {
    private let count = Atomic(0)

    func add() {
        count.add(1, ordering: .relaxed)
    }

    /// Waits for one more; not for ever.
    func more() async throws {
        let before = count.load(ordering: .relaxed)
        _ = try await TortureClock.until(within: .seconds(20)) {
            count.load(ordering: .relaxed) > before
        }
    }
}
