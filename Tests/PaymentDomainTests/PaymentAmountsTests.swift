import PaymentDomain
import Testing

/// Which part of a payment's money an operation counts as.
struct FoldRow: Sendable, CustomTestStringConvertible {
    let title: String
    let operation: PaymentOperation
    /// In the order of ``PaymentOperation/State/allCases``; nil for none.
    let parts: [Part?]

    init(_ title: String, _ operation: PaymentOperation, _ parts: Part?...) {
        self.title = title
        self.operation = operation
        self.parts = parts
    }

    /// The parts by name, so that a row can be read.
    enum Part: Sendable {
        case captured, capturing, refunded, refunding, released, releasing
        case uncapturing, unrefunding

        var path: WritableKeyPath<PaymentAmounts, Int64> {
            switch self {
            case .captured: \.captured
            case .capturing: \.capturing
            case .refunded: \.refunded
            case .refunding: \.refunding
            case .released: \.released
            case .releasing: \.releasing
            case .uncapturing: \.uncapturing
            case .unrefunding: \.unrefunding
            }
        }
    }

    var testDescription: String { title }
}

@Suite("The amounts are what the operations add up to", .timeLimit(.minutes(5)))
struct PaymentAmountsTests {
    /// sending, accepted, confirmed, refused, voiding, voided.
    static let table: [FoldRow] = [
        FoldRow(
            "capture", .capture("o", 300), .capturing, .capturing, .captured, nil, .captured, nil),
        FoldRow(
            "refund", .refund("o", 300), .refunding, .refunding, .refunded, nil, .refunded, nil),
        FoldRow("release", .release("o", 300), .releasing, .releasing, .released, nil, nil, nil),
        FoldRow(
            "void of a capture", .void("o", of: "c", 300),
            .uncapturing, .uncapturing, nil, nil, nil, nil),
        FoldRow(
            "void of a capture with its hold", .void("o", of: "c", 300, givesUpHold: true),
            .uncapturing, .uncapturing, nil, nil, nil, nil),
        FoldRow(
            "void of a refund", .refundVoid("o", of: "r", 300),
            .unrefunding, .unrefunding, nil, nil, nil, nil),
        FoldRow("credit", .credit("o", 300), nil, nil, nil, nil, nil, nil),
    ]

    @Test("each operation counts as one part in each state", arguments: table)
    func counts(_ row: FoldRow) {
        #expect(row.parts.count == PaymentOperation.State.allCases.count)
        for (state, part) in zip(PaymentOperation.State.allCases, row.parts) {
            var operation = row.operation
            operation.state = state
            var expected = PaymentAmounts()
            expected.authorized = 1000
            if let part { expected[keyPath: part.path] = 300 }
            #expect(PaymentAmounts(authorized: 1000, [operation]) == expected, "\(state)")
        }
    }

    @Test("amounts of the same part are added up, and a credit's void is no part of a hold")
    func sums() {
        var taken = PaymentOperation.capture("b", 200)
        taken.state = .confirmed
        let amounts = PaymentAmounts(
            authorized: 1000, [.capture("a", 100), taken, .capture("c", 50), .release("d", 25)])
        #expect(amounts.capturing == 150 && amounts.captured == 200 && amounts.releasing == 25)
        #expect(amounts.remaining == 625)
        let credit = [PaymentOperation.credit("g", 100), .refundVoid("v", of: "g", 100)]
        #expect(PaymentAmounts(authorized: 0, credit) == PaymentAmounts())
    }
}
