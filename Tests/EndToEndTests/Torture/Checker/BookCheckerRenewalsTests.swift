import PaymentDomain
import Testing

/// What the checker says of an order with several payments in our books.
@Suite("The torture's sequential model, of renewed authorizations", .timeLimit(.minutes(20)))
struct BookCheckerRenewalsTests {
    /// One order in three books, and what the checker must say of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let breaches: Set<Breach.Kind>
        var database = RenewedDatabase()

        init(
            _ description: String, _ breaches: Set<Breach.Kind>,
            _ change: (inout RenewedDatabase) -> Void = { _ in }
        ) {
            testDescription = description
            self.breaches = breaches
            change(&database)
        }
    }

    private static let rows = [
        Row("a hold that was captured in part, and renewed for the rest", []),
        Row("one that was not given up for it", [.doubled]) { $0.holds[0].released = 0 },
        Row("one whose release the acquirer refused", []) { $0.holds[0].isReleaseRefused = true },
        Row("a renewal that is gone, with its capture", [.lost]) { $0.holds[1].isReversed = true },
        Row("a renewal for less than was left", [.lost]) { $0.holds[1].authorized = 600 },
        Row("one whose shop gave up the difference", []) {
            $0.holds[1].authorized = 600
            $0.client.operations.append(.init(kind: .release, amount: 100, answer: .unheard))
        },
        Row("a renewal beside a renewal", [.doubled]) { $0.holds.append(.init(authorized: 500)) },
        Row("no payment at all", [.lost]) { $0.holds = [] },
        Row("a capture that is booked twice", [.doubled]) { $0.holds[1].captures.append(200) },
        Row("a capture that is gone", [.lost]) { $0.holds[1].captures = [] },
        Row("a capture that was refused, and stands", [.doubled, .refusedWrongly]) {
            $0.client.operations[2].answer = .refused
        },
        Row("a capture for which there was room, and which was refused", [.refusedWrongly]) {
            $0.client.operations.append(.init(kind: .capture, amount: 400, answer: .refused))
        },
        Row("a capture for which there was none", []) {
            $0.client.operations.append(.init(kind: .capture, amount: 501, answer: .refused))
        },
        Row("a cancelled order of which something is held", [.standing]) {
            $0.client.operations.append(.init(kind: .void, amount: nil, answer: .acknowledged))
        },
        Row("a cancelled order of which nothing is held", []) {
            $0.client.operations.append(.init(kind: .void, amount: nil, answer: .acknowledged))
            $0.holds[1].released = 500
        },
        Row("a last capture that left the rest held", [.standing]) {
            $0.client.operations[2].isLast = true
        },
        Row("a last capture that gave up the rest", []) {
            $0.client.operations[2].isLast = true
            $0.holds[1].released = 500
        },
        Row("a rest that nobody asked to be given up", [.lost]) { $0.holds[1].released = 500 },
        Row("a hold that was said to be gone", [.refusedWrongly]) {
            $0.client.operations[1].answer = .refused
        },
        Row("a hold that was said to be gone once all was captured", []) {
            $0.client.operations.append(.init(kind: .capture, amount: 500, answer: .acknowledged))
            $0.client.operations.append(.init(kind: .confirmation, amount: 1000, answer: .refused))
            $0.holds[1].captures = [200, 500]
        },
        Row("copies of a debit that were told different things", [.contradicted]) {
            $0.client.contradictions = ["capture: copies were acknowledged and refused"]
        },
        Row("copies before a renewal and after it, of what was undone", []) {
            $0.undo()
            $0.client.contradictions = ["capture: copies were acknowledged and refused"]
        },
        Row("an authorization that was undone, and renewed", []) { $0.undo() },
        Row("one that was undone, and is held although nobody renewed it", []) {
            // Whether the renewal was asked for is not heard of.
            $0.undo()
            $0.client.operations = [.init(kind: .confirmation, amount: 1000, answer: .unheard)]
        },
        Row("a declined order that stands", [.standing, .doubled]) {
            $0.undo()
            $0.client.operations = []
            $0.client.answers = ["order": .refused]
        },
        Row("an order that was authorized twice", []) {
            $0.client.answers["anew"] = .acknowledged
            $0.holds.append(.init(authorized: 1000))
        },
        Row("one with a third hold", [.doubled]) {
            $0.client.answers["anew"] = .acknowledged
            $0.holds += [.init(authorized: 1000), .init(authorized: 1)]
        },
    ]

    @Test("says which promise was broken", arguments: rows)
    func compare(_ row: Row) {
        let found = BookChecker.breaches(row.database.database)
        #expect(Set(found.map(\.kind)) == row.breaches, "\(found)")
    }

    @Test("takes no renewal for another token's payment of its amount")
    func otherToken() {
        var database = RenewedDatabase().database
        var other = ClientPayment(dialect: "Test", mark: .amount(700), requested: 700)
        other.answers = ["other": .refused]
        database.clients.append(other)
        #expect(BookChecker.breaches(database).isEmpty)
    }

    @Test("counts the amounts beside an older authorization of the order")
    func count() {
        var database = RenewedDatabase()
        #expect(database.database.renewals == 1)
        database.undo()
        #expect(database.database.renewals == 0)
    }
}

