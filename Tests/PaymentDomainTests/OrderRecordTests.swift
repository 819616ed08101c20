import PaymentDomain
import Testing

/// A row of a table: an order, what is asked of it, and what is decided.
struct OrderRow: Sendable, CustomTestStringConvertible {
    let title: String
    let payments: [PaymentOf]
    let amount: Int64?
    let expected: String
    var testDescription: String { title }

    init(_ title: String, _ payments: [PaymentOf], _ amount: Int64?, _ expected: String) {
        self.title = title
        self.payments = payments
        self.amount = amount
        self.expected = expected
    }
}

@Suite("Decisions about an order of several payments", .timeLimit(.minutes(5)))
struct OrderRecordTests {
    private static let capturesRows: [OrderRow] = [
        OrderRow("nothing of no order", [], 100, "refuse payment-not-found"),
        OrderRow("the newest hold with room", [.hold(), .hold()], 100, "p2 100"),
        OrderRow(
            "an older one where the newest has no room", [.hold(), .hold(of: 50)], 100, "p1 100"),
        OrderRow("all that is left", [.hold(captured: 300)], nil, "p1 700"),
        OrderRow("no amount of zero", [.hold()], 0, "refuse amount-zero"),
        OrderRow("more than any holds", [.hold(), .hold()], 1001, "refuse amount-exceeded"),
        OrderRow(
            "a hold that is being asked for may fit in a moment",
            [.hold(of: 50), .nothing(.authorizing)], 100, "refuse in-flight"),
        OrderRow("not one for less", [.hold(), .nothing(.authorizing, of: 50)], 100, "p1 100"),
        OrderRow(
            "no older hold of the card after the last capture of a newer one",
            [.hold(), .hold(captured: 1000, closing: .lastCapture)], 100, "refuse depleted"),
        OrderRow(
            "which may yet be refused",
            [.hold(), .hold(capturing: 1000, closing: .lastCapture)], 100, "refuse in-flight"),
        OrderRow(
            "an older hold of another card",
            [
                .hold().with { $0.card = "542418abcdef0015" },
                .hold(captured: 1000, closing: .lastCapture),
            ], 100, "p1 100"),
        OrderRow(
            "no hold while its renewal is asked for",
            [.hold(), .nothing(.authorizing, of: 50, renews: 1)], 100, "refuse in-flight"),
        OrderRow(
            "a renewal closes a hold and is no last capture",
            [.hold(), .hold(captured: 400, closing: .renewed), .hold(of: 50, renews: 2)], 100,
            "p1 100"),
    ]

    @Test("a capture takes", arguments: capturesRows)
    func capture(row: OrderRow) throws {
        let amount = try row.amount.map { try Money(minorUnits: $0, currency: .usd) }
        #expect(words(try order(row.payments).capture(amount, isFinal: false)) == row.expected)
    }

    private static let lastCapturesRows: [OrderRow] = [
        OrderRow("the newest hold with room", [.hold(), .hold()], 100, "p2 100"),
        OrderRow(
            "nothing while the order is authorized", [.hold(), .nothing(.authorizing, of: 50)],
            100, "refuse in-flight"),
        OrderRow(
            "nothing beside a capture of another hold", [.hold(capturing: 10), .hold()], 100,
            "refuse in-flight"),
    ]

    @Test("the last capture takes", arguments: lastCapturesRows)
    func lastCapture(row: OrderRow) throws {
        let amount = try row.amount.map { try Money(minorUnits: $0, currency: .usd) }
        #expect(words(try order(row.payments).capture(amount, isFinal: true)) == row.expected)
    }

    private static let refundsRows: [OrderRow] = [
        OrderRow("nothing of no order", [], 100, "refuse payment-not-found"),
        OrderRow(
            "of the payment where it leaves least",
            [.hold(captured: 500), .hold(captured: 700)], 500, "p1 500"),
        OrderRow(
            "of the newest of several that are as tight",
            [.hold(captured: 500), .hold(captured: 500)], 500, "p2 500"),
        OrderRow("all of the newest", [.hold(captured: 500), .hold(captured: 700)], nil, "p2 700"),
        OrderRow(
            "more than any captured", [.hold(captured: 500), .hold(captured: 700)], 701,
            "refuse amount-exceeded"),
        OrderRow("no amount of zero", [.hold(captured: 500)], 0, "refuse amount-zero"),
    ]

    @Test("a refund gives back", arguments: refundsRows)
    func refund(row: OrderRow) throws {
        let amount = try row.amount.map { try Money(minorUnits: $0, currency: .usd) }
        #expect(words(try order(row.payments).refund(amount)) == row.expected)
    }

