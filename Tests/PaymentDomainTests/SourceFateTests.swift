import PaymentDomain
import Testing

@Suite("The fate of a spent token", .timeLimit(.minutes(5)))
struct SourceFateTests {
    @Test(
        "follows from the payment's state",
        arguments: [
            (.answered(.declined), .cameToNothing), (.answered(.notSent), .cameToNothing),
            (.answered(.unanswered), .pending), (.abandoned, .pending),
            (.answered(.approved(1000)), .stands),
        ] as [(PaymentEvent, SourceFate)])
    func states(answer: PaymentEvent, fate: SourceFate) throws {
        #expect(try PaymentRecord.begun().fate(at: noon) == .pending)
        #expect(try PaymentRecord.after([], answer: answer).fate(at: noon) == fate)
    }

    @Test("an authorization that is being released is pending, and a released one failed")
    func released() throws {
        let release = PaymentOperation(
            id: OperationID(stored: "r"), .release, cents(1000), at: noon)
        var record = try PaymentRecord.after([.requested(release)])
        #expect(record.fate(at: noon) == .pending)
        try record.happen(.taken(release.id))
        #expect(record.fate(at: noon) == .cameToNothing)
    }

    private func sale(_ events: [PaymentEvent]) throws -> PaymentRecord {
        let capture = PaymentOperation(
            id: OperationID(stored: "c"), .capture, cents(1000), at: noon)
        return try .after(events, answer: .answered(.approved(1000), booking: capture))
    }

    @Test("a sale is approved if its capture is, and fails with it")
    func sales() throws {
        let id = OperationID(stored: "c")
        #expect(try sale([]).fate(at: noon) == .pending)
        #expect(try sale([.accepted(id)]).fate(at: noon) == .pending)
        #expect(try sale([.taken(id)]).fate(at: noon) == .stands)
        // The hold is closed, and what remains of it is being released.
        #expect(try sale([.refused(id)]).fate(at: noon) == .cameToNothing)
        var voided = try sale([.taken(id)])
        let capture = try #require(voided.operation(id))
        let void = PaymentOperation(
            id: OperationID(stored: "v"), voiding: capture, givesUpHold: false, at: noon)
        try voided.happen(.requested(void))
        #expect(voided.fate(at: noon) == .pending)
        try voided.happen(.taken(void.id))
        // It may be captured again, until the hold expires.
        #expect(voided.fate(at: noon) == .pending)
        let later = noon.adding(seconds: Limits.authorizationLifetimeSeconds)
        #expect(voided.fate(at: later) == .cameToNothing)
    }

    @Test("a credit is approved until it is voided")
    func credits() throws {
        let credit = PaymentOperation(
            id: OperationID(stored: "c"), .credit, cents(1000), at: noon)
        var record = try PaymentRecord.after([], answer: .answered(.credited, booking: credit))
        #expect(record.fate(at: noon) == .stands)
        let booked = try #require(record.operation(credit.id))
        let void = PaymentOperation(
            id: OperationID(stored: "v"), voiding: booked, givesUpHold: false, at: noon)
        try record.happen(.requested(void))
        #expect(record.fate(at: noon) == .pending)
        try record.happen(.taken(void.id))
        #expect(record.fate(at: noon) == .cameToNothing)
    }
}
