import PaymentDomain
import Testing

/// What follows by itself from the last of some events of a hold of 10.00.
struct FollowUpRow: Sendable, CustomTestStringConvertible {
    let title: String
    let before: [PaymentEvent]
    let event: PaymentEvent
    /// All that is to be done after the last event, in order.
    let actions: [String]

    init(
        _ title: String, _ before: [PaymentEvent], _ event: PaymentEvent, _ actions: String...
    ) {
        self.title = title
        self.before = before
        self.event = event
        self.actions = actions
    }

    var testDescription: String { title }
}

/// Two captures of 3.00 and 2.00 that the acquirer took.
private let twoCaptured: [PaymentEvent] =
    oneCapture + [.requested(.capture("d", 200)), .taken("d")]

/// Both are being taken back with their hold.
private let cancelled: [PaymentEvent] =
    twoCaptured + [
        .requested(.void("v", of: "c", 300, givesUpHold: true)),
        .requested(.void("w", of: "d", 200, givesUpHold: true)),
    ]

private let renewal = PaymentEvent.renewed(by: PaymentID(stored: "q"))

@Suite("The remainder of a closed authorization is released", .timeLimit(.minutes(5)))
struct RemainderTests {
    private static let last = PaymentEvent.requested(.capture("l", 400, isFinal: true))
    private static let giveUp = PaymentEvent.requested(.void("v", of: "c", 300, givesUpHold: true))

    static let rows: [FollowUpRow] = [
        FollowUpRow("not before the last capture is answered", [], last, "send l capture 400"),
        FollowUpRow("not while it is only accepted", [last], .accepted("l")),
        FollowUpRow("once it is taken", [last], .taken("l"), "send f1 release 600"),
        FollowUpRow(
            "once it is taken late", [last, .accepted("l")], .taken("l"), "send f1 release 600"),
        FollowUpRow("not if it is refused: the shop may try again", [last], .refused("l")),
        FollowUpRow(
            "nothing is left of a hold that was captured whole",
            [.requested(.capture("l", 1000, isFinal: true))], .taken("l")),
        FollowUpRow(
            "an earlier capture may still be refused",
            [.requested(.capture("e", 100)), .accepted("e"), last], .taken("l")),
        FollowUpRow(
            "all that is left, once that is taken too",
            [.requested(.capture("e", 100)), .accepted("e"), last, .taken("l")], .taken("e"),
            "send f1 release 500"),
        FollowUpRow(
            "all that is left, once that is refused",
            [.requested(.capture("e", 100)), .accepted("e"), last, .taken("l")], .refused("e"),
            "send f1 release 600"),
        FollowUpRow(
            "what a client is releasing is not released twice",
            [.requested(.release("r", 500)), last], .taken("l"), "send f1 release 100"),
        FollowUpRow(
            "what a client could not release before the last capture is tried once more",
            [.requested(.release("r", 500)), .refused("r"), last], .taken("l"),
            "send f1 release 600"),
        FollowUpRow(
            "a client's release from before the last capture, refused after it, is tried once more",
            [.requested(.release("r", 500)), last, .taken("l")], .refused("r"),
            "send f2 release 500"),
        FollowUpRow(
            "a refused remainder is not released again", [last, .taken("l")], .refused("f1")),
        FollowUpRow(
            "nor after anything else", [last, .taken("l"), .refused("f1")],
            .requested(.refund("r", 100)), "send r refund 100"),
        FollowUpRow(
            "a void that gives up the hold releases it once it is taken", oneCapture + [giveUp],
            .taken("v"), "send f1 release 1000"),
        FollowUpRow(
            "not if it is refused: the capture stands", oneCapture + [giveUp], .refused("v")),
        FollowUpRow(
            "not if the capture alone is taken back",
            oneCapture + [.requested(.void("v", of: "c", 300))], .taken("v")),
        FollowUpRow(
            "a void after a refused remainder frees more, which is tried once more",
            [
                last, .taken("l"), .refused("f1"),
                .requested(.void("v", of: "l", 400, givesUpHold: true)),
            ], .taken("v"),
            "send f2 release 1000"),
        FollowUpRow(
            "a refused void frees nothing that could be released",
            [last, .taken("l"), .refused("f1"), .requested(.void("v", of: "l", 400))],
            .refused("v")),
        FollowUpRow("a renewal releases the older hold", [], renewal, "send f1 release 1000"),
        FollowUpRow(
            "a renewal releases what was not captured", oneCapture, renewal, "send f1 release 700"),
        FollowUpRow(
            "what a client could not release before the renewal is tried once more",
            [.requested(.release("r", 1000)), .refused("r")], renewal, "send f1 release 1000"),
        FollowUpRow(
            "what is refused after the renewal is left alone", [renewal], .refused("f1")),
        FollowUpRow(
            "a renewal waits for the void of a capture",
            oneCapture + [.requested(.void("v", of: "c", 300))], renewal),
        FollowUpRow(
            "and releases what comes of it",
            oneCapture + [.requested(.void("v", of: "c", 300)), renewal], .taken("v"),
            "send f1 release 1000"),
    ]

    @Test("the follow-ups of an event", arguments: rows)
    func follows(_ row: FollowUpRow) throws {
        try expect(row)
    }
}

