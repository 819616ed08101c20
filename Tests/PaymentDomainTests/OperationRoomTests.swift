import PaymentDomain
import Testing

/// A payment of 10.00 that something of everything was done with: 1.50 is left of the hold, and 2.20 can be refunded.
private let everything: [PaymentEvent] = [
    .requested(.capture("c", 300)), .taken("c"), .requested(.capture("d", 100)), .taken("d"),
    .requested(.refund("r", 100)), .taken("r"), .requested(.refund("s", 50, ofCapture: "d")),
    .requested(.refund("t", 30)), .taken("t"), .requested(.refundVoid("u", of: "t", 30)),
    .requested(.capture("e", 200)), .requested(.release("l", 100)), .taken("l"),
    .requested(.release("m", 100)), .requested(.refund("x", 20)), .refused("x"),
    .requested(.capture("y", 50)), .refused("y"),
    .requested(.capture("z", 50)), .taken("z"), .requested(.void("w", of: "z", 50)),
]

@Suite("No operation takes more than there is", .timeLimit(.minutes(5)))
struct OperationRoomTests {
    /// How much of each sort there is room for.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        let most: Int64
        let operation: @Sendable (Int64) -> PaymentOperation

        var testDescription: String { title }
    }

    static let rows: [Row] = [
        Row(title: "capture", most: 150) { .capture("n", $0) },
        Row(title: "last capture", most: 150) { .capture("n", $0, isFinal: true) },
        Row(title: "release", most: 150) { .release("n", $0) },
        Row(title: "refund of the payment", most: 220) { .refund("n", $0) },
        Row(title: "refund of a capture, as far as the payment has room", most: 220) {
            .refund("n", $0, ofCapture: "c")
        },
        Row(title: "refund of a capture that was refunded in part", most: 50) {
            .refund("n", $0, ofCapture: "d")
        },
    ]

    @Test("all that is there may be taken, and not one minor unit more", arguments: rows)
    func takesAllButNoMore(_ row: Row) throws {
        let before = try PaymentRecord.after(everything)
        var exact = before
        #expect(throws: Never.self) { try exact.happen(.requested(row.operation(row.most))) }
        #expect(exact.amounts.isSound)
        for (amount, error) in [
            (row.most + 1, PaymentRuleError.amountExceeded),
            (Limits.maximumMinorUnits, .amountExceeded), (0, .amountNotPositive),
        ] {
            var after = before
            #expect(throws: error, "\(amount)") {
                try after.happen(.requested(row.operation(amount)))
            }
            #expect(after == before)
        }
    }

    @Test("the remainder and the refundable amount leave out pending messages")
    func leavesOutReservations() throws {
        let record = try PaymentRecord.after(everything)
        #expect(record.payment.remaining == cents(150))
        #expect(record.payment.refundable == cents(220))
        #expect(record.operation("d").map(record.left) == 50)
    }

    @Test("a capture that was taken back leaves the hold as it was before")
    func holdStandsAgain() throws {
        let record = try PaymentRecord.after(
            oneCapture + [.requested(.void("v", of: "c", 300)), .taken("v")])
        #expect(record.amounts == PaymentAmounts(authorized: 1000, []))
    }

    @Test("a payment is released once the whole hold is, and only then")
    func releasedWhenNothingIsLeft() throws {
        var held = try PaymentRecord.after([
            .requested(.release("a", 999)), .requested(.release("b", 1)), .taken("a"),
        ])
        #expect(held.payment.state == .authorized)
        try held.happen(.taken("b"))
        #expect(held.payment.state == .released)
        let sold = try PaymentRecord.after([
            .requested(.capture("c", 1)), .requested(.release("a", 999)), .taken("a"), .taken("c"),
        ])
        #expect(sold.payment.state == .authorized)
    }

    @Test(
        "an approval holds something, and at most what was asked for",
        arguments: [
            (1000, 1000, nil), (1000, 1, nil), (1000, 1001, .amountExceeded),
            (1000, .max, .amountExceeded), (1000, 0, .amountNotPositive),
            (1000, -1, .amountNotPositive), (0, 0, nil), (0, 1, .amountExceeded),
        ] as [(Int64, Int64, PaymentRuleError?)])
    func approvalIsBounded(requested: Int64, amount: Int64, error: PaymentRuleError?) throws {
        let before = try PaymentRecord.begun(requested)
        var after = before
        guard let error else {
            #expect(try after.happen(.answered(.approved(amount))).isEmpty)
            #expect(after.payment.state == .authorized)
            #expect(after.payment.authorizedAt == noon)
            #expect(after.amounts == PaymentAmounts(authorized: amount, []))
            return
        }
        #expect(throws: error) { try after.happen(.answered(.approved(amount))) }
        #expect(after == before)
    }
}

