import PaymentDomain
import StrictCoding
import Testing

@testable import Events

@Suite("The body of an event", .timeLimit(.minutes(5)))
struct EventBodyTests {
    private static let at = Timestamp(milliseconds: 1_795_000_000_123)
    private static let payment = PaymentID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d6e")
    private static let operation = OperationID(stored: "0199c2a5d3f04a8f8f3a6d1e2b4c5d6f")

    private static func dollars(_ units: Int64) throws -> Money {
        try Money(minorUnits: units, currency: .usd)
    }

    private static func captured(_ kind: EventKind, _ refusal: DeclineReason?) throws -> Event {
        var capture = PaymentOperation(id: operation, .capture, try dollars(400), at: at)
        capture.isFinal = true
        var amounts = PaymentAmounts()
        amounts.authorized = 1000
        amounts.captured = refusal == nil ? 400 : 0
        let payment = EventPayment(
            id: payment, sequence: 3, merchant: MerchantID("shop"), dialect: "radial",
            orderReference: "a/b \"1\"", requested: try dollars(1000), amount: try dollars(400),
            state: .authorized, amounts: amounts, network: .visa, lastFour: "1111",
            operation: EventOperation(capture, takingBack: nil), code: refusal,
            authorizationCode: nil)
        return Event(number: 9, at: at, kind: kind, subject: .payment(payment))
    }

    @Test("of a capture has the amounts after it, and the operation")
    func capture() throws {
        let body = try Self.captured(.captured, nil).body
        #expect(
            String(decoding: body, as: UTF8.self) == """
                {"type":"payment.captured","timestamp":"2026-11-18T11:06:40.123Z","version":1,\
                "id":"evt_0199c2a5d3f04a8f8f3a6d1e2b4c5d6e_3","sequence":3,"data":{\
                "payment":"0199c2a5d3f04a8f8f3a6d1e2b4c5d6e","merchant":"shop",\
                "protocol":"radial","order":"a\\/b \\"1\\"","amount":400,"currency":"USD",\
                "state":"authorized","amounts":{"requested":1000,"authorized":1000,"released":0,\
                "captured":400,"refunded":0},"card":{"brand":"visa","last_four":"1111"},\
                "operation":{"id":"0199c2a5d3f04a8f8f3a6d1e2b4c5d6f","kind":"capture",\
                "final":true}}}
                """)
    }

    @Test("of a refusal has its code")
    func refusal() throws {
        let event = try Self.captured(.captureRefused, .doNotHonor)
        let data = try JSONValue(reading: event.body).object?["data"]?.object
        #expect(data?["code"]?.text == "05")
    }

    @Test("of a payment whose events contradict each other has no amounts, and no member is null")
    func damaged() throws {
        let payment = EventPayment(
            id: Self.payment, sequence: 1, merchant: MerchantID("shop"), dialect: "vantiv",
            orderReference: "", requested: try Self.dollars(5), amount: try Self.dollars(5),
            state: .declined, amounts: nil, network: nil, lastFour: "", operation: nil, code: nil,
            authorizationCode: nil)
        let event = Event(number: 1, at: Self.at, kind: .declined, subject: .payment(payment))
        let data = try #require(try JSONValue(reading: event.body).object?["data"]?.object)
        #expect(
            Set(data.keys) == [
                "payment", "merchant", "protocol", "order", "amount", "currency", "state", "card",
            ])
    }

    @Test("of a batch has a total for each currency")
    func batch() throws {
        var total = EventTotal(currency: .usd)
        total.captures = 2
        total.captured = 300
        total.refunds = 1
        total.refunded = 50
        let batch = EventBatch(number: 7, merchant: MerchantID("shop"), totals: [total])
        let event = Event(number: 3, at: Self.at, kind: .batchClosed, subject: .batch(batch))
        #expect(
            String(decoding: event.body, as: UTF8.self) == """
                {"type":"batch.closed","timestamp":"2026-11-18T11:06:40.123Z","version":1,\
                "id":"evt_batch_7","sequence":7,"data":{"batch":7,"merchant":"shop","totals":[\
                {"currency":"USD","captures":2,"captured":300,"refunds":1,"refunded":50}]}}
                """)
    }
}