/// An order of 1000 in three books that agree: 300 was captured of its hold, the rest renewed, and 200 captured of that.
struct RenewedDatabase: Sendable {
    /// One of its payments.
    struct Hold: Sendable {
        var authorized: Int64
        var captures: [Int64] = []
        var released: Int64 = 0
        var isReleaseRefused = false
        var isReversed = false
    }

    var client = ClientPayment(dialect: "Test", mark: .orders(["order"]), requested: 1000)
    var holds = [
        Hold(authorized: 1000, captures: [300], released: 700),
        Hold(authorized: 700, captures: [200]),
    ]

    init() {
        client.isRenewed = true
        client.answers = ["order": .acknowledged]
        client.operations = [
            .init(kind: .capture, amount: 300, answer: .acknowledged),
            .init(kind: .confirmation, amount: 1000, answer: .acknowledged),
            .init(kind: .capture, amount: 200, answer: .acknowledged),
        ]
    }

    /// The first came to nothing, and the second is for all of it.
    mutating func undo() {
        client.answers = ["order": .undone]
        client.operations = [.init(kind: .confirmation, amount: 1000, answer: .acknowledged)]
        holds = [Hold(authorized: 1000, isReversed: true), Hold(authorized: 1000)]
    }

    var database: ThreeLedgers {
        var database = ThreeLedgers(clients: [client])
        var host = HostLedger()
        for (number, hold) in holds.enumerated() {
            _ = host.book(
                HostLedger.Authorization(
                    id: "a\(number)", merchantNumber: "m", currency: "USD",
                    requested: hold.authorized, approved: hold.authorized, lastFour: "1111",
                    isCredit: false))
            var our = our(hold, number)
            if hold.isReversed {
                our.operations = []
                tell(.reversal, "v\(number)", hold.authorized, of: number, &host)
            }
            for operation in our.operations {
                guard let kind = HostLedger.Advice.Kind(rawValue: operation.kind) else { continue }
                tell(
                    kind, operation.id, operation.amount, of: number, &host,
                    isRefused: operation.state == "refused")
            }
            database.ours.append(our)
        }
        database.theirs = host.accounts
        return database
    }

    private func our(_ hold: Hold, _ number: Int) -> OurPayment {
        var amounts = PaymentAmounts()
        if !hold.isReversed {
            amounts.authorized = hold.authorized
            amounts.captured = hold.captures.reduce(0, +)
            amounts.released = hold.isReleaseRefused ? 0 : hold.released
        }
        var operations = hold.captures.enumerated().map { place, amount in
            OurPayment.Operation(
                id: "c\(number)-\(place)", kind: "capture", amount: amount, state: "confirmed")
        }
        if hold.released > 0 {
            operations.append(
                .init(
                    id: "g\(number)", kind: "release", amount: hold.released,
                    state: hold.isReleaseRefused ? "refused" : "confirmed"))
        }
        return OurPayment(
            id: "p\(number)", authorizationID: "a\(number)", order: "order",
            requested: hold.authorized, state: hold.isReversed ? .reversed : .authorized,
            amounts: amounts, operations: operations)
    }

    private func tell(
        _ kind: HostLedger.Advice.Kind, _ id: String, _ amount: Int64, of number: Int,
        _ host: inout HostLedger, isRefused: Bool = false
    ) {
        _ = host.book(
            HostLedger.Advice(
                id: id, kind: kind, authorizationID: "a\(number)", merchantNumber: "m",
                currency: "USD", amount: amount), isRefused: isRefused)
    }
}