@Suite("Operations that cannot be are refused", .timeLimit(.minutes(5)))
struct OperationRefusalTests {
    /// An event that does not fit a payment of 10.00 with some operations.
    struct Row: Sendable, CustomTestStringConvertible {
        let title: String
        let operation: PaymentOperation
        let error: PaymentRuleError

        init(_ title: String, _ operation: PaymentOperation, _ error: PaymentRuleError) {
            self.title = title
            self.operation = operation
            self.error = error
        }

        var testDescription: String { title }
    }

    private static func changed(
        _ operation: PaymentOperation, _ change: (inout PaymentOperation) -> Void
    ) -> PaymentOperation {
        var operation = operation
        change(&operation)
        return operation
    }

    private static let yen = Currency(code: "JPY").flatMap {
        try? Money(minorUnits: 10, currency: $0)
    }

    static let rows: [Row] = [
        Row("a name is used twice", .capture("c", 10), .operationExists),
        Row(
            "another currency", PaymentOperation(id: "n", .capture, yen ?? cents(0), at: noon),
            .currencyMismatch),
        Row("a credit of a hold", .credit("n", 10), .wrongState),
        Row("the void of nothing", .void("n", of: "x", 10), .operationNotFound),
        Row("the void of a release", .void("n", of: "l", 100), .wrongTarget),
        Row("the void of a refund as a capture", .void("n", of: "r", 50), .wrongTarget),
        Row("the void of a capture as a refund", .refundVoid("n", of: "d", 200), .wrongTarget),
        Row("the void of a part", .void("n", of: "d", 199), .wrongTarget),
        Row("the void of more than was captured", .void("n", of: "d", 201), .wrongTarget),
        Row("the void of a part of a refund", .refundVoid("n", of: "r", 49), .wrongTarget),
        Row("the void of a capture that was refunded", .void("n", of: "c", 300), .amountExceeded),
        Row("the void of a settled capture", .void("n", of: "b", 100), .settled),
        Row("the void of a settled refund", .refundVoid("n", of: "q", 10), .settled),
        Row("the refund of no capture", .refund("n", 10, ofCapture: "x"), .operationNotFound),
        Row("the refund of a refund", .refund("n", 10, ofCapture: "r"), .wrongTarget),
        Row("the refund of a pending capture", .refund("n", 10, ofCapture: "p"), .wrongState),
        Row(
            "a release with a target", changed(.release("n", 10)) { $0.target = "c" },
            .wrongTarget),
        Row(
            "an operation that was answered before",
            changed(.capture("n", 10)) { $0.state = .confirmed },
            .wrongState),
        Row(
            "an operation in a batch", changed(.capture("n", 10)) { $0.batch = 1 }, .wrongState),
        Row(
            "a capture in place of nothing", .capture("n", 10, replaces: 0), .wrongTarget),
        Row(
            "a release in place of a capture",
            changed(.release("n", 10)) { $0.replaces = cents(10) },
            .wrongTarget),
        Row(
            "a capture in place of another currency's",
            changed(.capture("n", 10)) { $0.replaces = yen }, .wrongTarget),
    ]

