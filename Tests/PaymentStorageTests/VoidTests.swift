import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Voids take back what is not settled", .timeLimit(.minutes(5)), .onBothDatabases)
struct VoidTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func amounts(_ payment: Payment) async throws -> PaymentAmounts {
        try await fixture.payment(payment.id).amounts
    }

    private func state(_ operation: OperationID) async throws -> String? {
        try await store.read { db in
            try db.first("SELECT state FROM operations WHERE id = ?", [operation.value.identifier])
            { columns in try columns.text() }
        }
    }

    @Test("a credit that was taken back leaves its payment a credit without amounts")
    func creditVoid() async throws {
        let (payment, credit) = try await fixture.credited(500)
        #expect(payment.state == .credited)
        #expect(payment.amounts == PaymentAmounts())
        let refused = try StoreFixture.delivery(.refundVoid, 500, of: payment)
        #expect(try await fixture.reserve(refused, takingBack: credit) == .reserved)
        #expect(try await fixture.conclude(refused, refusal: .doNotHonor))
        #expect(try await state(credit) == "confirmed")
        let void = try StoreFixture.delivery(.refundVoid, 500, of: payment)
        #expect(try await fixture.reserve(void, takingBack: credit) == .reserved)
        #expect(try await store.audit().isClean)
        #expect(try await fixture.conclude(void))
        #expect(try await state(credit) == "voided")
        #expect(try await fixture.payment(payment.id) == payment)
        #expect(try await store.audit().isClean)
        #expect(try await store.closeBatch(at: StoreFixture.now).refunds == 0)
    }

    @Test("a settled operation is not voided, and one that is being voided is not settled")
    func settled() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 700, of: payment)
        let voided = try await fixture.done(.capture, 100, of: payment)
        let void = try StoreFixture.delivery(.captureVoid, 100, of: payment)
        #expect(try await fixture.reserve(void, takingBack: voided) == .reserved)
        #expect(try await store.closeBatch(at: StoreFixture.now).captures == 1)
        let late = try StoreFixture.delivery(.captureVoid, 700, of: payment)
        #expect(try await fixture.reserve(late, takingBack: capture) == .refused)
        #expect(try await amounts(payment).uncapturing == 100)
        #expect(try await fixture.conclude(void, refusal: .doNotHonor))
        #expect(try await store.closeBatch(at: StoreFixture.now).captures == 1)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a void of a missing operation, or of another payment, kind or amount is refused")
    func wrongTargets() async throws {
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 700, of: payment)
        let refund = try await fixture.done(.refund, 100, of: payment)
        let release = try await fixture.done(.release, 100, of: payment)
        let pending = try StoreFixture.delivery(.capture, 50, of: payment)
        _ = try await fixture.reserve(pending)
        let other = try await fixture.approved(1000)
        let elsewhere = try await fixture.done(.capture, 100, of: other)
        let rows: [(AdviceKind, Int64, OperationID?)] = [
            (.captureVoid, 700, nil), (.captureVoid, 700, OperationID()),
            (.captureVoid, 699, capture), (.captureVoid, 700, capture),
            (.captureVoid, 100, refund), (.refundVoid, 700, capture),
            (.captureVoid, 100, release), (.refundVoid, 100, release),
            (.captureVoid, 50, pending.advice.id), (.captureVoid, 100, elsewhere),
        ]
        let before = try await fixture.payment(payment.id)
        for (kind, amount, target) in rows {
            let void = try StoreFixture.delivery(kind, amount, of: payment)
            #expect(try await fixture.reserve(void, takingBack: target) == .refused)
            #expect(try await store.operation(void.advice.id) == nil)
        }
        #expect(try await fixture.payment(payment.id) == before)
        #expect(try await store.audit().isClean)
    }

    @Test("sixty-four captures, refunds and voids at once never exceed what there is")
    func sixtyFourAtOnce() async throws {
        let fixture = fixture
        let payment = try await fixture.approved(1000)
        var captures: [OperationID] = []
        for _ in 0..<8 { captures.append(try await fixture.done(.capture, 100, of: payment)) }
        let refund = try await fixture.done(.refund, 100, of: payment)
        let targets = captures
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<64 {
                let kinds: [AdviceKind] = [.captureVoid, .refund, .capture, .refundVoid]
                let kind = kinds[index % 4]
                let delivery = try StoreFixture.delivery(kind, 100, of: payment)
                let target: OperationID? =
                    switch kind {
                    case .captureVoid: targets[index / 4 % 8]
                    case .refundVoid: refund
                    case .capture, .refund, .release, .reversal: nil
                    }
                group.addTask {
                    let outcome = try await fixture.reserve(delivery, takingBack: target)
                    guard outcome == .reserved else { return }
                    #expect(
                        try await fixture.conclude(
                            delivery, refusal: index % 5 == 0 ? .doNotHonor : nil))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await amounts(payment).isSound)
        #expect(try await store.audit().isClean)
    }

    @Test("of sixty-four voids of one capture at once, one is reserved")
    func oneVoid() async throws {
        let fixture = fixture
        let payment = try await fixture.approved(1000)
        let capture = try await fixture.done(.capture, 10, of: payment)
        try await fixture.done(.capture, 990, of: payment)
        let reserved = try await withThrowingTaskGroup(of: ReserveOutcome.self) { group in
            for _ in 0..<64 {
                let void = try StoreFixture.delivery(.captureVoid, 10, of: payment)
                group.addTask { try await fixture.reserve(void, takingBack: capture) }
            }
            return try await group.reduce(into: 0) { $0 += $1 == .reserved ? 1 : 0 }
        }
        #expect(reserved == 1)
        #expect(try await amounts(payment).uncapturing == 10)
    }
}
