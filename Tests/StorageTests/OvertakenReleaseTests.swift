import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("An advice of a hold that was found by its order", .timeLimit(.minutes(5)), .onBothDatabases)
struct OvertakenReleaseTests {
    private let fixture: StoreFixture
    private var store: DatabaseStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func release(
        _ amount: Int64 = 100, of payment: Payment, seen: Int?
    ) async throws -> ReserveOutcome {
        var intent = AdviceIntent(
            delivery: try StoreFixture.delivery(.release, amount, of: payment), claim: nil,
            at: StoreFixture.now)
        intent.paymentsSeen = seen
        return try await store.reserve(intent)
    }

    @Test("is made while its order and card have no payments but those that were seen")
    func seen() async throws {
        let first = try await fixture.approved()
        _ = try await fixture.approved(order: "other")
        #expect(try await release(of: first, seen: 1) == .reserved)
        _ = try await fixture.approved()
        #expect(try await release(of: first, seen: 1) == .overtaken)
        #expect(try await release(of: first, seen: 2) == .reserved)
        #expect(try await release(of: first, seen: nil) == .reserved)
        #expect(try await release(701, of: first, seen: 2) == .refused)
        #expect(try await fixture.payment(first.id).amounts.releasing == 300)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "is made as long where it is a capture, the last one or not", arguments: [false, true])
    func captures(isLast: Bool) async throws {
        let hold = try await fixture.approved()
        _ = try await fixture.approved()
        for (seen, expected) in [(1, .overtaken), (2, .reserved)] as [(Int, ReserveOutcome)] {
            var intent = AdviceIntent(
                delivery: try StoreFixture.capture(100, of: hold), claim: nil,
                at: StoreFixture.now)
            intent.paymentsSeen = seen
            intent.isLast = isLast
            #expect(try await store.reserve(intent) == expected)
        }
        let stored = try await fixture.payment(hold.id)
        #expect(stored.amounts.capturing == 100 && stored.isClosed == isLast)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "counts as used up before what began after it, and so does a capture, unless it came to nothing"
    )
    func usedUp() async throws {
        let payment = try await fixture.approved()
        let between = try await fixture.approved()
        try await fixture.done(.release, 200, of: payment)
        let capture = try await fixture.done(.capture, 50, of: payment)
        try await fixture.done(.capture, 30, of: payment)
        let refused = try StoreFixture.delivery(.capture, 400, of: payment)
        #expect(try await fixture.reserve(refused) == .reserved)
        #expect(try await fixture.conclude(refused, refusal: .doNotHonor))
        let after = try await fixture.approved()
        #expect(try await store.usedUp(of: payment.id, before: after.id) == 280)
        try await fixture.done(.captureVoid, 50, of: payment, takingBack: capture)
        #expect(try await store.usedUp(of: payment.id, before: after.id) == 230)
        #expect(try await store.usedUp(of: payment.id, before: between.id) == 0)
        let release = try StoreFixture.delivery(.release, 10, of: payment)
        _ = try await fixture.reserve(release)
        _ = try await fixture.approved()
        let other = try await fixture.approved(order: "other")
        let seen = try await store.payments(before: release.advice.id)
        #expect(seen == [payment.id, between.id, after.id] && !seen.contains(other.id))
    }
}
