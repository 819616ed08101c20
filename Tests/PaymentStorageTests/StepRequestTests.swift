import PaymentDomain
import PaymentEngine
import StorageFixtures
import Testing

@testable import PaymentStorage

@Suite("The request of each step of a payment", .timeLimit(.minutes(5)), .onBothDatabases)
struct StepRequestTests {
    /// Identifiers of requests at both ends of their range: one is a negative number in the database.
    private static let first = RequestIdentifier(.max)
    private static let second = RequestIdentifier(0)
    private static let later = StoreFixture.now.adding(seconds: 120)

    private let fixture: StoreFixture

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Each step of a payment with the request that took it, or a hyphen.
    private func steps(of payment: PaymentID) async throws -> [String] {
        let history = try #require(try await fixture.store.histories(payment.value).first)
        return history.steps.map { "\($0.event) \($0.requestID?.description ?? "-")" }
    }

    /// A payment that the first request began.
    private func begun() async throws -> Payment {
        var intent = try StoreFixture.intent()
        intent.requestID = Self.first
        _ = try await fixture.store.begin(intent)
        return intent.payment
    }

    @Test("is stored with the intent, the outcome, an operation and its answer; a worker has none")
    func requests() async throws {
        let payment = try await begun()
        var ending = StoreFixture.ending(payment, .approved(1000))
        ending.requestID = Self.first
        #expect(try await fixture.store.finishes(ending))

        for isAnswered in [true, false] {
            var step = RequestedOperation(try StoreFixture.capture(100, of: payment)).step
            step.requestID = Self.second
            guard case .written(_, let messages) = try await fixture.store.change(step) else {
                Issue.record("the capture wasn't written")
                return
            }
            let message = try #require(messages.first)
            if isAnswered {
                #expect(try await fixture.conclude(message))
            } else {
                #expect(
                    try await fixture.store.postpone(
                        message, until: Self.later, at: StoreFixture.now))
            }
        }
        for message in try await fixture.due() { #expect(try await fixture.conclude(message)) }

        #expect(
            try await steps(of: payment.id) == [
                "requested ffffffffffffffff", "approved ffffffffffffffff",
                "requested 0000000000000000", "confirmed 0000000000000000",
                "requested 0000000000000000", "accepted 0000000000000000", "confirmed -",
            ])
    }

    @Test("is the intent's alone if the authorization was abandoned, and the worker reversed it")
    func abandoned() async throws {
        let payment = try await begun()
        _ = try await fixture.store.recoverAbandoned(deadlineBefore: Self.later, at: Self.later)
        for message in try await fixture.due() { #expect(try await fixture.conclude(message)) }
        #expect(
            try await steps(of: payment.id) == [
                "requested ffffffffffffffff", "abandoned -", "reversed -",
            ])
    }

    @Test("is that of the last capture with the release of what it left, and of a renewed hold")
    func followUps() async throws {
        let payment = try await fixture.approved()
        var capture = RequestedOperation(try StoreFixture.capture(300, of: payment))
        capture.isFinal = true
        var step = capture.step
        step.requestID = Self.second
        guard case .written(_, let messages) = try await fixture.store.change(step) else {
            Issue.record("the capture wasn't written")
            return
        }
        #expect(try await fixture.conclude(try #require(messages.first)))
        #expect(
            try await steps(of: payment.id) == [
                "requested -", "approved -", "requested 0000000000000000",
                "confirmed 0000000000000000", "requested 0000000000000000",
            ])

        let hold = try await fixture.approved(order: "renewed")
        var intent = try StoreFixture.intent(order: "renewed")
        intent.renewal = try await fixture.renewal(of: hold.id, order: "renewed")
        _ = try await fixture.store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.booking = .renewal(of: hold)
        ending.requestID = Self.first
        #expect(try await fixture.store.finishes(ending))
        #expect(
            try await steps(of: hold.id).suffix(2) == [
                "renewed ffffffffffffffff", "requested ffffffffffffffff",
            ])
    }
}
