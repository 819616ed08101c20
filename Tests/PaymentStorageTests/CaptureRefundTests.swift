import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("A refund that names a capture", .timeLimit(.minutes(5)), .onBothDatabases)
struct CaptureRefundTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func refund(
        _ amount: Int64, of capture: OperationID?, _ payment: Payment
    ) async throws -> ReserveOutcome {
        try await fixture.reserve(
            try StoreFixture.delivery(.refund, amount, of: payment), ofCapture: capture)
    }

    @Test("is refused if the capture isn't confirmed, or is another payment's")
    func standing() async throws {
        let payment = try await fixture.approved(1000)
        let voided = try await fixture.done(.capture, 300, of: payment)
        try await fixture.done(.captureVoid, 300, of: payment, takingBack: voided)
        let voiding = try await fixture.done(.capture, 300, of: payment)
        let void = try StoreFixture.delivery(.captureVoid, 300, of: payment)
        #expect(try await fixture.reserve(void, takingBack: voiding) == .reserved)
        let pending = try StoreFixture.delivery(.capture, 100, of: payment)
        #expect(try await fixture.reserve(pending) == .reserved)
        try await fixture.done(.capture, 200, of: payment)
        let other = try await fixture.approved(1000, order: "other")
        let others = try await fixture.done(.capture, 200, of: other)
        for capture in [voided, voiding, pending.advice.id, others, OperationID()] {
            #expect(try await refund(100, of: capture, payment) == .refused)
        }
        #expect(try await refund(100, of: nil, payment) == .reserved, "it names none")
        #expect(try await store.audit().isClean)
    }

    @Test("gives back no more than its capture took, at two servers at once")
    func together() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 500, of: payment)
        try await fixture.done(.capture, 500, of: payment)
        let stores = [store, try await fixture.openedAgain()]
        let reserved = try await withThrowingTaskGroup(of: Bool.self) { tasks in
            for number in 0..<16 {
                tasks.addTask {
                    var request = RequestedOperation(
                        try StoreFixture.delivery(.refund, 100, of: payment))
                    request.ofCapture = capture
                    return try await stores[number % 2].request(request) == .reserved
                }
            }
            return try await tasks.reduce(into: 0) { count, isReserved in
                if isReserved { count += 1 }
            }
        }
        #expect(reserved == 5)
        #expect(try await fixture.payment(payment.id).amounts.refunding == 500)
        #expect(try await store.audit().isClean)
        try stores[1].close()
    }
}
