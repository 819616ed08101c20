import PaymentDomain
import Testing

/// What the checker says where the acquirer refused a capture, a refund, a release or a void.
@Suite("The torture's sequential model, of the acquirer's refusals", .timeLimit(.minutes(20)))
struct BookCheckerTurnedDownTests {
    private static let comparisons = [
        Comparison("a capture that was refused to the client too", []) {
            $0.refuse(.capture, 400, told: .refused)
        },
        Comparison("one that was acknowledged before the acquirer's answer came", []) {
            $0.refuse(.capture, 300, told: .acknowledged)
        },
        Comparison("one that was acknowledged, and another that is gone", [.lost]) {
            $0.refuse(.capture, 300, told: .acknowledged)
            $0.client.operations.append(.init(kind: .capture, amount: 50, answer: .acknowledged))
        },
        Comparison("two that were acknowledged, of which one was refused", [.lost]) {
            $0.refuse(.capture, 300, told: .acknowledged)
            $0.client.operations.append(.init(kind: .capture, amount: 300, answer: .acknowledged))
        },
        Comparison("one that is refused in our books alone", [.lost]) {
            $0.refuse(.capture, 300, told: .acknowledged)
            $0.refused = []
        },
        Comparison("one that stands in ours all the same", [.disagreement, .equation]) {
            $0.refuse(.capture, 300, told: .acknowledged)
            $0.operations[2] = .init(id: "n", kind: "capture", amount: 300, state: "confirmed")
        },
        Comparison("one of which we know nothing", [.unknownToUs]) {
            $0.refuse(.capture, 300, told: .unheard)
            $0.operations.removeLast()
        },
        Comparison("a refusal that it does not explain", [.refusedWrongly]) {
            $0.refuse(.release, 100, told: .refused)
            $0.client.operations.append(.init(kind: .capture, amount: 150, answer: .refused))
        },
        Comparison("a copy that was told no, and came once there was room again", []) {
            $0.refuse(.capture, 500, told: .acknowledged)
            $0.client.operations[0].answer = .refused
        },
        Comparison("what copies were told meanwhile", []) {
            $0.refuse(.capture, 400, told: .refused)
            $0.client.contradictions = ["copies were acknowledged and refused"]
        },
        Comparison("a void of all whose taking back was refused", []) {
            $0.client.operations = [
                .init(kind: .capture, amount: 600, answer: .acknowledged),
                .init(kind: .refund, amount: 200, answer: .acknowledged),
                .init(kind: .void, amount: nil, answer: .acknowledged),
            ]
            $0.operations.append(.init(id: "n", kind: "captureVoid", amount: 600, state: "refused"))
            $0.refused = [(.captureVoid, "n", 600)]
        },
        Comparison("a sale that was declined for it, and whose hold was given up", []) {
            $0.declinedSale()
        },
        Comparison("one whose hold stands", [.standing]) {
            $0.declinedSale()
            $0.operations.removeLast()
            $0.amounts.released = 0
            $0.told = []
        },
        Comparison("one whose release was refused too", []) {
            $0.declinedSale()
            $0.operations[1] = .init(id: "g", kind: "release", amount: 1000, state: "refused")
            $0.amounts.released = 0
            $0.told = []
            $0.refused.append((.release, "g", 1000))
        },
    ]

    @Test("says which promise was broken nevertheless", arguments: comparisons)
    func compare(_ comparison: Comparison) {
        let found = BookChecker.breaches(comparison.database)
        #expect(Set(found.map(\.kind)) == comparison.breaches, "\(found)")
    }
}

extension SoundDatabase {
    /// One more operation, which the acquirer refused.
    fileprivate mutating func refuse(
        _ kind: HostLedger.Advice.Kind, _ amount: Int64, told answer: Answer
    ) {
        let asked: ClientPayment.Operation.Kind = kind == .capture ? .capture : .release
        client.operations.append(.init(kind: asked, amount: amount, answer: answer))
        operations.append(.init(id: "n", kind: kind.rawValue, amount: amount, state: "refused"))
        refused = [(kind, "n", amount)]
    }

    /// A sale that was declined since its capture was refused.
    fileprivate mutating func declinedSale() {
        client.kind = .sale
        client.answers = ["order": .refused]
        client.operations = []
        (amounts.captured, amounts.refunded, amounts.released) = (0, 0, 1000)
        operations = [
            .init(id: "c", kind: "capture", amount: 1000, state: "refused"),
            .init(id: "g", kind: "release", amount: 1000, state: "confirmed"),
        ]
        told = [(.release, "g", 1000)]
        refused = [(.capture, "c", 1000)]
    }
}
