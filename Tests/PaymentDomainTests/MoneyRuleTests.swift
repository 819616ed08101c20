import PaymentDomain
import Testing

/// One row of a table of money rules: what is asked of a payment of 10.00 USD, and the decision.
struct MoneyRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let use: MoneyUse
    let amount: Int64?
    let amounts: PaymentAmounts
    var state = PaymentState.authorized
    var isClosed = false
    let decision: MoneyDecision

    init(
        _ description: String, _ use: MoneyUse, _ amount: Int64?, of amounts: PaymentAmounts,
        state: PaymentState = .authorized, isClosed: Bool = false, _ decision: MoneyDecision
    ) {
        testDescription = description
        self.use = use
        self.amount = amount
        self.amounts = amounts
        self.state = state
        self.isClosed = isClosed
        self.decision = decision
    }

    var payment: Payment {
        get throws { try PaymentDomainTests.payment(state, amounts, isClosed: isClosed) }
    }
}

/// An amount of US dollars, in cents.
func usd(_ cents: Int64) throws -> Money { try Money(minorUnits: cents, currency: .usd) }

extension MoneyDecision {
    /// Cents of US dollars.
    static func proceed(cents: Int64) -> MoneyDecision {
        // A row's amount is an amount.
        (try? usd(cents)).map { .proceed($0) } ?? .refuse(.amountMissing)
    }
}

@Suite("An amount is used if the payment has it", .timeLimit(.minutes(5)))
struct MoneyRuleTests {
    static let rows: [MoneyRow] = [
        // busyAmounts: of 1000 authorized, 300 remain, 200 are being captured and 50 voided, 100 released.
        MoneyRow("capture of a part", .capture, 1, of: busyAmounts, .proceed(cents: 1)),
        MoneyRow("capture of all", .capture, nil, of: busyAmounts, .proceed(cents: 300)),
        MoneyRow("capture of more than remains now", .capture, 301, of: busyAmounts, .later),
        MoneyRow("capture of all that may come", .capture, 650, of: busyAmounts, .later),
        MoneyRow(
            "capture of more than may come", .capture, 651, of: busyAmounts, .refuse(.depleted)),
        MoneyRow(
            "capture of more than was authorized", .capture, 1001, of: busyAmounts,
            .refuse(.amountExceeded)),
        MoneyRow(
            "capture of what a refused release would not give to a closed hold", .capture, 551,
            of: busyAmounts, isClosed: true, .refuse(.depleted)),
        MoneyRow(
            "release of what a refused release gives back", .release, 650, of: busyAmounts,
            isClosed: true, .later),
        MoneyRow("release of all", .release, nil, of: busyAmounts, .proceed(cents: 300)),
        MoneyRow(
            "release of nothing left", .release, nil, of: busy((\.releasing, 400)), .later),
        MoneyRow(
            "release of a hold that is captured whole", .release, nil,
            of: captured(1000), .refuse(.depleted)),
        MoneyRow("refund of a part", .refund, 150, of: busyAmounts, .proceed(cents: 150)),
        MoneyRow("refund of all", .refund, nil, of: busyAmounts, .proceed(cents: 150)),
        MoneyRow("refund of what is being captured", .refund, 470, of: busyAmounts, .later),
        MoneyRow(
            "refund of more than may come", .refund, 471, of: busyAmounts, .refuse(.amountExceeded)),
        MoneyRow(
            "refund of a refunded payment", .refund, nil, of: refunded(300, of: 300),
            .refuse(.amountExceeded)),
        MoneyRow(
            "capture of a declined payment", .capture, nil, of: PaymentAmounts(), state: .declined,
            .refuse(.wrongState)),
        MoneyRow(
            "release of a released payment", .release, 1, of: amounts(in: .released),
            state: .released, .refuse(.wrongState)),
    ]

    @Test("decides as the row says", arguments: rows)
    func decides(row: MoneyRow) throws {
        let payment = try row.payment
        #expect(payment.decide(row.use, try row.amount.map(usd)) == row.decision)
    }

    @Test("another currency is refused, whatever the state", arguments: PaymentState.allCases)
    func otherCurrency(state: PaymentState) throws {
        let euros = try Money(minorUnits: 1, currency: try #require(Currency(code: "EUR")))
        let payment = try payment(state, amounts(in: state))
        for use in MoneyUse.allCases {
            #expect(payment.decide(use, euros) == .refuse(.currencyMismatch))
        }
        #expect(
            payment.canRefund(euros, ofCapture: try usd(10), left: try usd(10))
                == .refuse(.currencyMismatch))
    }

    @Test(
        "a closed hold takes no capture; while a capture or its void is pending, it may open again",
        arguments: [
            (captured(300), MoneyDecision.refuse(.depleted)),
            (busyAmounts, .later),
        ])
    func closedHold(amounts: PaymentAmounts, decision: MoneyDecision) throws {
        let closed = try payment(.authorized, amounts, isClosed: true)
        #expect(closed.decide(.capture, try usd(1)) == decision)
        let open = try payment(.authorized, amounts)
        #expect(open.decide(.capture, try usd(1)) == .proceed(cents: 1))
    }

    @Test("a decision is the amount, or the refusal that the client hears")
    func decisionValues() throws {
        #expect(try MoneyDecision.proceed(cents: 7).get() == usd(7))
        #expect(throws: PaymentRefusal.inFlight) { try MoneyDecision.later.get() }
        #expect(throws: PaymentRefusal.depleted) { try MoneyDecision.refuse(.depleted).get() }
    }

    @Test(
        "a hold expires seven days after the approval, or after the request if none is known",
        arguments: [
            (nil, 604_799, false), (nil, 604_800, true), (1_000, 604_800, false),
            (1_000, 605_800, true),
        ] as [(Int64?, Int64, Bool)])
    func expiry(approvedAt: Int64?, now: Int64, isExpired: Bool) throws {
        let held = try payment(
            .authorized, approved(1000), authorizedAt: approvedAt.map { Timestamp(seconds: $0) })
        #expect(held.hasExpired(at: Timestamp(seconds: now)) == isExpired)
    }
}

/// 10.00 approved, and so much captured.
func captured(_ amount: Int64) -> PaymentAmounts {
    var amounts = approved(1000)
    amounts.captured = amount
    return amounts
}

/// 10.00 approved, so much captured, and of that so much refunded.
func refunded(_ amount: Int64, of capture: Int64) -> PaymentAmounts {
    var amounts = captured(capture)
    amounts.refunded = amount
    return amounts
}
