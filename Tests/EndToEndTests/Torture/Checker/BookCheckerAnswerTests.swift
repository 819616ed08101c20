import PaymentDomain
import Testing

/// What the checker says of answers: of refusals, of orders, of what copies were told.
@Suite("The torture's sequential model, of answers", .timeLimit(.minutes(20)))
struct BookCheckerAnswerTests {
    private static let refusals = [
        Comparison("a capture that there was room for", [.refusedWrongly]) {
            $0.client.operations.append(.init(kind: .capture, amount: 400, answer: .refused))
        },
        Comparison("one for which one that nobody heard of may have left no room", []) {
            $0.client.operations.append(.init(kind: .capture, amount: 350, answer: .unheard))
            $0.client.operations.append(.init(kind: .capture, amount: 100, answer: .refused))
        },
        Comparison("one that has room beside another that was refused", [.refusedWrongly]) {
            $0.client.operations.append(.init(kind: .capture, amount: 500, answer: .refused))
            $0.client.operations.append(.init(kind: .capture, amount: 400, answer: .refused))
        },
        Comparison("one after the last capture", []) {
            $0.client.capturesAreFinal = true
            $0.client.operations.append(.init(kind: .capture, amount: 100, answer: .refused))
        },
        Comparison("one beside a void of all that nobody heard of", []) {
            $0.client.operations.append(.init(kind: .void, amount: nil, answer: .unheard))
            $0.client.operations.append(.init(kind: .capture, amount: 100, answer: .refused))
        },
        Comparison("the only capture there was", [.refusedWrongly]) {
            $0.untouched()
            $0.client.capturesAreFinal = true
            $0.client.operations = [.init(kind: .capture, amount: 1000, answer: .refused)]
        },
        Comparison("a capture of more than is held", []) {
            $0.untouched()
            $0.client.operations = [.init(kind: .capture, amount: 1001, answer: .refused)]
        },
        Comparison("a release of a part of an untouched hold", [.refusedWrongly]) {
            $0.untouched()
            $0.client.operations = [.init(kind: .release, amount: 300, answer: .refused)]
        },
        Comparison("a release that another may have left no room for", []) {
            $0.untouched()
            $0.client.operations = [
                .init(kind: .release, amount: 600, answer: .unheard),
                .init(kind: .release, amount: 500, answer: .refused),
            ]
        },
        Comparison("a void of an untouched hold", [.refusedWrongly]) {
            $0.untouched()
            $0.client.operations = [.init(kind: .void, amount: nil, answer: .refused)]
        },
        Comparison("a void of what was captured, and may be settled", []) {
            $0.client.operations.append(.init(kind: .void, amount: nil, answer: .refused))
        },
        Comparison("a void of one capture, which may be settled", []) {
            $0.client.operations.append(.init(kind: .void, amount: 600, answer: .refused))
        },
        Comparison("a refund within a capture that the acquirer may not have taken yet", []) {
            $0.client.operations.append(.init(kind: .refund, amount: 100, answer: .refused))
        },
        Comparison("a capture of a payment whose approval nobody heard of", []) {
            $0.untouched()
            $0.client.answers = ["order": .unheard]
            $0.client.operations = [.init(kind: .capture, amount: 300, answer: .refused)]
        },
    ]

    private static let claims = [
        Comparison("an approval for the order that stands", []) {
            $0.client.namesOrders = true
        },
        Comparison("an approval for another order than the one that stands", [.lost]) {
            $0.client.namesOrders = true
            $0.client.answers = ["order": .refused, "other": .acknowledged]
        },
        Comparison("one of a dialect whose shops name no orders", []) {
            $0.client.answers = ["other": .acknowledged]
        },
        Comparison("one of an order that may have passed for a card number", []) {
            $0.client.namesOrders = true
            $0.client.answers = ["4111111111111111": .acknowledged]
        },
        Comparison("copies that were told different things", [.contradicted]) {
            $0.client.contradictions = ["copies were acknowledged and refused"]
        },
        Comparison("a token that is said to have paid, and has", []) {
            $0.client.isSaidToBePaid = true
        },
        Comparison("a token that is said to have paid, and has not", [.lost]) {
            $0.end(.reversed, .unheard)
            $0.client.isSaidToBePaid = true
        },
    ]

    private static let voids = [
        Comparison("a capture that was taken back, and the rest given up with it", []) {
            $0.voidWhole()
        },
        Comparison(
            "one that was taken back twice, behind a void of all",
            [.doubled, .equation, .disagreement]
        ) {
            $0.voidWhole()
            $0.operations.append(
                .init(id: "u2", kind: "captureVoid", amount: 600, state: "confirmed"))
            $0.told.append((.captureVoid, "u2", 600))
        },
        Comparison("a rest that is given up after a last capture", []) {
            $0.client.capturesAreFinal = true
            $0.giveUpRest()
        },
        Comparison("a rest that is given up where captures are not the last", [.doubled]) {
            $0.giveUpRest()
        },
        Comparison("a rest that is given up after a last capture that was refused", [.doubled]) {
            $0.untouched()
            $0.client.capturesAreFinal = true
            $0.client.operations = [.init(kind: .capture, amount: 1001, answer: .refused)]
            $0.giveUpRest()
        },
    ]

    @Test("a refusal is one that some order of the operations explains", arguments: refusals)
    func refused(_ comparison: Comparison) { check(comparison) }

    @Test("the clients' answers about a payment are true", arguments: claims)
    func told(_ comparison: Comparison) { check(comparison) }

    @Test("a voided operation existed, and a remainder is released for a reason", arguments: voids)
    func takenBack(_ comparison: Comparison) { check(comparison) }

    private func check(_ comparison: Comparison) {
        let found = BookChecker.breaches(comparison.database)
        #expect(Set(found.map(\.kind)) == comparison.breaches, "\(found)")
    }
}

extension SoundDatabase {
    /// A hold, of which nothing was taken or given up.
    fileprivate mutating func untouched() {
        amounts = PaymentAmounts()
        amounts.authorized = 1000
        client.operations = []
        operations = []
        told = []
    }

    /// What is left of the hold is given up, without a word of the client's.
    fileprivate mutating func giveUpRest() {
        let rest = amounts.authorized - amounts.captured
        operations.append(.init(id: "g", kind: "release", amount: rest, state: "confirmed"))
        amounts.released = rest
        told.append((.release, "g", rest))
    }

    /// The capture is taken back, and all of the hold given up; nothing was refunded.
    fileprivate mutating func voidWhole() {
        client.operations = [
            .init(kind: .capture, amount: 600, answer: .acknowledged),
            .init(kind: .void, amount: nil, answer: .acknowledged),
        ]
        operations = [
            .init(id: "c", kind: "capture", amount: 600, state: "voided"),
            .init(id: "u", kind: "captureVoid", amount: 600, state: "confirmed"),
        ]
        (amounts.captured, amounts.refunded) = (0, 0)
        told = [(.capture, "c", 600), (.captureVoid, "u", 600)]
        giveUpRest()
    }
}
