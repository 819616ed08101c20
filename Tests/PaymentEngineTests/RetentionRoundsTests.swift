import PaymentDomain
import Synchronization
import Testing

@testable import PaymentEngine

/// A step of erasing, or none.
struct RetentionStep: Sendable {
    /// When it is asked for one, in seconds after the first.
    let second: Int64
    /// The place that the ledger was given; nil if it wasn't asked.
    let from: Int64?
    /// The ledger's answer: the next place, or that there is no more.
    var answer: Int64?
    /// Whether the ledger can't be used.
    var fails = false
}

@Suite("History is erased in small steps", .timeLimit(.minutes(5)))
struct RetentionRoundsTests {
    private static let start = Timestamp(milliseconds: 1_795_000_000_000)
    private static let day: Int64 = 86_400

    @Test(
        "a step a second while there is more, and then a look each hour",
        arguments: [
            [
                RetentionStep(second: 0, from: 0, answer: 500), RetentionStep(second: 0, from: nil),
                RetentionStep(second: 1, from: 500, answer: 700),
                RetentionStep(second: 2, from: 700, answer: nil),
                RetentionStep(second: 3, from: nil), RetentionStep(second: 3_601, from: nil),
                RetentionStep(second: 3_602, from: 0, answer: nil),
            ],
            // A ledger that fails is asked again from the same place.
            [
                RetentionStep(second: 0, from: 0, answer: 500),
                RetentionStep(second: 1, from: 500, fails: true),
                RetentionStep(second: 2, from: 500, answer: nil),
            ],
            // A clock that was ahead, and is put back.
            [
                RetentionStep(second: 9_000, from: 0, answer: nil),
                RetentionStep(second: 0, from: 0, answer: nil), RetentionStep(second: 1, from: nil),
            ],
        ])
    func steps(_ steps: [RetentionStep]) async {
        var rounds = RetentionRounds(RetentionPeriods(eventDays: 400, deliveryDays: 90))
        for step in steps {
            let ledger = ErasingLedger(step)
            await rounds.step(ledger, at: Self.start.adding(seconds: step.second))
            #expect(ledger.places == (step.from.map { [$0] } ?? []), "second \(step.second)")
        }
    }

    @Test("deliveries are kept no longer than events, and without periods everything is kept")
    func limits() async {
        let longer = RetentionPeriods(eventDays: 30, deliveryDays: 90).limits(at: Self.start)
        #expect(longer.deliveries == Self.start.adding(seconds: -30 * Self.day))
        let usual = RetentionPeriods(eventDays: 400, deliveryDays: 90).limits(at: Self.start)
        #expect(usual.events == Self.start.adding(seconds: -400 * Self.day))
        #expect(usual.deliveries == Self.start.adding(seconds: -90 * Self.day))
        var rounds = RetentionRounds(nil)
        let ledger = ErasingLedger(RetentionStep(second: 0, from: nil))
        await rounds.step(ledger, at: Self.start)
        #expect(ledger.places == [])
    }
}

/// A ledger that answers one step.
private final class ErasingLedger: RecoveryLedger {
    private let step: RetentionStep
    private let asked = Mutex<[Int64]>([])

    init(_ step: RetentionStep) {
        self.step = step
    }

    /// From where it was to erase.
    var places: [Int64] { asked.withLock { $0 } }

    func eraseHistory(
        _ limits: RetentionLimits, after place: Int64
    ) async throws(StoreError) -> Int64? {
        asked.withLock { $0.append(place) }
        if step.fails { throw .unavailable }
        return step.answer
    }

    func claimDeliveries(
        of line: LineID, at now: Timestamp, leasedUntil: Timestamp, limit: Int
    ) async throws(StoreError) -> [Delivery] { [] }

    func endLeases(at now: Timestamp) async throws(StoreError) {}

    func bringForward(
        dueAfter: Timestamp, deadlineAfter: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int { 0 }

    func recoverAbandoned(
        deadlineBefore: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Int { 0 }
}
