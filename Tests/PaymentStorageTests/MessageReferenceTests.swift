import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("How the acquirer knows messages", .timeLimit(.minutes(5)), .onBothDatabases)
struct MessageReferenceTests {
    private let fixture: StoreFixture
    private let reference: AcquirerReference
    private var store: SQLPaymentStore { fixture.store }
    private let later = StoreFixture.now.adding(seconds: 30)

    init() async throws {
        fixture = try await StoreFixture()
        reference = try #require(AcquirerReference([1, 2, 3]))
    }

    @Test("a message has the same identity in every process, before it is first sent and after")
    func sameEverywhere() async throws {
        let payment = try await fixture.approved()
        let sent = try await request(.capture, 300, of: payment)
        let other = try await fixture.openedAgain()
        defer { try? other.close() }
        for moment in [StoreFixture.now, later] {
            let due = try await other.claimDeliveries(
                of: .sandbox, at: moment, leasedUntil: later, limit: 5)
            #expect(due.map(\.advice) == [sent.advice])
        }
        let next = try await request(.capture, 300, of: payment)
        #expect(next.advice.identity != sent.advice.identity)
    }

    @Test(
        "an operation names its authorization as the acquirer called it, or as we did",
        arguments: [true, false])
    func authorization(isNamed: Bool) async throws {
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        if isNamed { ending.acquirerReference = reference }
        #expect(try await store.finishes(ending))
        let capture = try await request(.capture, 300, of: intent.payment)
        let expected = MessageReference(
            intent.identity, acquirerReference: isNamed ? reference : nil)
        #expect(capture.advice.authorization == expected)
        #expect(capture.advice.operation == nil)
        #expect(try await claimed() == [capture.advice])
    }

    @Test("a void and a refund name the capture", arguments: [AdviceKind.captureVoid, .refund])
    func capture(kind: AdviceKind) async throws {
        let payment = try await fixture.approved()
        let capture = try await request(.capture, 300, of: payment)
        var taken = AdviceConclusion(delivery: capture, refusal: nil, at: later)
        taken.acquirerReference = reference
        #expect(try await store.concludes(taken))
        let undone = try await request(kind, 300, of: payment, naming: capture.advice.id)
        #expect(
            undone.advice.operation
                == MessageReference(capture.advice.identity, acquirerReference: reference))
        #expect(try await claimed() == [undone.advice])
    }

    @Test("a reversal has the trace number of its authorization and a time of its own")
    func reversal() async throws {
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        #expect(
            try await store.recoverAbandoned(deadlineBefore: later.adding(seconds: 60), at: later)
                == 1)
        let reversal = try #require(try await claimed().first)
        #expect(reversal.kind == .reversal)
        #expect(
            reversal.identity
                == MessageIdentity(traceNumber: intent.traceNumber, transmittedAt: later))
        #expect(reversal.authorization == MessageReference(intent.identity))
        #expect(try await store.audit().isClean)
    }

    @Test("the reversal of a late approval names the acquirer's reference, whatever its state")
    func lateApproval() async throws {
        let intent = try StoreFixture.intent()
        _ = try await store.begin(intent)
        let deadline = later.adding(seconds: 60)
        #expect(try await store.recoverAbandoned(deadlineBefore: deadline, at: later) == 1)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.acquirerReference = reference
        #expect(try await store.finishes(ending) == false)
        let reversals = try await claimed()
        #expect(reversals.map(\.kind) == [.reversal, .reversal])
        #expect(reversals.allSatisfy { $0.authorization.acquirerReference == reference })
        #expect(try await store.audit().isClean)
    }

    private func claimed() async throws -> [AcquirerAdvice] {
        try await store.claimDeliveries(of: .sandbox, at: later, leasedUntil: later, limit: 5).map(
            \.advice)
    }

    /// Requests an operation as the engine does, and gives the message that the request sends.
    private func request(
        _ kind: AdviceKind, _ amount: Int64, of payment: Payment,
        naming named: OperationID? = nil
    ) async throws -> Delivery {
        var request = RequestedOperation(try StoreFixture.delivery(kind, amount, of: payment))
        if kind == .refund { request.ofCapture = named } else { request.target = named }
        let outcome = try await store.change(request.step)
        guard case .written(_, let messages) = outcome else {
            throw StoreError.corrupt
        }
        return try #require(messages.first)
    }
}
