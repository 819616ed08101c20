import PaymentDomain
import SeededRandom
import Testing

@Suite("Whatever happens in whatever order, the amounts stay sound", .timeLimit(.minutes(5)))
struct RandomEventTests {
    /// Sixty-three streams that are the same in every run, and a new one; a failure names its seed.
    static let seeds: [UInt64] = Array(1...63) + [UInt64.random(in: 64...UInt64.max)]

    @Test("random events keep the invariants of money", arguments: seeds)
    func keepsInvariants(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        var tally = Tally()
        var held = try payment(.authorizing, PaymentAmounts())
        for _ in 0..<2_000 {
            let event = randomEvent(&numbers)
            let before = held
            do {
                _ = try held.apply(event)
                tally.count(event)
            } catch {
                #expect(held == before, "a refused event changed the payment: seed \(seed)")
            }
            try #require(held.amounts.isSound, "after \(event): seed \(seed)")
            try #require(tally.agrees(with: held.amounts), "after \(event): seed \(seed)")
        }
    }

    private func randomEvent(_ numbers: inout SeededGenerator) -> PaymentEvent {
        let amount = Int64.random(in: -1...300, using: &numbers)
        // Mostly what moves money: the rest ends a payment early or is refused.
        switch Int.random(in: 0..<52, using: &numbers) {
        case 0: return .authorizationDeclined
        case 1: return .authorizationNotSent
        case 2: return .authorizationUnanswered
        case 3: return .reversalAcknowledged
        case 4..<13: return .authorizationApproved(amount * 4)
        case 13..<16: return .captureRequested(amount)
        case 16..<19: return .captureConfirmed(amount)
        case 19..<22: return .captureRefused(amount / 4)
        case 22..<25: return .refundRequested(amount)
        case 25..<28: return .refundConfirmed(amount)
        case 28..<31: return .refundRefused(amount / 4)
        case 31..<34: return .releaseRequested(amount / 8)
        case 34..<37: return .releaseConfirmed(amount / 8)
        case 37..<40: return .releaseRefused(amount / 8)
        case 40..<42: return .captureVoidRequested(amount)
        case 42..<44: return .captureVoidConfirmed(amount)
        case 44..<46: return .captureVoidRefused(amount / 4)
        case 46..<48: return .refundVoidRequested(amount)
        case 48..<50: return .refundVoidConfirmed(amount)
        default: return .refundVoidRefused(amount / 4)
        }
    }
}

/// The sums of the events that were accepted: a second, much simpler book.
private struct Tally {
    private var approved: Int64 = 0
    private var captured: Int64 = 0
    private var refunded: Int64 = 0
    private var released: Int64 = 0

    mutating func count(_ event: PaymentEvent) {
        switch event {
        case .authorizationApproved(let amount): approved = max(approved, amount)
        case .captureConfirmed(let amount): captured += amount
        case .refundConfirmed(let amount): refunded += amount
        case .releaseConfirmed(let amount): released += amount
        case .captureVoidConfirmed(let amount): captured -= amount
        case .refundVoidConfirmed(let amount): refunded -= amount
        case .authorizationDeclined, .authorizationNotSent, .authorizationUnanswered,
            .reversalAcknowledged, .captureRequested, .captureRefused, .refundRequested,
            .refundRefused, .releaseRequested, .releaseRefused, .creditApproved,
            .captureVoidRequested, .captureVoidRefused, .refundVoidRequested,
            .refundVoidRefused:
            break
        }
    }

    func agrees(with amounts: PaymentAmounts) -> Bool {
        // A late approval is accepted and ignored, so that what is held may be nothing.
        let isHeld = amounts.authorized == approved || amounts.authorized == 0
        return isHeld && amounts.captured == captured && amounts.refunded == refunded
            && amounts.released == released
    }
}
