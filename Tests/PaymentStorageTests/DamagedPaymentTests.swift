import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("A damaged row of a payment", .timeLimit(.minutes(5)))
struct DamagedPaymentTests {
    @Test(
        "is corrupt, and not a payment of which nothing is left",
        arguments: [
            "captured = 1001", "released = 1001", "capturing = 600, releasing = 600",
            "captured = 500, refunded = 501", "captured = 500, refunding = 501",
            "refunded = -1", "unrefunding = 1", "authorized = 1001", "authorized = -5",
            "captured = 9223372036854775807",
        ])
    func refused(change: String) async throws {
        let fixture = try await StoreFixture()
        let payment = try await fixture.approved(order: "order")
        #expect(
            try await fixture.store.payments(.payment(payment.id), of: payment.merchant).count == 1)
        try await fixture.tamper("UPDATE payments SET \(change)")
        await #expect(throws: StoreError.corrupt) {
            try await fixture.store.payments(.payment(payment.id), of: payment.merchant)
        }
        await #expect(throws: StoreError.corrupt) {
            try await fixture.store.authorization(of: payment.id)
        }
        #expect(try await fixture.store.audit().breaches.contains { $0.rule == .amountsUnsound })
    }
}