@Suite("The voids of a payment's captures go one after another", .timeLimit(.minutes(5)))
struct CancelledCapturesTests {
    static let rows: [FollowUpRow] = [
        FollowUpRow(
            "the first is sent at once", twoCaptured,
            .requested(.void("v", of: "c", 300, givesUpHold: true)),
            "send v captureVoid(givesUpHold: true) 300"),
        FollowUpRow(
            "the second waits", Array(cancelled.dropLast()),
            .requested(.void("w", of: "d", 200, givesUpHold: true))),
        FollowUpRow(
            "the second is sent once the first is taken", cancelled, .taken("v"),
            "send w captureVoid(givesUpHold: true) 200"),
        FollowUpRow(
            "the second is sent once the first is accepted", cancelled, .accepted("v"),
            "send w captureVoid(givesUpHold: true) 200"),
        FollowUpRow(
            "and not once more when that is taken", cancelled + [.accepted("v")], .taken("v")),
        FollowUpRow(
            "the hold is released once both are taken", cancelled + [.taken("v")], .taken("w"),
            "send f1 release 1000"),
        FollowUpRow(
            "also if the first is taken last", cancelled + [.accepted("v"), .taken("w")],
            .taken("v"), "send f1 release 1000"),
        FollowUpRow("after a refusal nothing is sent", cancelled, .refused("v")),
        FollowUpRow(
            "a void alone does not wait", Array(cancelled.dropLast()),
            .requested(.void("w", of: "d", 200)), "send w captureVoid(givesUpHold: false) 200"),
    ]

    @Test("the follow-ups of an answer", arguments: rows)
    func follows(_ row: FollowUpRow) throws {
        try expect(row)
    }

    /// Where the two voids and captures stand after some events.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        let events: [PaymentEvent]
        /// Of the voids v and w, then of the captures c and d.
        let states: [PaymentOperation.State]
        let closing: Closing

        var testDescription: String { title }
    }

    static let states: [Row] = [
        Row(
            title: "no batch takes a capture whose void waits", events: [],
            states: [.sending, .sending, .voiding, .voiding], closing: .abandoned),
        Row(
            title: "the first is refused: both captures stand", events: [.refused("v")],
            states: [.refused, .refused, .confirmed, .confirmed], closing: .open),
        Row(
            title: "the second is refused: its capture stands",
            events: [.taken("v"), .refused("w")],
            states: [.confirmed, .refused, .voided, .confirmed], closing: .open),
        Row(
            title: "the first is refused after it was accepted: the second was sent",
            events: [.accepted("v"), .refused("v")],
            states: [.refused, .sending, .confirmed, .voiding], closing: .open),
    ]

    @Test(
        "each void is answered by itself, and a refusal leaves the others standing",
        arguments: states)
    func stands(_ row: Row) throws {
        let record = try PaymentRecord.after(cancelled + row.events)
        #expect(["v", "w", "c", "d"].compactMap { record.operation($0)?.state } == row.states)
        #expect(record.closing == row.closing)
        if record.operation("w")?.state == .refused {
            #expect(record.operation("w")?.refusal == .doNotHonor)
        }
    }

    @Test("a void that was not sent is withdrawn by an event of its own")
    func withdrawn() throws {
        let record = try PaymentRecord.after(cancelled + [.refused("v")])
        #expect(record.events.suffix(2) == [.refused("v"), .refused("w")])
        #expect(record.version == Int64(cancelled.count) + 3)
    }
}

@Suite("A refused capture leaves the one before it", .timeLimit(.minutes(5)))
struct ReplacedCaptureTests {
    /// 4.00 was captured and taken back, and 6.00 is captured in its place.
    private static let replaced: [PaymentEvent] = [
        .requested(.capture("c", 400)), .taken("c"), .requested(.void("v", of: "c", 400)),
        .taken("v"), .requested(.capture("n", 600, replaces: 400)),
    ]

    static let rows: [FollowUpRow] = [
        FollowUpRow("the new capture is taken", replaced, .taken("n")),
        FollowUpRow(
            "the new capture is refused: the old amount is captured again", replaced,
            .refused("n"), "send f1 capture 400"),
        FollowUpRow(
            "also if the refusal comes late", replaced + [.accepted("n")], .refused("n"),
            "send f1 capture 400"),
        FollowUpRow(
            "that is refused too: nothing is captured", replaced + [.refused("n")],
            .refused("f1")),
        FollowUpRow(
            "a capture in place of none", [.requested(.capture("n", 600))], .refused("n")),
        FollowUpRow(
            "others left enough for it",
            replaced + [.requested(.release("r", 400)), .taken("r")], .refused("n"),
            "send f1 capture 400"),
        FollowUpRow(
            "others left less than that",
            Array(replaced.dropLast()) + [
                .requested(.capture("n", 300, replaces: 400)),
                .requested(.release("r", 601)),
            ], .refused("n")),
        FollowUpRow(
            "the hold was given up meanwhile",
            [
                .requested(.capture("c", 100)), .taken("c"),
                .requested(.capture("n", 600, replaces: 400)),
                .requested(.void("v", of: "c", 100, givesUpHold: true)), .taken("v"),
            ],
            .refused("n"), "send f1 release 1000"),
    ]

    @Test("the follow-ups of a void", arguments: rows)
    func follows(_ row: FollowUpRow) throws {
        try expect(row)
    }

    @Test("a last capture that is made again is the last")
    func lastAgain() throws {
        let record = try PaymentRecord.after([
            .requested(.capture("n", 600, isFinal: true, replaces: 400)), .refused("n"),
        ])
        #expect(record.closing == .lastCapture)
        #expect(record.operation("f1")?.isFinal == true)
        #expect(record.operation("f1")?.replaces == nil)
    }
}

/// Applies a row's last event, and compares what is to be done.
private func expect(
    _ row: FollowUpRow, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    var record = try PaymentRecord.after(row.before)
    let actions = words(try record.happen(row.event))
    #expect(actions == row.actions, sourceLocation: sourceLocation)
    #expect(record.amounts.isSound, sourceLocation: sourceLocation)
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try record.reloaded() }
}
