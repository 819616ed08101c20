import PaymentDomain
import Testing

/// What becomes of an operation in each state.
struct OperationStateRow: Sendable, CustomTestStringConvertible {
    let state: PaymentOperation.State
    let event: PaymentEvent
    /// The next state; nil if the event does not fit.
    let next: PaymentOperation.State?

    init(
        _ state: PaymentOperation.State, _ event: PaymentEvent,
        to next: PaymentOperation.State?
    ) {
        self.state = state
        self.event = event
        self.next = next
    }

    var testDescription: String { "\(state) + \(event)" }
}

@Suite("Each state of an operation answers each event as the table says", .timeLimit(.minutes(5)))
struct OperationStateTests {
    private static let void = PaymentEvent.requested(.void("n", of: "c", 300))

    static let table: [OperationStateRow] = [
        OperationStateRow(.sending, .accepted("c"), to: .accepted),
        OperationStateRow(.sending, .taken("c"), to: .confirmed),
        OperationStateRow(.sending, .refused("c"), to: .refused),
        OperationStateRow(.sending, void, to: nil),
        OperationStateRow(.accepted, .accepted("c"), to: nil),
        OperationStateRow(.accepted, .taken("c"), to: .confirmed),
        OperationStateRow(.accepted, .refused("c"), to: .refused),
        OperationStateRow(.accepted, void, to: nil),
        OperationStateRow(.confirmed, .accepted("c"), to: nil),
        OperationStateRow(.confirmed, .taken("c"), to: nil),
        OperationStateRow(.confirmed, .refused("c"), to: nil),
        OperationStateRow(.confirmed, void, to: .voiding),
        OperationStateRow(.refused, .accepted("c"), to: nil),
        OperationStateRow(.refused, .taken("c"), to: nil),
        OperationStateRow(.refused, .refused("c"), to: nil),
        OperationStateRow(.refused, void, to: nil),
        OperationStateRow(.voiding, .accepted("c"), to: nil),
        OperationStateRow(.voiding, .taken("c"), to: nil),
        OperationStateRow(.voiding, .refused("c"), to: nil),
        OperationStateRow(.voiding, void, to: nil),
        OperationStateRow(.voided, .accepted("c"), to: nil),
        OperationStateRow(.voided, .taken("c"), to: nil),
        OperationStateRow(.voided, .refused("c"), to: nil),
        OperationStateRow(.voided, void, to: nil),
    ]

    /// A payment with a capture in a state.
    private func record(in state: PaymentOperation.State) throws -> PaymentRecord {
        let requested = PaymentEvent.requested(.capture("c", 300))
        let voided: [PaymentEvent] = [
            requested, .taken("c"), .requested(.void("v", of: "c", 300)), .taken("v"),
        ]
        return switch state {
        case .sending: try .after([requested])
        case .accepted: try .after([requested, .accepted("c")])
        case .confirmed: try .after([requested, .taken("c")])
        case .refused: try .after([requested, .refused("c")])
        case .voiding: try .after(Array(voided.dropLast()))
        case .voided: try .after(voided)
        }
    }

    @Test("a capture's next state", arguments: table)
    func next(_ row: OperationStateRow) throws {
        let before = try record(in: row.state)
        #expect(before.operation("c")?.state == row.state)
        var after = before
        guard let next = row.next else {
            #expect(throws: PaymentRuleError.wrongState) { try after.happen(row.event) }
            #expect(after == before)
            return
        }
        try after.happen(row.event, at: noon.adding(seconds: 5))
        let capture = try #require(after.operation("c"))
        #expect(capture.state == next)
        #expect(capture.wasAccepted == (row.state == .accepted || next == .accepted))
        #expect(capture.refusal == (next == .refused ? .doNotHonor : nil))
        let isAnswered = next == .confirmed || next == .refused
        if isAnswered { #expect(capture.answeredAt == noon.adding(seconds: 5)) }
    }

    @Test("the table has a row for each state and event")
    func tableIsComplete() {
        let pairs = Self.table.map(\.testDescription)
        #expect(pairs.count == PaymentOperation.State.allCases.count * 4)
        #expect(Set(pairs).count == pairs.count)
    }

    @Test(
        "a refused void leaves its capture, refund or credit as it was; a void that is taken doesn't"
    )
    func targets() throws {
        for (answer, state) in [
            (PaymentEvent.taken("v"), PaymentOperation.State.voided),
            (.refused("v"), .confirmed),
        ] {
            let captured = try PaymentRecord.after([
                .requested(.capture("c", 300)), .taken("c"), .requested(.void("v", of: "c", 300)),
                answer,
            ])
            #expect(captured.operation("c")?.state == state)
            #expect(captured.amounts.captured == (state == .voided ? 0 : 300))
            let refunded = try PaymentRecord.after([
                .requested(.capture("c", 300)), .taken("c"), .requested(.refund("r", 100)),
                .taken("r"), .requested(.refundVoid("v", of: "r", 100)), answer,
            ])
            #expect(refunded.operation("r")?.state == state)
            #expect(refunded.amounts.refunded == (state == .voided ? 0 : 100))
            let credited = try PaymentRecord.after(
                [.requested(.refundVoid("v", of: "g", 1000)), answer],
                answer: .answered(.credited, booking: .credit("g", 1000)))
            #expect(credited.operation("g")?.state == state)
            #expect(credited.amounts == PaymentAmounts())
        }
    }
}
