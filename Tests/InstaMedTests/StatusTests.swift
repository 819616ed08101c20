import PaymentDomain
import Testing

@testable import InstaMed

@Suite("transactionStatus", .timeLimit(.minutes(5)))
struct StatusTests {
    private static func payment(
        _ state: PaymentState, captured: Int64 = 0, uncapturing: Int64 = 0, released: Int64 = 0,
        releasing: Int64 = 0, isSettled: Bool = false, inWork: Bool = false,
        isClosed: Bool = false
    ) -> FoundPayment {
        ScriptedResults.payment {
            $0.state = state
            $0.amounts.captured = captured
            $0.amounts.uncapturing = uncapturing
            $0.amounts.released = released
            $0.amounts.releasing = releasing
            $0.isSettled = isSettled
            $0.isCaptureInWork = inWork
            $0.isClosed = isClosed
        }
    }

    static let rows: [(payment: FoundPayment, status: InstaMedStatus?)] = [
        (payment(.authorizing), nil), (payment(.outcomeUnknown), nil),
        (payment(.declined), .declined), (payment(.notSent), .declined),
        (payment(.reversed), .voided), (payment(.released), .voided),
        (payment(.authorized), .authorized), (payment(.authorized, released: 10_000), .voided),
        (payment(.authorized, captured: 100), .captured),
        (payment(.authorized, captured: 10_000), .captured),
        (payment(.authorized, captured: 10_000, isSettled: true), .settled),
        // The acquirer may yet refuse to take it back, or to release it.
        (payment(.authorized, captured: 10_000, uncapturing: 10_000), nil),
        (payment(.authorized, captured: 10_000, uncapturing: 10_000, isClosed: true), nil),
        (payment(.authorized, releasing: 10_000), nil),
        // Something is captured, or held, in either case.
        (payment(.authorized, captured: 10_000, uncapturing: 4_000), .captured),
        (payment(.authorized, releasing: 4_000), .authorized),
        // What is captured of it is all that ever will be.
        (payment(.authorized, captured: 100, isClosed: true), .captured),
        (payment(.authorized, isClosed: true), .voided),
        (payment(.authorized, releasing: 10_000, isClosed: true), .voided),
        (payment(.authorized, captured: 100, inWork: true), nil),
        (payment(.credited), .captured), (payment(.credited, isSettled: true), .settled),
    ]

    @Test("gives a payment's state, and nothing if it is unknown", arguments: rows)
    func status(_ payment: FoundPayment, _ status: InstaMedStatus?) {
        #expect(InstaMedStatus(payment) == status)
    }

    @Test("has a row for every state", arguments: PaymentState.allCases)
    func complete(_ state: PaymentState) {
        #expect(Self.rows.contains { $0.payment.state == state })
    }

    @Test(
        "comes with a brand for each network",
        arguments: [
            (CardNetwork.visa, "VISA"), (.mastercard, "MC"), (.amex, "AMEX"),
            (.discover, "DISCOVER"),
            (.diners, "OTHER"), (.jcb, "OTHER"), (.unionPay, "OTHER"), (nil, "OTHER"),
        ])
    func brands(_ network: CardNetwork?, _ brand: String) {
        #expect(network.instaMedBrand == brand)
    }
}
