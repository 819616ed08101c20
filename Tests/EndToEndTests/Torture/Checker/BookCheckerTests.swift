import PaymentDomain
import Testing

/// One payment in three books, and what the checker must say of it.
private struct Comparison: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var books = ThreeBooks()
    let breaches: Set<Breach.Kind>

    /// A payment of 1000 of which 600 was captured and 200 refunded, as all three have it; then one book is changed.
    init(
        _ description: String, _ breaches: Set<Breach.Kind>,
        _ change: (inout Sound) -> Void = { _ in }
    ) {
        testDescription = description
        self.breaches = breaches
        var sound = Sound()
        change(&sound)
        books = sound.books
    }
}

/// Three books that agree.
private struct Sound {
    var client = ClientPayment(dialect: "Test", mark: .amount(1000), requested: 1000)
    var state = PaymentState.authorized
    var amounts = PaymentAmounts()
    var operations = [
        OurPayment.Operation(id: "c", kind: "capture", amount: 600, state: "confirmed"),
        OurPayment.Operation(id: "r", kind: "refund", amount: 200, state: "confirmed"),
    ]
    var copies = 1
    var held: Int64 = 1000
    var told: [(HostBooks.Advice.Kind, String, Int64)] = [
        (.capture, "c", 600), (.refund, "r", 200),
    ]

    init() {
        client.answers = ["order": .acknowledged]
        client.operations = [
            .init(kind: .capture, amount: 600, answer: .acknowledged),
            .init(kind: .refund, amount: 200, answer: .acknowledged),
        ]
        amounts.authorized = 1000
        amounts.captured = 600
        amounts.refunded = 200
    }

    var books: ThreeBooks {
        let ours = (0..<copies).map { copy in
            OurPayment(
                id: "p\(copy)", authorizationID: "a\(copy)", order: "order", requested: 1000,
                state: state, amounts: amounts, operations: operations)
        }
        var host = HostBooks()
        if held > 0 {
            _ = host.book(
                HostBooks.Authorization(
                    id: "a0", merchantNumber: "m", currency: "USD", requested: 1000,
                    approved: held, lastFour: "1111", isCredit: client.kind == .credit))
        }
        for (kind, id, amount) in told {
            _ = host.book(
                HostBooks.Advice(
                    id: id, kind: kind, authorizationID: "a0", merchantNumber: "m",
                    currency: "USD", amount: amount))
        }
        return ThreeBooks(clients: [client], ours: ours, theirs: host.accounts)
    }

    /// All of the refund is taken back.
    mutating func voidRefund() {
        client.operations.append(.init(kind: .refundVoid, amount: 200, answer: .acknowledged))
        operations[1] = .init(id: "r", kind: "refund", amount: 200, state: "voided")
        operations.append(.init(id: "u", kind: "refundVoid", amount: 200, state: "confirmed"))
        amounts.refunded = 0
        told.append((.refundVoid, "u", 200))
    }

    /// A credit of 1000 in place of the payment.
    mutating func give() {
        end(.credited, .acknowledged)
        client.kind = .credit
        operations = [.init(id: "g", kind: "credit", amount: 1000, state: "confirmed")]
        held = 1000
    }

    /// All of the credit is taken back.
    mutating func voidCredit() {
        client.operations.append(.init(kind: .refundVoid, amount: 1000, answer: .acknowledged))
        operations = [
            .init(id: "g", kind: "credit", amount: 1000, state: "voided"),
            .init(id: "u", kind: "refundVoid", amount: 1000, state: "confirmed"),
        ]
        told.append((.refundVoid, "u", 1000))
    }

    /// Nothing beyond an authorization that came to nothing.
    mutating func end(_ state: PaymentState, _ answer: Answer) {
        self.state = state
        amounts = PaymentAmounts()
        operations = []
        client.operations = []
        client.answers = ["order": answer]
        held = 0
        told = []
    }
}

@Suite("The torture's sequential model")
struct BookCheckerTests {
    private static let comparisons = [
        Comparison("three books that agree", []),
        Comparison("a capture that nobody heard of, and stands", []) {
            $0.client.operations[0].answer = .unheard
        },
        Comparison("a refund that nobody heard of, and does not stand", []) {
            $0.client.operations.append(.init(kind: .refund, amount: 50, answer: .unheard))
        },
        Comparison("a refused capture that does not stand", []) {
            $0.client.operations.append(.init(kind: .capture, amount: 50, answer: .refused))
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
        Comparison("a whole void that left a capture", [.lost]) {
            $0.client.operations.append(.init(kind: .void, amount: nil, answer: .acknowledged))
        },
    ]

    @Test("says which promise was broken", arguments: comparisons)
    private func compare(_ comparison: Comparison) {
        let found = BookChecker.breaches(comparison.books)
        #expect(Set(found.map(\.kind)) == comparison.breaches, "\(found)")
    }

    @Test("a breach is a sentence with the three views")
    func sentence() {
        let comparison = Comparison("", []) { $0.held = 900 }
        let sentences = BookChecker.breaches(comparison.books).map(\.description)
        #expect(sentences.first?.contains("payment p0") == true)
        #expect(sentences.first?.contains("clients: Test authorize of 1000") == true)
        #expect(sentences.first?.contains("ours: authorized") == true)
        #expect(sentences.first?.contains("the acquirer: held 900") == true)
    }
}