    private func record() throws -> PaymentRecord {
        try PaymentRecord.after([
            .requested(.capture("b", 100)), .taken("b"),
            .requested(.refund("q", 10, ofCapture: "b")),
            .taken("q"), .requested(.capture("c", 300)), .taken("c"),
            .requested(.refund("r", 50, ofCapture: "c")), .taken("r"),
            .requested(.capture("d", 200)), .taken("d"), .requested(.release("l", 100)),
            .taken("l"), .requested(.capture("p", 50)),
        ]).reloaded { operations in
            operations[0].batch = 1
            operations[1].batch = 1
        }
    }

    @Test("an operation that does not fit changes nothing", arguments: rows)
    func refuses(_ row: Row) throws {
        let before = try record()
        var after = before
        #expect(throws: row.error) { try after.happen(.requested(row.operation)) }
        #expect(after == before)
    }

    @Test("a capture whose money was refunded without naming it can't be voided")
    func refundedUnnamed() throws {
        var record = try PaymentRecord.after(oneCapture + [.requested(.refund("r", 1))])
        #expect(throws: PaymentRuleError.amountExceeded) {
            try record.happen(.requested(.void("v", of: "c", 300)))
        }
        try record.happen(.refused("r"))
        #expect(throws: Never.self) { try record.happen(.requested(.void("v", of: "c", 300))) }
    }

    @Test("a settled capture can be refunded, but not voided")
    func settled() throws {
        var record = try record()
        #expect(
            words(try record.happen(.requested(.refund("n", 90, ofCapture: "b"))))
                == ["send n refund 90"])
    }

    @Test(
        "the booking that comes with an answer is what was approved",
        arguments: [
            (.answered(.approved(400), booking: .capture("s", 399)), .wrongBooking),
            (.answered(.approved(400), booking: .capture("s", 401)), .wrongBooking),
            (.answered(.approved(400), booking: .release("s", 400)), .wrongBooking),
            (.answered(.credited), .wrongBooking),
            (.answered(.credited, booking: .credit("g", 999)), .wrongBooking),
            (.answered(.credited, booking: .refund("g", 1000)), .wrongBooking),
            (.answered(.declined, booking: .capture("s", 400)), .wrongBooking),
            (.answered(.notSent, booking: .capture("s", 400)), .wrongBooking),
            (.answered(.unanswered, booking: .capture("s", 400)), .wrongBooking),
        ] as [(PaymentEvent, PaymentRuleError)])
    func bookings(event: PaymentEvent, error: PaymentRuleError) throws {
        let before = try PaymentRecord.begun()
        var after = before
        #expect(throws: error) { try after.happen(event) }
        #expect(after == before)
    }

    @Test("a credit gives something")
    func creditOfNothing() throws {
        var nothing = try PaymentRecord.begun(0)
        #expect(throws: PaymentRuleError.amountNotPositive) {
            try nothing.happen(.answered(.credited, booking: .credit("g", 0)))
        }
    }

    @Test("captures and refunds end at 480, voids and releases at 500, and what follows fits")
    func operationsAreBounded() throws {
        var record = try PaymentRecord.after(oneCapture)
        for number in record.operations.count..<Limits.clientOperationsPerPayment {
            let id = OperationID(stored: "\(number)")
            try record.happen(.requested(.release(id, 1)))
            try record.happen(.refused(id))
        }
        for taking: PaymentOperation in [.capture("n", 1), .refund("n", 1)] {
            #expect(throws: PaymentRuleError.tooManyOperations) {
                try record.happen(.requested(taking))
            }
        }
        for number in record.operations.count..<Limits.operationsPerPayment {
            let id = OperationID(stored: "\(number)")
            try record.happen(.requested(.void(id, of: "c", 300)))
            try record.happen(.refused(id))
        }
        #expect(record.operations.count == 500)
        #expect(throws: PaymentRuleError.tooManyOperations) {
            try record.happen(.requested(.void("n", of: "c", 300)))
        }
        // No place is left for the remainder's release, and the answer counts all the same.
        #expect(try record.happen(.renewed(by: PaymentID(stored: "q"))).isEmpty)
        #expect(record.closing == .renewed)
        #expect(try record.reloaded().operations.count == 500)
    }
}
