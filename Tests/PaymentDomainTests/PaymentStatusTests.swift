import Testing

@testable import PaymentDomain

@Suite("The status of a payment", .timeLimit(.minutes(5)))
struct PaymentStatusTests {
    /// A state, the amounts and whether the payment is closed, and what people call that.
    struct Row: Sendable, CustomTestStringConvertible {
        let state: PaymentState
        var authorized: Int64 = 0
        var captured: Int64 = 0
        var refunded: Int64 = 0
        var isClosed = false
        let status: PaymentStatus

        var testDescription: String { "\(state) \(captured) of \(authorized): \(status.text)" }
    }

    private static let rows = [
        Row(state: .authorizing, status: .authorizing),
        Row(state: .authorized, authorized: 100, status: .authorized),
        Row(state: .authorized, authorized: 100, captured: 40, status: .partlyCaptured),
        Row(state: .authorized, authorized: 100, captured: 40, isClosed: true, status: .captured),
        Row(state: .authorized, authorized: 100, captured: 100, status: .captured),
        Row(
            state: .authorized, authorized: 100, captured: 100, refunded: 40,
            status: .partlyRefunded),
        Row(state: .authorized, authorized: 100, captured: 100, refunded: 100, status: .refunded),
        Row(state: .declined, status: .declined),
        Row(state: .notSent, status: .notSent),
        Row(state: .outcomeUnknown, status: .timedOut),
        Row(state: .reversed, status: .reversed),
        Row(state: .released, authorized: 100, status: .voided),
        Row(state: .credited, status: .credited),
    ]

    @Test("says what became of it", arguments: rows)
    func status(row: Row) throws {
        var amounts = PaymentAmounts()
        amounts.authorized = row.authorized
        amounts.captured = row.captured
        amounts.refunded = row.refunded
        let payment = Payment(
            id: PaymentID(), authorizationID: OperationID(), merchant: MerchantID("SHOP"),
            line: .sandbox,
            orderReference: "order", handle: try #require(VaultHandle("4111110000001111")),
            requested: try Money(minorUnits: 100, currency: try #require(Currency(code: "USD"))),
            state: row.state, amounts: amounts, createdAt: Timestamp(seconds: 0),
            authorizedAt: nil, isClosed: row.isClosed)
        #expect(PaymentStatus(payment) == row.status)
    }
}
