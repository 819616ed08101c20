import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("After the last capture", .timeLimit(.minutes(5)), .onBothDatabases)
struct LastCaptureTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let later = StoreFixture.now.adding(seconds: 60)

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("no other capture is taken, neither while it waits nor when it is confirmed")
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

    @Test("the remainder is released once, with the answer to it")
    func remainder() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        // It may yet be refused: the hold stays.
        #expect(try await fixture.newReleases() == 0)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await fixture.conclude(last) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
        #expect(try await fixture.newReleases() == 1)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 700)
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: later, limit: 5)
        #expect(queued.map(\.advice.kind) == [.release])
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(payment.id).amounts.released == 700)
        #expect(try await fixture.newReleases() == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("the writer of the answer gets the release to send, due when it says")
    func followUp() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        var conclusion = AdviceConclusion(
            delivery: last, refusal: nil, at: StoreFixture.now)
        conclusion.followUpsDue = later
        guard case .counted(let followUps) = try await store.conclude(conclusion) else {
            Issue.record("overtaken")
            return
        }
        #expect(followUps.map(\.advice.kind) == [.release])
        #expect(followUps.map(\.advice.amount) == [try StoreFixture.dollars(700)])
        let early = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: later, limit: 5)
        #expect(early.isEmpty)
        for message in followUps { #expect(try await fixture.conclude(message)) }
        #expect(try await store.audit().isClean)
    }

    @Test("one that was not the last leaves the hold as it is")
    func notLast() async throws {
        let payment = try await fixture.approved()
        let first = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(first)
        #expect(try await fixture.conclude(first))
        #expect(try await fixture.newReleases() == 0)
        #expect(try await fixture.reserve(try StoreFixture.capture(300, of: payment)) == .reserved)
    }

    @Test("if it is refused, or voided, the authorization is open again")
    func reopened() async throws {
        let payment = try await fixture.approved()
        let refused = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(refused, isLast: true)
        #expect(try await fixture.conclude(refused, refusal: .doNotHonor))
        #expect(try await fixture.newReleases() == 0)
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

    @Test("if a void of it is refused it stays the final one, and the remainder is released once")
    func refusedVoid() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(400, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        #expect(try await fixture.conclude(last))
        let void = try StoreFixture.delivery(.captureVoid, 400, of: payment)
        #expect(try await fixture.newReleases() == 1)
        #expect(try await fixture.reserve(void, takingBack: last.advice.id) == .reserved)
        #expect(try await fixture.conclude(void, refusal: .doNotHonor))
        #expect(try await fixture.reserve(try StoreFixture.capture(100, of: payment)) == .refused)
        #expect(try await fixture.newReleases() == 0)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 600)
        #expect(try await store.audit().isClean)
    }

    @Test("a remainder that the acquirer refuses to release is left alone")
    func refusedRelease() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        #expect(try await fixture.conclude(last))
        #expect(try await fixture.newReleases() == 1)
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: later, limit: 5)
        for delivery in queued {
            #expect(try await fixture.conclude(delivery, refusal: .doNotHonor))
        }
        #expect(try await fixture.newReleases() == 0)
        #expect(try await store.audit().isClean)
    }

    @Test("a void of an earlier capture opens the authorization again, and nothing is released")
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
        #expect(try await fixture.newReleases() == 0)
        #expect(try await fixture.reserve(try StoreFixture.capture(150, of: payment)) == .reserved)
        #expect(try await store.audit().isClean)
    }
}
