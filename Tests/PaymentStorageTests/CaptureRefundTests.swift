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

    @Test("gives back what that capture took, and no other capture's money")
    func room() async throws {
        let payment = try await fixture.approved(1000)
        let first = try await fixture.done(.capture, 600, of: payment)
        let second = try await fixture.done(.capture, 300, of: payment)
        #expect(try await refund(601, of: first, payment) == .refused)
        #expect(try await refund(301, of: second, payment) == .refused)
        try await fixture.done(.refund, 600, of: payment, ofCapture: first)
        #expect(try await refund(1, of: first, payment) == .refused)
        #expect(try await refund(300, of: second, payment) == .reserved)
        #expect(try await refund(1, of: second, payment) == .refused, "it waits for its answer")
        #expect(try await store.audit().isClean)
    }

    @Test("has its money again if the acquirer refused it, or it was voided")
    func givenBack() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 600, of: payment)
        try await fixture.done(.capture, 300, of: payment)
        let refused = try StoreFixture.delivery(.refund, 600, of: payment)
        #expect(try await fixture.reserve(refused, ofCapture: capture) == .reserved)
        #expect(try await fixture.conclude(refused, refusal: .doNotHonor))
        let taken = try await fixture.done(.refund, 600, of: payment, ofCapture: capture)
        let void = try StoreFixture.delivery(.refundVoid, 600, of: payment)
        #expect(try await fixture.reserve(void, takingBack: taken) == .reserved)
        #expect(try await refund(1, of: capture, payment) == .refused, "its void may be refused")
        #expect(try await fixture.conclude(void))
        #expect(try await refund(600, of: capture, payment) == .reserved)
        #expect(try await store.audit().isClean)
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

    @Test("keeps its capture from being taken back, until it is taken back itself")
    func captureVoid() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 600, of: payment)
        try await fixture.done(.capture, 300, of: payment)
        let refund = try await fixture.done(.refund, 200, of: payment, ofCapture: capture)
        let void = try StoreFixture.delivery(.captureVoid, 600, of: payment)
        #expect(try await fixture.reserve(void, takingBack: capture) == .refused)
        try await fixture.done(.refundVoid, 200, of: payment, takingBack: refund)
        #expect(try await fixture.reserve(void, takingBack: capture) == .reserved)
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
