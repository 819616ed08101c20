import Testing

@testable import PaymentStorage

/// A read of events behind a cursor: who was writing, what was found, and how far the reader may go.
struct CursorStep: Sendable {
    let writers: Set<String>
    let numbers: [Int64]
    /// The number of the last event that may be read.
    let reached: Int64
    /// Who writes after the read.
    let after: Set<String>

    init(
        _ writers: Set<String>, _ numbers: [Int64], reaches reached: Int64,
        then after: Set<String> = []
    ) {
        self.writers = writers
        self.numbers = numbers
        self.reached = reached
        self.after = after
    }
}

struct CursorRow: Sendable, CustomTestStringConvertible {
    let title: String
    let steps: [CursorStep]
    var testDescription: String { title }

    init(_ title: String, _ steps: CursorStep...) {
        self.title = title
        self.steps = steps
    }

    static let all = [
        CursorRow("numbers without a gap are read at once", CursorStep([], [1, 2], reaches: 2)),
        CursorRow("no numbers move nothing", CursorStep([], [], reaches: 0)),
        CursorRow(
            "a gap stops the reader until it is filled",
            CursorStep([], [1, 3, 4], reaches: 1, then: ["a"]),
            CursorStep(["a"], [3, 4], reaches: 1), CursorStep(["a"], [2, 3, 4], reaches: 4)),
        CursorRow(
            "once all that may fill a gap have ended, it stays one",
            CursorStep([], [1, 3, 4], reaches: 1, then: ["a", "b"]),
            CursorStep(["b", "c"], [3, 4], reaches: 1), CursorStep(["c"], [3, 4], reaches: 4)),
        CursorRow(
            "if nobody writes, a gap stays one at the next read",
            CursorStep([], [2], reaches: 0), CursorStep([], [2], reaches: 2)),
        CursorRow(
            "a gap behind the one that closed is looked at by itself",
            CursorStep([], [1, 3], reaches: 1, then: ["a"]),
            CursorStep(["b"], [3, 5], reaches: 3, then: ["b"]),
            CursorStep(["b"], [5, 6], reaches: 3), CursorStep([], [5, 6], reaches: 6)),
        CursorRow(
            "an open gap keeps its writers, however many come after them",
            CursorStep([], [2], reaches: 0, then: ["a"]),
            CursorStep(["a", "b"], [2, 3], reaches: 0, then: ["b"]),
            CursorStep(["b"], [2, 3], reaches: 3)),
        CursorRow(
            "what appears behind the numbers that were seen isn't covered by them",
            CursorStep([], [2], reaches: 0, then: ["a"]), CursorStep([], [2, 4], reaches: 2)),
        CursorRow(
            "a gap that was passed is forgotten",
            CursorStep([], [1, 3], reaches: 1, then: ["a"]),
            CursorStep(["a"], [2, 3, 5], reaches: 3, then: ["b"]),
            CursorStep(["a"], [4, 5], reaches: 5)),
    ]
}

@Suite("The place of a reader of events", .timeLimit(.minutes(5)))
struct EventCursorTests {
    @Test("a reader goes on only as far as nothing can appear before", arguments: CursorRow.all)
    func steps(_ row: CursorRow) {
        var cursor = EventCursor()
        for (index, step) in row.steps.enumerated() {
            let before = cursor.number
            let count = cursor.advance(over: step.numbers, beside: step.writers)
            #expect(cursor.number == step.reached, "step \(index)")
            #expect(count == step.numbers.count { $0 > before && $0 <= step.reached })
            guard count < step.numbers.count, !cursor.isWaiting, let end = step.numbers.last else {
                continue
            }
            cursor.stop(at: EventGap(end: end, writers: step.after))
        }
    }

    @Test("numbers of erased events stop nobody")
    func erased() {
        var cursor = EventCursor()
        #expect(cursor.advance(over: [3, 5, 6, 8], beside: ["a"], erased: 5) == 3)
        #expect(cursor.number == 6)
        #expect(cursor.advance(over: [8], beside: ["a"], erased: 7) == 1)
    }

    @Test("where numbers appear in their order, all are read")
    func inOrder() {
        var cursor = EventCursor(2)
        cursor.advance(over: [3, 9])
        #expect(cursor == EventCursor(9))
        cursor.advance(over: [])
        #expect(cursor == EventCursor(9))
    }
}
