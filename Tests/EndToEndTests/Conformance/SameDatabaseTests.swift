import PaymentDomain
import Testing

/// What the books tell of a payment, whatever protocol told the story.
private struct Told: Hashable {
    let state: PaymentState
    let currency: String
    let requested: Int64
    let amounts: PaymentAmounts

    init(_ payment: Payment) {
        state = payment.state
        currency = payment.requested.currency.code
        requested = payment.requested.minorUnits
        amounts = payment.amounts
    }
}

@Suite(
    "One payment's life", .timeLimit(.minutes(20)),
    .server(["COSTER_ACQUIRER_TIMEOUT_SECONDS": "2"]))
struct SameDatabaseTests {
    private let server: RunningServer

    init() throws {
        server = try #require(RunningServer.ofSuite)
    }

    /// What happens to a payment after it is approved: all of it captured, and so much refunded.
    struct Life: Sendable, CustomTestStringConvertible {
        let amount: String
        let verdict: ShopVerdict
        let capture: String?
        let refund: String?

        var testDescription: String {
            "\(amount), captured \(capture ?? "not"), refunded \(refund ?? "not")"
        }
    }

    private static let lives = [
        Life(amount: "30.00", verdict: .approved, capture: nil, refund: nil),
        Life(amount: "30.00", verdict: .approved, capture: "30.00", refund: nil),
        Life(amount: "30.00", verdict: .approved, capture: "30.00", refund: "12.34"),
        Life(amount: "30.00", verdict: .approved, capture: "30.00", refund: "30.00"),
        Life(amount: "7000.05", verdict: .declined, capture: nil, refund: nil),
        Life(amount: "7100.01", verdict: .unknown, capture: nil, refund: nil),
    ]

    @Test("leaves the same rows, through any protocol", arguments: lives)
    func same(_ life: Life) async throws {
        var told: [Told] = []
        for dialect in ConformingDialect.all {
            let shop = dialect.shop(server)
            let amount = try dollars(life.amount)
            let payment = try await shop.pay(
                try server.token(amount), amount, order: newName(), damage: nil)
            #expect(payment.verdict == life.verdict, "\(payment.text)")
            var last = payment
            if let capture = life.capture {
                last = try await shop.capture(try dollars(capture), of: payment)
                #expect(last.verdict == .approved, "\(last.text)")
            }
            if let refund = life.refund {
                // For all, so that the story is the same.
                try await server.closeBatch()
                let refunded = try await shop.refund(try dollars(refund), of: last)
                #expect(refunded.verdict == .approved, "\(refunded.text)")
            }
            let both = try await EachDatabase.settled(server)
            told.append(Told(try both.payment(of: payment.order)))
            #expect(both.agree(on: payment.order))
        }
        #expect(Set(told).count == 1, "\(told)")
    }
}
