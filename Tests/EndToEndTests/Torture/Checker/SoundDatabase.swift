import PaymentDomain
import Testing

/// One payment in three books, and what the checker must say of it.
struct Comparison: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var database = ThreeLedgers()
    let breaches: Set<Breach.Kind>

    /// A payment of 1000 of which 600 was captured and 200 refunded, as all three have it; then one book is changed.
    init(
        _ description: String, _ breaches: Set<Breach.Kind>,
        _ change: (inout SoundDatabase) -> Void = { _ in }
    ) {
        testDescription = description
        self.breaches = breaches
        var sound = SoundDatabase()
        change(&sound)
        database = sound.database
    }
}

/// Three books that agree.
struct SoundDatabase {
    var client = ClientPayment(dialect: "Test", mark: .amount(1000), requested: 1000)
    var state = PaymentState.authorized
    var amounts = PaymentAmounts()
    var operations = [
        OurPayment.Operation(id: "c", kind: "capture", amount: 600, state: "confirmed"),
        OurPayment.Operation(id: "r", kind: "refund", amount: 200, state: "confirmed"),
    ]
    var copies = 1
    var held: Int64 = 1000
    /// Whether the acquirer gave it, and holds nothing.
    var isGiven = false
    var told: [(HostLedger.Advice.Kind, String, Int64)] = [
        (.capture, "c", 600), (.refund, "r", 200),
    ]
    /// What the acquirer was told of, and refused.
    var refused: [(HostLedger.Advice.Kind, String, Int64)] = []

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

    var database: ThreeLedgers {
        let ours = (0..<copies).map { copy in
            OurPayment(
                id: "p\(copy)", authorizationID: "a\(copy)", order: "order", requested: 1000,
                state: state, amounts: amounts, operations: operations)
        }
        var host = HostLedger()
        if held > 0 {
            _ = host.book(
                HostLedger.Authorization(
                    id: "a0", merchantNumber: "m", currency: "USD", requested: 1000,
                    approved: held, lastFour: "1111", isCredit: isGiven))
        }
        for (advices, isRefused) in [(told, false), (refused, true)] {
            for (kind, id, amount) in advices {
                _ = host.book(
                    HostLedger.Advice(
                        id: id, kind: kind, authorizationID: "a0", merchantNumber: "m",
                        currency: "USD", amount: amount), isRefused: isRefused)
            }
        }
        return ThreeLedgers(clients: [client], ours: ours, theirs: host.accounts)
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
        isGiven = true
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
