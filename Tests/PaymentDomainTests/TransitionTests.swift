import PaymentDomain
import Testing

@Suite("Payment.apply is the one way in which a payment changes", .timeLimit(.minutes(5)))
struct TransitionTests {
    @Test("each state answers each event as the table says", arguments: transitionTable)
    func answersAsTheTableSays(row: TransitionRow) throws {
        let before = try payment(row.state, amounts(in: row.state))
        var after = before
        switch row.expectation {
        case .moves(let state, let action):
            #expect(try after.apply(row.event) == action)
            #expect(after.state == state)
            #expect(after.amounts == row.amounts ?? before.amounts)
            #expect(after.amounts.isSound)
        case .refuses(let error):
            #expect(throws: error) { try after.apply(row.event) }
            #expect(after == before)
        }
    }

    @Test("the table has one row for every state and every event")
    func tableIsComplete() {
        let events = Set(transitionTable.map { name(of: $0.event) })
        let pairs = transitionTable.map { "\($0.state) \(name(of: $0.event))" }
        #expect(events.count == 21)
        #expect(Set(pairs).count == PaymentState.allCases.count * events.count)
        #expect(pairs.count == Set(pairs).count)
    }

    private func name(of event: PaymentEvent) -> String {
        String("\(event)".prefix { $0 != "(" })
    }
}

@Suite("No event takes more than there is", .timeLimit(.minutes(5)))
struct TransitionAmountTests {
    /// How much of each sort ``busyAmounts`` has room for.
    static let room: [(name: String, most: Int64, event: @Sendable (Int64) -> PaymentEvent)] = [
        ("capture", 300, { .captureRequested($0) }),
        ("confirmed capture", 200, { .captureConfirmed($0) }),
        ("refused capture", 200, { .captureRefused($0) }),
        ("refund", 150, { .refundRequested($0) }),
        ("confirmed refund", 50, { .refundConfirmed($0) }),
        ("refused refund", 50, { .refundRefused($0) }),
        ("release", 300, { .releaseRequested($0) }),
        ("confirmed release", 100, { .releaseConfirmed($0) }),
        ("refused release", 100, { .releaseRefused($0) }),
        ("capture void", 150, { .captureVoidRequested($0) }),
        ("confirmed capture void", 50, { .captureVoidConfirmed($0) }),
        ("refused capture void", 50, { .captureVoidRefused($0) }),
        ("refund void", 30, { .refundVoidRequested($0) }),
        ("confirmed refund void", 20, { .refundVoidConfirmed($0) }),
        ("refused refund void", 20, { .refundVoidRefused($0) }),
    ]

    @Test("all that is there may be taken, and not one minor unit more", arguments: room.indices)
    func takesAllButNoMore(row: Int) throws {
        let (_, most, event) = Self.room[row]
        var exact = try payment(.authorized, busyAmounts)
        #expect(throws: Never.self) { try exact.apply(event(most)) }
        #expect(exact.amounts.isSound)
        for excess in [most + 1, .max] {
            try expect(event(excess), fails: .amountExceeded)
        }
        for nothing in [0, -1, Int64.min] {
            try expect(event(nothing), fails: .amountNotPositive)
        }
    }

    private func expect(_ event: PaymentEvent, fails error: PaymentTransitionError) throws {
        let before = try payment(.authorized, busyAmounts)
        var after = before
        #expect(throws: error) { try after.apply(event) }
        #expect(after == before)
    }

    @Test(
        "an approval holds something, and at most what was asked for",
        arguments: [
            (1000, 1000, nil), (1000, 1, nil), (1000, 1001, .amountExceeded),
            (1000, .max, .amountExceeded), (1000, 0, .amountNotPositive),
            (1000, -1, .amountNotPositive), (0, 0, nil), (0, 1, .amountExceeded),
        ] as [(Int64, Int64, PaymentTransitionError?)])
    func approvalIsBounded(
        requested: Int64, approved amount: Int64, error: PaymentTransitionError?
    ) throws {
        var asked = try payment(.authorizing, PaymentAmounts(), requested: requested)
        guard let error else {
            #expect(try asked.apply(.authorizationApproved(amount)) == .rest)
            #expect(asked.state == .authorized)
            #expect(asked.amounts == approved(amount))
            return
        }
        #expect(throws: error) { try asked.apply(.authorizationApproved(amount)) }
        #expect(asked.state == .authorizing)
    }

    @Test("a payment is released once the whole hold is given up, and only then")
    func releasedWhenNothingIsLeft() throws {
        var held = try payment(.authorized, approved(1000))
        _ = try held.apply(.releaseRequested(1000))
        _ = try held.apply(.releaseConfirmed(999))
        #expect(held.state == .authorized)
        _ = try held.apply(.releaseConfirmed(1))
        #expect(held.state == .released)
        #expect(held.remaining.isZero)

        var captured = try payment(.authorized, approved(1000))
        _ = try captured.apply(.captureRequested(1))
        _ = try captured.apply(.releaseRequested(999))
        _ = try captured.apply(.releaseConfirmed(999))
        #expect(captured.state == .authorized)
    }

    @Test("a credit gives something")
    func creditOfNothing() throws {
        var nothing = try payment(.authorizing, PaymentAmounts(), requested: 0)
        #expect(throws: PaymentTransitionError.amountNotPositive) {
            try nothing.apply(.creditApproved)
        }
        #expect(nothing.state == .authorizing)
    }

    @Test("a capture that was taken back leaves the hold as it was before")
    func holdStandsAgain() throws {
        var held = try payment(.authorized, approved(1000))
        for event: PaymentEvent in [
            .captureRequested(700), .captureConfirmed(700), .captureVoidRequested(700),
        ] {
            _ = try held.apply(event)
        }
        #expect(held.refundable.isZero)
        #expect(held.remaining == (try Money(minorUnits: 300, currency: .usd)))
        _ = try held.apply(.captureVoidConfirmed(700))
        #expect(held.amounts == approved(1000))
    }

    @Test("what is left and what is refundable leave out what is reserved")
    func leavesOutReservations() throws {
        let held = try payment(.authorized, busyAmounts)
        #expect(held.remaining == (try Money(minorUnits: 300, currency: .usd)))
        #expect(held.refundable == (try Money(minorUnits: 150, currency: .usd)))
    }
}
