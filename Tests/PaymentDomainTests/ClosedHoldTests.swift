import PaymentDomain
import Testing

/// What some events make of a hold of 10.00.
struct ClosedHoldRow: Sendable, CustomTestStringConvertible {
    let title: String
    let events: [PaymentEvent]
    let closing: Closing

    init(_ title: String, _ events: [PaymentEvent], _ closing: Closing) {
        self.title = title
        self.events = events
        self.closing = closing
    }

    var testDescription: String { title }
}

/// A capture of 3.00 that the acquirer took.
let oneCapture: [PaymentEvent] = [.requested(.capture("c", 300)), .taken("c")]

/// The same, and a last capture of 2.00 that is at the acquirer.
private let lastPending = oneCapture + [.requested(.capture("l", 200, isFinal: true))]

@Suite("Which events close a hold, and which open it", .timeLimit(.minutes(5)))
struct ClosedHoldTests {
    private static let giveUp = PaymentEvent.requested(.void("v", of: "c", 300, givesUpHold: true))
    private static let voidAlone = PaymentEvent.requested(.void("v", of: "c", 300))

    static let rows: [ClosedHoldRow] = [
        ClosedHoldRow("a capture leaves the hold open", oneCapture, .open),
        ClosedHoldRow("a last capture closes it when it is requested", lastPending, .lastCapture),
        ClosedHoldRow(
            "a last capture that is taken keeps it closed", lastPending + [.taken("l")],
            .lastCapture),
        ClosedHoldRow(
            "a last capture that is refused opens it", lastPending + [.refused("l")], .open),
        ClosedHoldRow(
            "a last capture that is refused late opens it",
            lastPending + [.accepted("l"), .refused("l")], .open),
        ClosedHoldRow(
            "an earlier capture that is refused late does not open it",
            [
                .requested(.capture("e", 100)), .accepted("e"),
                .requested(.capture("l", 200, isFinal: true)), .refused("e"),
            ], .lastCapture),
        ClosedHoldRow(
            "the void of an earlier capture alone opens it",
            lastPending + [.taken("l"), voidAlone, .taken("v")], .open),
        ClosedHoldRow(
            "the void of the last capture alone opens it",
            lastPending + [.taken("l"), .requested(.void("v", of: "l", 200)), .taken("v")], .open),
        ClosedHoldRow(
            "a refused void leaves it closed",
            lastPending + [.taken("l"), voidAlone, .refused("v")], .lastCapture),
        ClosedHoldRow(
            "after a void has opened it, the last capture's late refusal changes nothing",
            lastPending + [.accepted("l"), voidAlone, .taken("v"), .refused("l")], .open),
        ClosedHoldRow(
            "an older last capture that is refused late does not open what a newer one closed",
            lastPending + [
                .accepted("l"), voidAlone, .taken("v"),
                .requested(.capture("m", 100, isFinal: true)), .refused("l"),
            ], .lastCapture),
        ClosedHoldRow("a void that gives up the hold closes it", oneCapture + [giveUp], .abandoned),
        ClosedHoldRow(
            "the void is taken: the hold stays given up", oneCapture + [giveUp, .taken("v")],
            .abandoned),
        ClosedHoldRow(
            "the void is refused: the hold is open again", oneCapture + [giveUp, .refused("v")],
            .open),
        ClosedHoldRow(
            "a void alone that is refused does not open a hold that was given up",
            oneCapture + [
                .requested(.capture("d", 100)), .taken("d"), .requested(.void("w", of: "d", 100)),
                giveUp, .refused("w"),
            ], .abandoned),
        ClosedHoldRow(
            "a hold is given up after its last capture", lastPending + [giveUp],
            .abandonedAfterLastCapture),
        ClosedHoldRow(
            "then the void is taken: its last capture closes it",
            lastPending + [giveUp, .taken("v")], .lastCapture),
        ClosedHoldRow(
            "then the void is refused: its last capture closes it",
            lastPending + [giveUp, .refused("v")], .lastCapture),
        ClosedHoldRow(
            "then the last capture is refused: it stays given up",
            lastPending + [giveUp, .refused("l")], .abandoned),
        ClosedHoldRow(
            "then both are refused: it is open",
            lastPending + [giveUp, .refused("l"), .refused("v")],
            .open),
        ClosedHoldRow(
            "while another void waits, the hold stays given up",
            lastPending + [
                .taken("l"), .requested(.void("w", of: "l", 200)), giveUp, .taken("v"),
            ], .abandonedAfterLastCapture),
        ClosedHoldRow(
            "a renewal closes it for good",
            oneCapture + [.renewed(by: PaymentID(stored: "q")), voidAlone, .taken("v")], .renewed),
    ]

    @Test("the closing after some events", arguments: rows)
    func closing(_ row: ClosedHoldRow) throws {
        let record = try PaymentRecord.after(row.events)
        #expect(record.closing == row.closing)
        #expect(record.payment.isClosed == (row.closing != .open))
        #expect(try record.reloaded().closing == row.closing)
    }

    @Test("a closed hold takes no capture, and is not renewed", arguments: rows)
    func takesNoCapture(_ row: ClosedHoldRow) throws {
        var record = try PaymentRecord.after(row.events)
        let isOpen = row.closing == .open
        let capture = PaymentEvent.requested(.capture("n", 1))
        let renewal = PaymentEvent.renewed(by: PaymentID(stored: "q"))
        if isOpen {
            #expect(throws: Never.self) { try record.happen(capture) }
        } else {
            #expect(throws: PaymentRuleError.closed) { try record.happen(capture) }
            #expect(throws: PaymentRuleError.closed) { try record.happen(renewal) }
        }
    }

    @Test("a hold is not renewed while a capture of it waits for an answer")
    func renewedBesideCapture() throws {
        var record = try PaymentRecord.after([.requested(.capture("c", 300))])
        let renewal = PaymentEvent.renewed(by: PaymentID(stored: "q"))
        #expect(throws: PaymentRuleError.wrongState) { try record.happen(renewal) }
        try record.happen(.refused("c"))
        #expect(words(try record.happen(renewal)) == ["send f1 release 1000"])
    }

    @Test(
        "a sale's refused capture closes its hold, whenever the refusal comes",
        arguments: [false, true])
    func saleRefused(isLate: Bool) throws {
        var sale = try PaymentRecord.after(
            isLate ? [.accepted("s")] : [],
            answer: .answered(.approved(1000), booking: .capture("s", 1000)))
        #expect(sale.closing == .open)
        #expect(words(try sale.happen(.refused("s"))) == ["send f1 release 1000"])
        #expect(sale.closing == .saleRefused)
    }
}
