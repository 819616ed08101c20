import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("A void that gives up the hold too", .onBothDatabases)
struct GivenUpHoldTests {
    private let fixture: StoreFixture
    private var store: DatabaseStore { fixture.store }

    init() throws {
        fixture = try StoreFixture()
    }

    /// A payment of 1000 with a capture of 400, and its void, which is on its way.
    private func voided(
        isLast: Bool, afterRefusedRelease: Bool = false
    ) async throws -> (payment: Payment, void: Delivery) {
        let payment = try await fixture.approved()
        let capture = try StoreFixture.delivery(.capture, 400, of: payment)
        #expect(try await fixture.reserve(capture, isLast: isLast) == .reserved)
        #expect(try await fixture.conclude(capture))
        if afterRefusedRelease { try await refuseRelease(of: payment, 600) }
        let void = try StoreFixture.delivery(.captureVoid, 400, of: payment)
        var intent = AdviceIntent(delivery: void, claim: nil, at: StoreFixture.now)
        intent.target = capture.advice.id
        intent.givesUpRest = true
        #expect(try await store.reserve(intent) == .reserved)
        return (payment, void)
    }

    private func refuseRelease(of payment: Payment, _ amount: Int64) async throws {
        let release = try StoreFixture.delivery(.release, amount, of: payment)
        #expect(try await fixture.reserve(release) == .reserved)
        #expect(try await fixture.conclude(release, refusal: .doNotHonor))
    }

    private func capture(_ payment: Payment) async throws -> ReserveOutcome {
        try await fixture.reserve(try StoreFixture.delivery(.capture, 100, of: payment))
    }

    @Test(
        "lets nothing be captured any more, and what is left is given up by whoever comes first",
        arguments: [false, true])
    func acknowledged(isLast: Bool) async throws {
        let (payment, void) = try await voided(isLast: isLast)
        #expect(try await capture(payment) == .refused)
        // It may yet be refused: the hold stays.
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await fixture.conclude(void))
        #expect(try await capture(payment) == .refused)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 1)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 1000)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "gives up the hold also where the acquirer refused that before, and asks no further then",
        arguments: [false, true])
    func refusedBefore(isLast: Bool) async throws {
        let (payment, void) = try await voided(isLast: isLast, afterRefusedRelease: true)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await fixture.conclude(void))
        try await refuseRelease(of: payment, 1000)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        let (other, last) = try await voided(isLast: isLast, afterRefusedRelease: true)
        #expect(try await fixture.conclude(last))
        #expect(try await store.releaseRests(at: StoreFixture.now) == 1)
        #expect(try await fixture.payment(other.id).amounts.releasing == 1000)
        #expect(try await store.audit().isClean)
    }

    @Test("leaves the hold where the acquirer refuses it")
    func refused() async throws {
        let (payment, void) = try await voided(isLast: false)
        #expect(try await fixture.conclude(void, refusal: .invalidTransaction))
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await capture(payment) == .reserved)
        #expect(try await store.audit().isClean)
    }
}
