import PaymentDomain
import Testing

@Suite("A stored payment that contradicts its operations is not loaded", .timeLimit(.minutes(5)))
struct StoredRecordTests {
    /// What is changed in the stored operations of a payment whose first of two captures is being voided.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        var change: @Sendable (inout [PaymentOperation]) -> Void
        var isSound = false

        var testDescription: String { title }
    }

    static let rows: [Row] = [
        Row(title: "as it was written", change: { _ in }, isSound: true),
        Row(title: "in a batch since", change: { $0[1].batch = 1 }, isSound: true),
        Row(title: "an operation is missing", change: { $0.remove(at: 1) }),
        Row(title: "an answer is missing", change: { $0[1].state = .sending }),
        Row(title: "a refusal is missing", change: { $0[1].state = .refused }),
        Row(
            title: "nothing is voiding what a void takes back", change: { $0[0].state = .confirmed }
        ),
        Row(title: "something else is being voided", change: { $0[1].state = .voiding }),
        Row(title: "a void has no target", change: { $0[2].target = nil }),
        Row(title: "a void's target is missing", change: { $0[2].target = "x" }),
        Row(title: "a capture has a target", change: { $0[1].target = "c" }),
        Row(
            title: "an operation is in another currency",
            change: { operations in
                let yen = Currency(code: "JPY").flatMap {
                    try? Money(minorUnits: 100, currency: $0)
                }
                var capture = PaymentOperation(id: "d", .capture, yen ?? cents(0), at: noon)
                capture.state = .confirmed
                operations[1] = capture
            }),
        Row(title: "a credit belongs to a hold", change: { $0.append(.credit("g", 100)) }),
        Row(
            title: "it has more operations than it may have",
            change: { operations in
                for number in 0..<Limits.operationsPerPayment {
                    var release = PaymentOperation.release(OperationID(stored: "\(number)"), 1)
                    release.state = .refused
                    operations.append(release)
                }
            }),
    ]

    @Test("only sound payments are loaded", arguments: rows)
    func loads(_ row: Row) throws {
        let written = try PaymentRecord.after(
            oneCapture + [
                .requested(.capture("d", 100)), .taken("d"), .requested(.void("v", of: "c", 300)),
            ])
        if row.isSound {
            let loaded = try written.reloaded(row.change)
            #expect(loaded.payment == written.payment && loaded.version == written.version)
            #expect(loaded.events.isEmpty)
        } else {
            #expect(throws: PaymentRuleError.unsound) { try written.reloaded(row.change) }
        }
    }

    @Test("a payment whose state, amounts, closing or version can't be is not loaded")
    func facts() throws {
        let open = try PaymentRecord.after(oneCapture)
        for closing in Closing.allCases where closing != .open {
            #expect(throws: PaymentRuleError.unsound) {
                try PaymentRecord(
                    stored: open.payment, open.operations, version: 3, closing: closing)
            }
        }
        #expect(throws: PaymentRuleError.unsound) {
            try PaymentRecord(stored: open.payment, open.operations, version: -1)
        }
        let renewed = try PaymentRecord.after([.renewed(by: PaymentID(stored: "q"))])
        for count in [nil, -1, 2] as [Int?] {
            #expect(throws: PaymentRuleError.unsound) {
                try PaymentRecord(
                    stored: renewed.payment, renewed.operations, version: 3, closing: .renewed,
                    operationsBeforeRenewal: count)
            }
        }
        #expect(throws: PaymentRuleError.unsound) {
            try PaymentRecord(stored: open.payment, [], version: 3)
        }
        let begun = try PaymentRecord.begun()
        #expect(throws: PaymentRuleError.unsound) {
            try PaymentRecord(stored: begun.payment, [.release("r", 0)], version: 0)
        }
    }
}
