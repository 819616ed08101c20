import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("After the last capture", .timeLimit(.minutes(5)), .onBothDatabases)
struct LastCaptureTests {
    private let fixture: StoreFixture
    private var store: DatabaseStore { fixture.store }
    private let later = StoreFixture.now.adding(seconds: 60)

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("no other capture is taken, neither while it waits nor when it stands")
    func closed() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        #expect(try await fixture.reserve(last, isLast: true) == .reserved)
        for isLast in [true, false] {
            let another = try StoreFixture.capture(300, of: payment)
            #expect(try await fixture.reserve(another, isLast: isLast) == .refused)
        }
        #expect(try await fixture.conclude(last))
        #expect(try await fixture.reserve(try StoreFixture.capture(300, of: payment)) == .refused)
        #expect(try await store.audit().isClean)
    }

    @Test("what is left is given up once, by whoever comes first")
    func rest() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        // It may yet be refused: the hold stays.
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await fixture.conclude(last))
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { [store] in try await store.releaseRests(at: StoreFixture.now) }
            }
            return try await group.reduce(0, +)
        }
        #expect(done == 1)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 700)
        let queued = try await store.claimDeliveries(
            at: StoreFixture.now, leasedUntil: later, limit: 5)
        #expect(queued.map(\.advice.kind) == [.release])
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(payment.id).amounts.released == 700)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("what is left is left to a request that is at it, and another's is given up")
    func atHand() async throws {
        var payments: [Payment] = []
        for _ in 0..<2 {
            let payment = try await fixture.approved()
            let last = try StoreFixture.capture(300, of: payment)
            _ = try await fixture.reserve(last, isLast: true)
            #expect(try await fixture.conclude(last))
            payments.append(payment)
        }
        for id in [payments[1].id, payments[0].id] {
            let given = try await store.releaseRests(at: StoreFixture.now) { $0 != id }
            #expect(given == 1)
            #expect(try await fixture.payment(id).amounts.releasing == 700)
            let others = try await store.releaseRests(at: StoreFixture.now) { $0 != id }
            #expect(others == 0)
        }
        #expect(try await store.audit().isClean)
    }

    @Test("one that was not the last leaves the hold as it is")
    func notLast() async throws {
        let payment = try await fixture.approved()
        let first = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(first)
        #expect(try await fixture.conclude(first))
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await fixture.reserve(try StoreFixture.capture(300, of: payment)) == .reserved)
    }

    @Test("where it is refused, or taken back, the hold is open again")
    func reopened() async throws {
        let payment = try await fixture.approved()
        let refused = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(refused, isLast: true)
        #expect(try await fixture.conclude(refused, refusal: .doNotHonor))
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        let last = try StoreFixture.capture(400, of: payment)
        #expect(try await fixture.reserve(last, isLast: true) == .reserved)
        #expect(try await fixture.conclude(last))
        let void = try StoreFixture.delivery(.captureVoid, 400, of: payment)
        #expect(try await fixture.reserve(void, takingBack: last.advice.id) == .reserved)
        #expect(try await fixture.reserve(try StoreFixture.capture(100, of: payment)) == .refused)
        #expect(try await fixture.conclude(void))
        #expect(try await store.audit().isClean)
        #expect(try await fixture.reserve(try StoreFixture.capture(100, of: payment)) == .reserved)
        #expect(try await store.audit().isClean)
    }

    @Test("where a void of it is refused it stays the last, and what is left is given up")
    func refusedVoid() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(400, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        #expect(try await fixture.conclude(last))
        let void = try StoreFixture.delivery(.captureVoid, 400, of: payment)
        #expect(try await fixture.reserve(void, takingBack: last.advice.id) == .reserved)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await fixture.conclude(void, refusal: .doNotHonor))
        #expect(try await fixture.reserve(try StoreFixture.capture(100, of: payment)) == .refused)
        #expect(try await store.releaseRests(at: StoreFixture.now) == 1)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 600)
        #expect(try await store.audit().isClean)
    }

    @Test("a rest that the acquirer refuses to give up is left alone")
    func refusedRelease() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        #expect(try await fixture.conclude(last))
        #expect(try await store.releaseRests(at: StoreFixture.now) == 1)
        let queued = try await store.claimDeliveries(
            at: StoreFixture.now, leasedUntil: later, limit: 5)
        for delivery in queued {
            #expect(try await fixture.conclude(delivery, refusal: .doNotHonor))
        }
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("a void of an earlier capture opens the hold again, and nothing is given up")
    func earlierVoid() async throws {
        let payment = try await fixture.approved()
        let earlier = try StoreFixture.capture(200, of: payment)
        let last = try StoreFixture.capture(800, of: payment)
        _ = try await fixture.reserve(earlier)
        _ = try await fixture.reserve(last, isLast: true)
        #expect(try await fixture.conclude(earlier))
        #expect(try await fixture.conclude(last))
        let void = try StoreFixture.delivery(.captureVoid, 200, of: payment)
        #expect(try await fixture.reserve(void, takingBack: earlier.advice.id) == .reserved)
        #expect(try await fixture.conclude(void))
        #expect(try await store.releaseRests(at: StoreFixture.now) == 0)
        #expect(try await fixture.reserve(try StoreFixture.capture(150, of: payment)) == .reserved)
        #expect(try await store.audit().isClean)
    }
}
