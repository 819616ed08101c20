import PaymentDomain
import Testing

/// What a step makes of each closing.
struct ClosingRow: Sendable, CustomTestStringConvertible {
    let step: ClosingStep
    /// In the order of ``Closing/allCases``; nil if it stays.
    let next: [Closing?]

    init(_ step: ClosingStep, _ next: Closing?...) {
        self.step = step
        self.next = next
    }

    var testDescription: String { step.rawValue }
}

@Suite("What closes an authorization, and what opens it again", .timeLimit(.minutes(5)))
struct ClosingTests {
    /// open, lastCapture, abandoned, abandonedAfterLastCapture, renewed, saleRefused.
    static let table: [ClosingRow] = [
        ClosingRow(.finalCaptureRequested, .lastCapture, nil, nil, nil, nil, nil),
        ClosingRow(.finalCaptureRefused, nil, .open, nil, .abandoned, nil, nil),
        ClosingRow(.saleCaptureRefused, .saleRefused, nil, nil, nil, nil, nil),
        ClosingRow(.captureVoided, nil, .open, nil, nil, nil, nil),
        ClosingRow(.holdGivenUp, .abandoned, .abandonedAfterLastCapture, nil, nil, nil, nil),
        ClosingRow(.givingUpRefused, nil, nil, .open, nil, nil, nil),
        ClosingRow(.voidsAnswered, nil, nil, nil, .lastCapture, nil, nil),
        ClosingRow(.renewed, .renewed, nil, nil, nil, nil, nil),
    ]

    @Test("each closing takes the step", arguments: table)
    func takes(_ row: ClosingRow) {
        #expect(row.next.count == Closing.allCases.count)
        for (closing, next) in zip(Closing.allCases, row.next) {
            #expect(closing.after(row.step) == next ?? closing, "\(closing)")
        }
    }

    @Test("the table has a row for each step")
    func tableIsComplete() {
        #expect(Self.table.map(\.step) == ClosingStep.allCases)
    }
}
