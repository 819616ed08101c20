import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("A capture beside which there is no other", .timeLimit(.minutes(5)), .onBothDatabases)
struct OnlyCaptureTests {
    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("is refused where another is on its way, or stands, though there is room for both")
    func another() async throws {
        let payment = try await fixture.approved()
        let first = try StoreFixture.capture(300, of: payment)
        #expect(try await fixture.reserve(first, isOnly: true) == .reserved)
        let second = try StoreFixture.capture(300, of: payment)
        #expect(try await fixture.reserve(second, isOnly: true) == .refused)
        #expect(try await fixture.conclude(first))
        #expect(try await fixture.reserve(second, isOnly: true) == .refused)
        #expect(try await fixture.payment(payment.id).amounts.captured == 300)
        #expect(try await fixture.store.audit().isClean)
    }

    @Test("is taken once what was before it was refused or taken back")
    func nothingElse() async throws {
        let payment = try await fixture.approved()
        let refused = try StoreFixture.capture(300, of: payment)
        _ = try await fixture.reserve(refused, isOnly: true)
        #expect(try await fixture.conclude(refused, refusal: .doNotHonor))
        let first = try StoreFixture.capture(400, of: payment)
        #expect(try await fixture.reserve(first, isOnly: true) == .reserved)
        #expect(try await fixture.conclude(first))
        let void = try StoreFixture.delivery(.captureVoid, 400, of: payment)
        #expect(try await fixture.reserve(void, takingBack: first.advice.id) == .reserved)
        let next = try StoreFixture.capture(500, of: payment)
        #expect(try await fixture.reserve(next, isOnly: true) == .refused)
        #expect(try await fixture.conclude(void))
        #expect(try await fixture.reserve(next, isOnly: true) == .reserved)
        #expect(try await fixture.store.audit().isClean)
    }

    @Test("is one of many at once")
    func atOnce() async throws {
        let payment = try await fixture.approved()
        let captures = try (0..<16).map { _ in try StoreFixture.capture(50, of: payment) }
        let outcomes = try await withThrowingTaskGroup(of: ReserveOutcome.self) { group in
            for capture in captures {
                group.addTask { try await fixture.reserve(capture, isOnly: true) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .reserved } == 1)
        #expect(try await fixture.payment(payment.id).amounts.capturing == 50)
    }
}
