import PaymentDomain
import Testing

@Suite("A refund gives back what it may, and no other capture's money", .timeLimit(.minutes(5)))
struct RefundRuleTests {
    @Test(
        "only settled captures are refunded",
        arguments: [
            // amounts, settled, amount, decision
            (captured(300), 0, nil, .refuse(.notSettled)),
            (captured(300), 300, nil, .proceed(cents: 300)),
            (captured(300), 200, nil, .proceed(cents: 200)),
            (captured(300), 200, 200, .proceed(cents: 200)),
            (captured(300), 200, 201, .refuse(.notSettled)),
            (captured(300), 200, 301, .refuse(.amountExceeded)),
            (refunded(200, of: 300), 200, nil, .refuse(.amountExceeded)),
            (refunded(200, of: 300), 200, 100, .refuse(.notSettled)),
            (busyAmounts, 200, nil, .proceed(cents: 100)),
            (busyAmounts, 200, 200, .later),
        ] as [(PaymentAmounts, Int64, Int64?, MoneyDecision)])
    func settled(
        amounts: PaymentAmounts, settled: Int64, amount: Int64?, decision: MoneyDecision
    ) throws {
        let payment = try payment(.authorized, amounts)
        #expect(payment.canRefund(try amount.map(usd), ofSettled: settled) == decision)
    }

    @Test("a payment that is not authorized has nothing settled to refund")
    func settledInOtherState() throws {
        let declined = try payment(.declined, PaymentAmounts())
        #expect(declined.canRefund(nil, ofSettled: 1) == .refuse(.wrongState))
    }

    @Test(
        "a refund of one capture is limited by that capture",
        arguments: [
            // amounts of the payment, left of a capture of 300, amount, decision
            (captured(1000), 300, nil, .proceed(cents: 300)),
            (captured(1000), 100, nil, .proceed(cents: 100)),
            (captured(1000), 300, 300, .proceed(cents: 300)),
            (captured(1000), 300, 301, .refuse(.amountExceeded)),
            (captured(1000), 0, nil, .refuse(.amountExceeded)),
            // Refunds of the payment as a whole have used the capture's money.
            (refunded(900, of: 1000), 300, nil, .proceed(cents: 100)),
            (refunded(900, of: 1000), 300, 101, .refuse(.amountExceeded)),
            // A pending refund may be refused.
            (busy((\.refunding, 150), (\.captured, 400)), 300, 150, .proceed(cents: 150)),
            (busy((\.refunding, 150), (\.captured, 400)), 300, 300, .later),
            (busy((\.refunding, 150), (\.captured, 400)), 300, 301, .refuse(.amountExceeded)),
        ] as [(PaymentAmounts, Int64, Int64?, MoneyDecision)])
    func ofCapture(
        amounts: PaymentAmounts, left: Int64, amount: Int64?, decision: MoneyDecision
    ) throws {
        let payment = try payment(.authorized, amounts)
        let found = payment.canRefund(
            try amount.map(usd), ofCapture: try usd(300), left: try usd(left))
        #expect(found == decision)
    }

    @Test(
        "a capture is voided if no refund needs its money",
        arguments: [
            // amounts of the payment, left of a capture of 300, decision
            (captured(300), 300, .proceed(cents: 300)),
            (refunded(100, of: 400), 300, .proceed(cents: 300)),
            (refunded(100, of: 399), 300, .refuse(.wrongState)),
            (refunded(1, of: 1000), 299, .refuse(.wrongState)),
            (busy((\.captured, 350)), 300, .later),
        ] as [(PaymentAmounts, Int64, MoneyDecision)])
    func voidOfCapture(amounts: PaymentAmounts, left: Int64, decision: MoneyDecision) throws {
        let payment = try payment(.authorized, amounts)
        #expect(payment.canVoidCapture(of: try usd(300), left: try usd(left)) == decision)
    }
}
