import Testing

@Suite("The torture's sequential model", .timeLimit(.minutes(20)))
struct BookCheckerTests {
    private static let comparisons = [
        Comparison("three books that agree", []),
        Comparison("a capture that nobody heard of, and stands", []) {
            $0.client.operations[0].answer = .unheard
        },
        Comparison("a refund that nobody heard of, and does not stand", []) {
            $0.client.operations.append(.init(kind: .refund, amount: 50, answer: .unheard))
        },
        Comparison("a refused capture that does not stand, and had no room", []) {
            $0.client.operations.append(.init(kind: .capture, amount: 401, answer: .refused))
        },
        Comparison("a declined payment", []) { $0.end(.declined, .refused) },
        Comparison("an undone payment", []) {
            $0.end(.reversed, .undone)
            $0.held = 1000
            $0.told = [(.reversal, "v", 1000)]
        },
        Comparison("an approval that is not in our books", [.lost, .unknownToUs]) {
            $0.copies = 0
        },
        Comparison("an approval that was reversed", [.lost]) {
            $0.end(.reversed, .acknowledged)
        },
        Comparison("an acknowledged capture that is not booked", [.lost]) {
            $0.client.operations.append(.init(kind: .capture, amount: 50, answer: .acknowledged))
        },
        Comparison("a capture that nobody asked for", [.doubled]) {
            $0.client.operations.removeFirst()
        },
        Comparison("a refused refund that stands", [.doubled]) {
            $0.client.operations[1].answer = .refused
        },
        Comparison("two payments of one token", [.doubled, .disagreement]) { $0.copies = 2 },
        Comparison("a declined payment that stands", [.standing]) {
            $0.client.answers = ["order": .refused]
        },
        Comparison("a hold of which we know nothing more", [.disagreement]) { $0.held = 900 },
        Comparison("a decline that is held", [.standing]) {
            $0.end(.declined, .refused)
            $0.held = 1000
        },
        Comparison("a reversed payment in our books that the acquirer holds", [.standing]) {
            $0.end(.reversed, .undone)
            $0.held = 1000
        },
        Comparison("a late approval that was revived", [.disagreement, .equation]) {
            $0.told.append((.reversal, "v", 1000))
        },
        Comparison(
            "a refund at the acquirer beyond the capture", [.equation, .unknownToUs, .disagreement]
        ) { $0.told.append((.refund, "x", 500)) },
        Comparison("a capture of which the acquirer was not told", [.disagreement, .equation]) {
            $0.told.removeFirst()
        },
        Comparison("a refund that was concluded twice", [.disagreement, .equation]) {
            $0.amounts.refunded = 400
        },
        Comparison("an outcome that is still open", [.unresolved]) {
            $0.end(.outcomeUnknown, .unheard)
        },
        Comparison("an operation that is still open", [.unresolved]) {
            $0.client.operations.append(.init(kind: .capture, amount: 50, answer: .unheard))
            $0.operations.append(
                .init(id: "o", kind: "capture", amount: 50, state: "pending"))
        },
        Comparison("a refund that was taken back", []) { $0.voidRefund() },
        Comparison("a void of a refund that nobody heard of, and does not stand", []) {
            $0.client.operations.append(.init(kind: .refundVoid, amount: 200, answer: .unheard))
        },
        Comparison("an acknowledged void of a refund that is not booked", [.lost]) {
            $0.client.operations.append(
                .init(kind: .refundVoid, amount: 200, answer: .acknowledged))
        },
        Comparison("a refund taken back that nobody asked for", [.doubled]) {
            $0.voidRefund()
            $0.client.operations.removeLast()
        },
        Comparison("a refund taken back of which the acquirer was not told", [.disagreement]) {
            $0.voidRefund()
            $0.told.removeLast()
        },
        Comparison("a refund that was taken back and still counts", [.equation, .disagreement]) {
            $0.voidRefund()
            $0.amounts.refunded = 200
        },
        Comparison("a credit", []) { $0.give() },
        Comparison("a credit that was taken back", []) {
            $0.give()
            $0.voidCredit()
        },
        Comparison("an approved credit that was never given", [.disagreement]) {
            $0.give()
            $0.held = 0
        },
        Comparison("an approved credit that was reversed", [.disagreement]) {
            $0.give()
            $0.told = [(.reversal, "v", 1000)]
        },
        Comparison("a credit of another amount than was approved", [.lost, .disagreement]) {
            $0.give()
            $0.operations[0] = .init(id: "g", kind: "credit", amount: 900, state: "confirmed")
        },
        Comparison("a declined credit that was given", [.standing]) {
            $0.give()
            $0.end(.declined, .refused)
            $0.held = 1000
        },
        Comparison(
            "a credit taken back twice at the acquirer", [.equation, .unknownToUs, .disagreement]
        ) {
            $0.give()
            $0.voidCredit()
            $0.told.append((.refundVoid, "x", 1000))
        },
        Comparison("an acknowledged void of a credit that is not booked", [.lost]) {
            $0.give()
            $0.client.operations.append(
                .init(kind: .refundVoid, amount: 1000, answer: .acknowledged))
        },
        Comparison("a credit that was booked as a hold", [.standing]) { $0.client.kind = .credit },
        Comparison("a hold that was given as a credit", [.standing]) {
            $0.give()
            $0.client.kind = .authorize
        },
        Comparison("a lost capture that one nobody heard of would hide", [.lost]) {
            $0.client.operations[0] = .init(kind: .capture, amount: 500, answer: .acknowledged)
            $0.client.operations.append(.init(kind: .capture, amount: 600, answer: .unheard))
        },
        Comparison("a double refund that one nobody heard of would hide", [.doubled]) {
            $0.client.operations[1] = .init(kind: .refund, amount: 100, answer: .acknowledged)
            $0.client.operations.append(.init(kind: .refund, amount: 150, answer: .unheard))
            $0.operations[1] = .init(id: "r", kind: "refund", amount: 100, state: "confirmed")
            $0.operations.append(
                .init(id: "r2", kind: "refund", amount: 100, state: "confirmed"))
            $0.told[1] = (.refund, "r", 100)
            $0.told.append((.refund, "r2", 100))
        },
        Comparison("a capture of a payment that nobody heard of", [.doubled]) {
            $0.client.answers = ["order": .unheard]
            $0.client.operations = []
        },
        Comparison("a sale that nobody heard of, and stands", []) {
            $0.client.answers = ["order": .unheard]
            $0.client.kind = .sale
            $0.client.operations = []
            $0.amounts.captured = 1000
            $0.amounts.refunded = 0
            $0.operations = [.init(id: "c", kind: "capture", amount: 1000, state: "confirmed")]
            $0.told = [(.capture, "c", 1000)]
        },
        Comparison("a whole void that left a capture", [.lost]) {
            $0.client.operations.append(.init(kind: .void, amount: nil, answer: .acknowledged))
        },
    ]

    @Test("says which promise was broken", arguments: comparisons)
    func compare(_ comparison: Comparison) {
        let found = BookChecker.breaches(comparison.database)
        #expect(Set(found.map(\.kind)) == comparison.breaches, "\(found)")
    }

    @Test("a breach is a sentence with the three views")
    func sentence() {
        let comparison = Comparison("", []) { $0.held = 900 }
        let sentences = BookChecker.breaches(comparison.database).map(\.description)
        #expect(sentences.first?.contains("payment p0") == true)
        #expect(sentences.first?.contains("clients: Test authorize of 1000") == true)
        #expect(sentences.first?.contains("ours: authorized") == true)
        #expect(sentences.first?.contains("the acquirer: held 900") == true)
    }
}
