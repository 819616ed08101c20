import PaymentDomain
import Testing

/// What an event does to a payment in each state.
struct PaymentStateRow: Sendable, CustomTestStringConvertible {
    /// What comes of it.
    enum Cell: Sendable {
        /// The payment is in this state, and this is to be done.
        case to(PaymentState, [String] = [])
        /// Nothing changes, and this is to be done.
        case same([String] = [])
        /// The event does not fit.
        case refused(PaymentRuleError)

        /// The event does not fit the state.
        static let wrong = Cell.refused(.wrongState)
    }

    let title: String
    let event: PaymentEvent
    /// In the order of ``PaymentState/allCases``.
    let cells: [Cell]

    init(_ title: String, _ event: PaymentEvent, _ cells: Cell...) {
        self.title = title
        self.event = event
        self.cells = cells
    }

    var testDescription: String { title }
}

@Suite("Each state of a payment answers each event as the table says", .timeLimit(.minutes(5)))
struct PaymentStateTests {
    /// authorizing, authorized, declined, notSent, outcomeUnknown, reversed, released, credited.
    static let table: [PaymentStateRow] = [
        PaymentStateRow(
            "approved", .answered(.approved(1000)),
            .to(.authorized), .wrong, .wrong, .wrong,
            .same(["ignore", "reverse"]), .same(["ignore", "reverse"]), .wrong, .wrong),
        PaymentStateRow(
            "approved in part", .answered(.approved(400)),
            .to(.authorized), .wrong, .wrong, .wrong,
            .same(["ignore", "reverse"]), .same(["ignore", "reverse"]), .wrong, .wrong),
        PaymentStateRow(
            "sold", .answered(.approved(1000), booking: .capture("s", 1000)),
            .to(.authorized, ["send s capture 1000"]), .wrong, .wrong, .wrong,
            .same(["ignore", "reverse"]), .same(["ignore", "reverse"]), .wrong, .wrong),
        PaymentStateRow(
            "declined", .answered(.declined),
            .to(.declined), .wrong, .wrong, .wrong,
            .same(["ignore"]), .same(["ignore"]), .wrong, .wrong),
        PaymentStateRow(
            "not sent", .answered(.notSent),
            .to(.notSent), .wrong, .wrong, .wrong,
            .same(["ignore"]), .same(["ignore"]), .wrong, .wrong),
        PaymentStateRow(
            "unanswered", .answered(.unanswered),
            .to(.outcomeUnknown, ["reverse"]), .wrong, .wrong, .wrong,
            .same(["ignore", "reverse"]), .same(["ignore", "reverse"]), .wrong, .wrong),
        PaymentStateRow(
            "credited", .answered(.credited, booking: .credit("g", 1000)),
            .to(.credited), .wrong, .wrong, .wrong,
            .same(["ignore", "reverse"]), .same(["ignore", "reverse"]), .wrong, .wrong),
        PaymentStateRow(
            "abandoned", .abandoned,
            .to(.outcomeUnknown, ["reverse"]), .wrong, .wrong, .wrong,
            .wrong, .wrong, .wrong, .wrong),
        PaymentStateRow(
            "reversal acknowledged", .reversalAcknowledged,
            .wrong, .wrong, .same(), .wrong,
            .to(.reversed), .same(), .wrong, .wrong),
        PaymentStateRow(
            "capture requested", .requested(.capture("n", 50)),
            .wrong, .to(.authorized, ["send n capture 50"]), .wrong, .wrong,
            .wrong, .wrong, .wrong, .wrong),
        PaymentStateRow(
            "void of a credit requested", .requested(.refundVoid("n", of: "g", 1000)),
            .wrong, .refused(.operationNotFound), .wrong, .wrong,
            .wrong, .wrong, .wrong, .to(.credited, ["send n refundVoid 1000"])),
        PaymentStateRow(
            "operation accepted", .accepted("r"),
            .wrong, .to(.authorized), .wrong, .wrong,
            .wrong, .wrong, .wrong, .refused(.operationNotFound)),
        PaymentStateRow(
            "operation taken", .taken("r"),
            .wrong, .to(.authorized), .wrong, .wrong,
            .wrong, .wrong, .wrong, .refused(.operationNotFound)),
        PaymentStateRow(
            "operation refused", .refused("r"),
            .wrong, .to(.authorized), .wrong, .wrong,
            .wrong, .wrong, .wrong, .refused(.operationNotFound)),
        PaymentStateRow(
            "renewed", .renewed(by: PaymentID(stored: "q")),
            .wrong, .to(.authorized, ["send f1 release 900"]), .wrong, .wrong,
            .wrong, .wrong, .wrong, .wrong),
        PaymentStateRow(
            "cancelled", .cancelled,
            .wrong, .wrong, .wrong, .to(.notSent),
            .to(.outcomeUnknown), .to(.reversed), .wrong, .wrong),
    ]

    /// A payment in a state; the authorized one has a release at the acquirer.
    private func record(in state: PaymentState) throws -> PaymentRecord {
        switch state {
        case .authorizing: try .begun()
        case .authorized: try .after([.requested(.release("r", 100))])
        case .declined: try .after([], answer: .answered(.declined))
        case .notSent: try .after([], answer: .answered(.notSent))
        case .outcomeUnknown: try .after([], answer: .abandoned)
        case .reversed: try .after([.reversalAcknowledged], answer: .abandoned)
        case .released: try .after([.requested(.release("r", 1000)), .taken("r")])
        case .credited:
            try .after([], answer: .answered(.credited, booking: .credit("g", 1000)))
        }
    }

    @Test("each state answers the event", arguments: table)
    func answers(_ row: PaymentStateRow) throws {
        #expect(row.cells.count == PaymentState.allCases.count)
        for (state, cell) in zip(PaymentState.allCases, row.cells) {
            let before = try record(in: state)
            var after = before
            switch cell {
            case .to(let next, let actions):
                #expect(words(try after.happen(row.event)) == actions, "\(state)")
                #expect(after.payment.state == next, "\(state)")
                #expect(after.events.starts(with: before.events + [row.event]), "\(state)")
                #expect(after.version == Int64(after.events.count), "\(state)")
            case .same(let actions):
                #expect(words(try after.happen(row.event)) == actions, "\(state)")
                #expect(after == before, "\(state)")
            case .refused(let error):
                #expect(throws: error, "\(state)") { try after.happen(row.event) }
                #expect(after == before, "\(state)")
            }
        }
    }

    @Test("the table has a row for each of the eight events and the five answers")
    func tableIsComplete() {
        let names = Self.table.map { row in
            switch row.event {
            case .answered(let answer, _): "answered \(Self.name(of: answer))"
            case let other: Self.name(of: other)
            }
        }
        #expect(Set(names.filter { !$0.hasPrefix("answered ") }).count == 7)
        #expect(Set(names.filter { $0.hasPrefix("answered ") }).count == 5)
    }

    private static func name(of event: some Any) -> String {
        String("\(event)".prefix { $0 != "(" })
    }
}
