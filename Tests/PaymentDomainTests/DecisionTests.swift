import PaymentDomain
import Testing

@Suite("A request is decided on by the operations of its payment", .timeLimit(.minutes(5)))
struct DecisionTests {
    /// What happened to a payment of 10.00, and the answer to a request then.
    struct Row<Decision: Sendable>: Sendable, CustomTestStringConvertible {
        let title: String
        let history: [PaymentEvent]
        let decision: Decision

        var testDescription: String { title }

        init(_ title: String, _ history: [PaymentEvent], _ decision: Decision) {
            self.title = title
            self.history = history
            self.decision = decision
        }
    }

    private static let captured: [PaymentEvent] = [.requested(.capture("c", 300)), .taken("c")]
    private static let refunded = captured + [.requested(.refund("r", 100)), .taken("r")]
    private static let voiding = captured + [.requested(.void("v", of: "c", 300))]

    /// A payment after its history, whose operations of some names are settled.
    private func record(
        _ history: [PaymentEvent], settled: [OperationID] = []
    ) throws -> PaymentRecord {
        try PaymentRecord.after(history).reloaded { operations in
            for index in operations.indices where settled.contains(operations[index].id) {
                operations[index].batch = 1
            }
        }
    }

    static let voids: [Row<MoneyDecision>] = [
        Row("a capture without an answer", [.requested(.capture("c", 300))], .later),
        Row(
            "an accepted capture", [.requested(.capture("c", 300)), .accepted("c")], .later),
        Row(
            "a refused capture", [.requested(.capture("c", 300)), .refused("c")],
            .refuse(.wrongState)),
        Row("a capture that the acquirer took", captured, .proceed(cents(300))),
        Row("a capture that was refunded in part", refunded, .refuse(.wrongState)),
        Row("a capture whose void has no answer", voiding, .later),
        Row("a voided capture", voiding + [.taken("v")], .refuse(.wrongState)),
        Row("no operation of this name", [], .refuse(.wrongState)),
        Row(
            "a release", [.requested(.release("c", 100)), .taken("c")], .refuse(.wrongState)),
    ]

    @Test("a capture before its batch is voided whole", arguments: voids)
    func void(_ row: Row<MoneyDecision>) throws {
        #expect(try record(row.history).canVoid("c") == row.decision)
    }

    @Test("a refund before its batch is voided whole, and what is settled is not voided")
    func voidOfRefundAndSettled() throws {
        #expect(
            try record(DecisionTests.refunded).canVoid("r") == .proceed(cents(100)))
        let settled = try record(DecisionTests.refunded, settled: ["c", "r"])
        #expect(settled.canVoid("c") == .refuse(.alreadySettled))
        #expect(settled.canVoid("r") == .refuse(.alreadySettled))
    }

    static let refunds: [Row<(all: MoneyDecision, of300: MoneyDecision, of301: MoneyDecision)>] = [
        Row(
            "a capture that the acquirer took", captured,
            (.proceed(cents(300)), .proceed(cents(300)), .refuse(.amountExceeded))),
        Row(
            "a capture that was refunded in part",
            captured + [.requested(.refund("r", 100, ofCapture: "c")), .taken("r")],
            (.proceed(cents(200)), .refuse(.amountExceeded), .refuse(.amountExceeded))),
        Row(
            "a capture without an answer", [.requested(.capture("c", 300))],
            (.later, .later, .refuse(.amountExceeded))),
        Row(
            "a capture whose void has no answer", voiding,
            (.later, .later, .refuse(.amountExceeded))),
        Row(
            "a refused capture", [.requested(.capture("c", 300)), .refused("c")],
            (.refuse(.wrongState), .refuse(.wrongState), .refuse(.wrongState))),
        Row(
            "no capture of this name", [.requested(.capture("d", 300)), .taken("d")],
            (.refuse(.wrongState), .refuse(.wrongState), .refuse(.wrongState))),
    ]

    @Test("a refund of one capture gives back what is left of it", arguments: refunds)
    func refundOfCapture(
        _ row: Row<(all: MoneyDecision, of300: MoneyDecision, of301: MoneyDecision)>
    ) throws {
        let record = try record(row.history)
        let scope = RefundScope.capture("c")
        #expect(record.canRefund(nil, of: scope) == row.decision.all)
        #expect(record.canRefund(cents(300), of: scope) == row.decision.of300)
        #expect(record.canRefund(cents(301), of: scope) == row.decision.of301)
    }

    @Test("a refund of settled captures counts those alone")
    func refundOfSettled() throws {
        let two =
            DecisionTests.captured + [.requested(.capture("d", 200)), .taken("d")]
        let record = try record(two, settled: ["c"])
        #expect(record.settledCaptures == 300)
        #expect(record.openCaptures.map(\.id) == ["d"])
        #expect(record.canRefund(cents(300), of: .settled) == .proceed(cents(300)))
        #expect(record.canRefund(cents(301), of: .settled) == .refuse(.notSettled))
        #expect(record.canRefund(cents(301), of: .payment) == .proceed(cents(301)))
    }

    static let replacements: [Row<ReplaceDecision>] = [
        Row("nothing was captured", [], .capture),
        Row("a capture without an answer", [.requested(.capture("c", 300))], .later),
        Row("a refused capture", [.requested(.capture("c", 300)), .refused("c")], .capture),
        Row("a capture that the acquirer took", captured, .replace(cents(400))),
        Row(
            "the same amount", [.requested(.capture("c", 400)), .taken("c")],
            .unchanged(cents(400))),
        Row(
            "the same amount, accepted", [.requested(.capture("c", 400)), .accepted("c")],
            .unchanged(cents(400))),
        Row("a capture whose void has no answer", voiding, .later),
        Row(
            "a final capture", [.requested(.capture("c", 300, isFinal: true)), .taken("c")],
            .refuse(.wrongState)),
    ]

    @Test("a capture of 4.00 takes the place of the earlier ones", arguments: replacements)
    func replace(_ row: Row<ReplaceDecision>) throws {
        #expect(try record(row.history).canReplaceCapture(by: cents(400)) == row.decision)
    }

    static let voided: [Row<Money?>] = [
        Row("nothing was captured", [], nil),
        Row("a capture", captured, nil),
        Row("a void without an answer", voiding, nil),
        Row("a refused void", voiding + [.refused("v")], nil),
        Row("a void", voiding + [.taken("v")], cents(300)),
        Row(
            "the voids of two captures",
            captured + [
                .requested(.capture("d", 100)), .taken("d"),
                .requested(.void("w", of: "d", 100)), .taken("w"),
                .requested(.void("v", of: "c", 300)), .taken("v"),
            ], cents(400)),
        Row(
            "a capture after the void",
            voiding + [.taken("v"), .requested(.capture("d", 100)), .refused("d")], nil),
        Row(
            "a void that gives up the hold",
            captured + [.requested(.void("v", of: "c", 300, givesUpHold: true)), .taken("v")], nil),
    ]

    @Test("a capture replaces one that was voided since the last", arguments: voided)
    func voidedForAnother(_ row: Row<Money?>) throws {
        #expect(try record(row.history).voidedForAnother == row.decision)
    }

    @Test("a settled capture is not replaced")
    func replaceSettled() throws {
        let settled = try record(DecisionTests.captured, settled: ["c"])
        #expect(settled.canReplaceCapture(by: cents(400)) == .refuse(.alreadySettled))
    }
}
