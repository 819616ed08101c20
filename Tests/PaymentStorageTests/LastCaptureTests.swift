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

    @Test("the remainder is released once, with the answer to it")
    func remainder() async throws {
        let payment = try await fixture.approved()
        let last = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(last, isLast: true)
        // It may yet be refused: the hold stays.
        #expect(try await fixture.payment(payment.id).amounts.releasing == 0)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 { group.addTask { try await fixture.conclude(last) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 } == 1)
        #expect(try await fixture.payment(payment.id).amounts.releasing == 700)
        let queued = try await store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: later, limit: 5)
        #expect(queued.map(\.advice.kind) == [.release])
        for delivery in queued { #expect(try await fixture.conclude(delivery)) }
        #expect(try await fixture.payment(payment.id).amounts.released == 700)
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
}