    private static let releasesRows: [OrderRow] = [
        OrderRow("nothing of no order", [], nil, "refuse payment-not-found"),
        OrderRow("all holds", [.hold(), .hold(captured: 300)], nil, "p2 700, p1 1000"),
        OrderRow("the newest with so much", [.hold(), .hold()], 400, "p2 400"),
        OrderRow(
            "nothing while the order is authorized", [.hold(), .nothing(.authorizing)], nil,
            "refuse in-flight"),
        OrderRow(
            "nothing beside a capture", [.hold(), .hold(capturing: 10)], nil, "refuse in-flight"),
        OrderRow("nothing twice", [.hold(released: 1000)], nil, "nothing of p1"),
        OrderRow(
            "nothing that may yet be refused", [.hold(releasing: 1000)], nil, "refuse in-flight"),
        OrderRow(
            "nothing of what came to nothing, which is cancelled",
            [.nothing(.notSent), .nothing(.outcomeUnknown)], nil,
            "nothing of p2, cancel p2, cancel p1"),
        OrderRow("nothing of what was declined", [.nothing(.declined)], nil, "refuse wrong-state"),
        OrderRow(
            "what came to nothing is not cancelled by less", [.nothing(.notSent)], 999,
            "nothing of p1"),
        OrderRow(
            "the renewal, not the expired hold that the acquirer did not release",
            [.hold(closing: .renewed), .hold(renews: 1)], 1000, "p2 1000"),
        OrderRow(
            "all that is left for the amount that was authorized", [.hold(captured: 300)], 1000,
            "p1 700"),
        OrderRow(
            "and for the amount of the hold that it renews",
            [.hold(captured: 300, closing: .renewed), .hold(captured: 100, of: 700, renews: 1)],
            1000, "p2 600"),
        OrderRow("no other amount", [.hold(captured: 300)], 900, "refuse depleted"),
    ]

    @Test("a cancel releases", arguments: releasesRows)
    func release(row: OrderRow) throws {
        let amount = try row.amount.map { try Money(minorUnits: $0, currency: .usd) }
        var command = ReleaseCommand(reference: .order("order", card: nil), amount: amount)
        command.takesWholeForRest = true
        #expect(words(try order(row.payments).release(command)) == row.expected)
    }

    private static let euro = Currency(code: "EUR") ?? .usd
    private static let expired = Timestamp(seconds: -Limits.authorizationLifetimeSeconds)

    private static let fundsRows: [OrderRow] = [
        OrderRow("nothing of no order", [], 1000, "refuse payment-not-found"),
        OrderRow("what a hold has", [.hold()], 1000, "available"),
        OrderRow(
            "what was captured of it counts as there", [.hold(captured: 300)], 1000, "available"),
        OrderRow("not more", [.hold()], 1001, "unavailable"),
        OrderRow("not what is used up", [.hold(captured: 1000)], 1000, "unavailable"),
        OrderRow("not what was declined", [.nothing(.declined)], 1000, "unavailable"),
        OrderRow(
            "while it is authorized nobody knows", [.hold(), .nothing(.authorizing)], 1, "unknown"),
        OrderRow(
            "a check of the card hides nothing", [.hold(), .nothing(.authorizing, of: 0)], 1,
            "available"),
        OrderRow(
            "an older hold beside a newer one for less", [.hold(), .hold(of: 50)], 1000, "available"
        ),
        OrderRow(
            "what expired is renewed for what is left",
            [.hold(captured: 300).with { $0.authorizedAt = expired }], 1000, "renew p1 for 700"),
        OrderRow(
            "not beside what is at the acquirer",
            [.hold(releasing: 300).with { $0.authorizedAt = expired }], 1000, "refuse in-flight"),
        OrderRow(
            "what came to nothing is renewed for all of it", [.nothing(.outcomeUnknown)], 500,
            "renew p1 for 1000"),
        OrderRow(
            "unless it was cancelled", [.nothing(.notSent, isCancelled: true)], 500, "unavailable"),
        OrderRow(
            "nor what expired before a try that was cancelled",
            [.hold().with { $0.authorizedAt = expired }, .nothing(.notSent, isCancelled: true)],
            500,
            "unavailable"),
        OrderRow(
            "a renewal stands for all that it renews",
            [.hold(captured: 300, closing: .renewed), .hold(of: 700, renews: 1)], 1000, "available"),
        OrderRow(
            "a last capture may yet be refused", [.hold(capturing: 300, closing: .lastCapture)],
            1000, "refuse in-flight"),
        OrderRow(
            "a newer try means itself once the hold was given up",
            [.hold(released: 1000), .nothing(.notSent)], 1000, "renew p2 for 1000"),
        OrderRow(
            "another currency is not meant", [.hold().with { $0.currency = euro }], 1000,
            "refuse currency-mismatch"),
    ]

    @Test("an order holds", arguments: fundsRows)
    func funds(row: OrderRow) throws {
        let amount = try Money(minorUnits: row.amount ?? 0, currency: .usd)
        #expect(words(try order(row.payments).funds(for: amount, at: noon)) == row.expected)
    }

    @Test("an authorization that was released after a newer try began counts")
    func givenUpLater() throws {
        let payments: [PaymentOf] = [.hold(released: 1000), .nothing(.notSent)]
        let standing = try order(payments, doneAfter: 2).funds(for: cents(1000), at: noon)
        #expect(words(standing) == "unavailable")
    }

    @Test("a payment that is named by its number is alone")
    func byNumber() throws {
        let record = try #require(try order([.nothing(.authorizing)]).payments.first).record
        let one = OrderRecord(of: record)
        #expect(words(one.capture(cents(100), isFinal: false)) == "refuse wrong-state")
        var command = ReleaseCommand(
            reference: .payment(record.payment.id), amount: cents(1000))
        #expect(words(one.release(command)) == "refuse wrong-state")
        let gone = try #require(try order([.nothing(.notSent)]).payments.first).record
        #expect(words(OrderRecord(of: gone).release(command)) == "nothing of p1")
        let released = try #require(try order([.hold(released: 1000)]).payments.first).record
        command.refusesNothingLeft = true
        #expect(words(OrderRecord(of: released).release(command)) == "refuse depleted")
    }
}
