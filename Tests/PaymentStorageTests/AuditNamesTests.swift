import StorageFixtures
import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite(
    "The audit of voids, credits, transactions and registrations", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct AuditNamesTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Payment 1 with captures (one voided, one being voided), a refund of one of them (being voided) and names;
    /// payment 2 a credit; payment 3 a sale that was declined; two spent registrations.
    private func fill() async throws {
        var intent = try StoreFixture.intent(1000)
        intent.transaction = try StoreFixture.name(1, .authorization, client: "a")
        intent.registration = try await fixture.registered("one")
        _ = try await store.begin(intent)
        let payment = intent.payment
        _ = try await store.finishes(StoreFixture.ending(payment, .approved(1000)))
        let kept = try await fixture.done(.capture, 400, of: payment)
        let voided = try await fixture.done(.capture, 100, of: payment)
        try await fixture.done(.captureVoid, 100, of: payment, takingBack: voided)
        let voiding = try await fixture.done(.capture, 200, of: payment)
        _ = try await fixture.reserve(
            try StoreFixture.delivery(.captureVoid, 200, of: payment), takingBack: voiding,
            transaction: try StoreFixture.name(2, .void))
        let refund = try await fixture.done(.refund, 50, of: payment, ofCapture: kept)
        _ = try await fixture.reserve(
            try StoreFixture.delivery(.refundVoid, 50, of: payment), takingBack: refund)
        _ = try await fixture.credited(300, transaction: try StoreFixture.name(3, .credit))
        var declined = try StoreFixture.intent()
        declined.transaction = try StoreFixture.name(4, .sale)
        _ = try await store.begin(declined)
        _ = try await store.finishes(
            StoreFixture.ending(declined.payment, .declined))
        _ = try await store.keepCard(
            CardIntent(
                merchant: StoreFixture.merchant, card: declined.card, spentToken: nil,
                registration: try await fixture.registered("two"), at: StoreFixture.now))
        _ = try await store.closeBatch(at: StoreFixture.now)
    }

    @Test("our own ledger is clean")
    func clean() async throws {
        try await fill()
        let report = try await store.audit()
        #expect(report.breaches == [])
        #expect(report.payments == 3)
        #expect(report.operations == 8)
    }

    @Test(
        "a change by someone else is found, by the rule that it breaks",
        arguments: [
            ("UPDATE payments SET uncapturing = 0 WHERE row = 1", [.amountsDisagree]),
            ("UPDATE payments SET unrefunding = 0 WHERE row = 1", [.amountsDisagree]),
            (
                "UPDATE payments SET uncapturing = 600 WHERE row = 1",
                [.amountsUnsound, .amountsDisagree]
            ),
            (
                "UPDATE payments SET unrefunding = 51 WHERE row = 1",
                [.amountsUnsound, .amountsDisagree]
            ),
            (
                "UPDATE operations SET state = 'confirmed' WHERE state = 'voided'",
                [.amountsDisagree, .voidAstray]
            ),
            (
                "UPDATE operations SET state = 'confirmed' WHERE state = 'voiding'",
                [.voidAstray, .stateDisagrees]
            ),
            (
                "UPDATE operations SET target = 1 WHERE kind = 'captureVoid'",
                [.voidAstray, .eventsDisagree]
            ),
            (
                "UPDATE operations SET state = 'voided' WHERE amount = 400",
                [.amountsDisagree, .voidAstray, .refundAstray, .batchDisagrees]
            ),
            (
                "DELETE FROM operations WHERE kind = 'captureVoid' AND state = 'confirmed'",
                [.voidAstray, .eventsDisagree]
            ),
            (
                """
                UPDATE operations SET of_capture = (SELECT c.row FROM operations c
                    WHERE c.amount = 100 AND c.kind = 'capture') WHERE of_capture IS NOT NULL
                """,
                [.refundAstray, .eventsDisagree]
            ),
            (
                """
                UPDATE operations SET of_capture = (SELECT c.row FROM operations c
                    WHERE c.kind = 'credit') WHERE of_capture IS NOT NULL
                """,
                [.refundAstray]
            ),
            (
                "UPDATE operations SET amount = 401 WHERE of_capture IS NOT NULL",
                [.amountsDisagree, .voidAstray, .refundAstray, .eventsDisagree]
            ),
            ("UPDATE operations SET kind = 'refund' WHERE kind = 'credit'", nil),
            ("DELETE FROM operations WHERE kind = 'credit'", nil),
            (
                "UPDATE operations SET amount = 299 WHERE kind = 'credit'",
                [.eventsDisagree, .batchDisagrees]
            ),
            ("UPDATE payments SET authorized = 1 WHERE state = 'credited'", [.eventsDisagree]),
            ("UPDATE payments SET state = 'declined' WHERE state = 'credited'", nil),
            ("UPDATE transactions SET payment = 99 WHERE number = 1", [.transactionOrphan]),
            ("UPDATE transactions SET payment = 2 WHERE number = 2", [.transactionOrphan]),
            ("UPDATE transactions SET merchant = 'OTHER' WHERE number = 1", [.transactionOrphan]),
            ("UPDATE transactions SET operation = 99 WHERE number = 2", [.transactionOrphan]),
            ("UPDATE transactions SET operation = 1 WHERE number = 2", [.transactionOrphan]),
            ("UPDATE transactions SET operation = NULL WHERE number = 3", [.transactionOrphan]),
            ("UPDATE transactions SET kind = 'refund' WHERE number = 4", [.transactionOrphan]),
            (
                "UPDATE transactions SET kind = 'authorization' WHERE number = 2",
                [.transactionOrphan]
            ),
            (
                "UPDATE registrations SET content_key = 's1', sealed_content = x'00'",
                [.registrationAstray]
            ),
            ("UPDATE registrations SET spent_by_payment = x'00'", [.registrationAstray]),
            (
                "UPDATE registrations SET kept_handle = 'none' WHERE kept_handle IS NOT NULL",
                [.registrationAstray]
            ),
            (
                """
                UPDATE registrations SET id = (SELECT handle FROM cards LIMIT 1) WHERE id = 'one'
                """,
                [.registrationAstray]
            ),
            (
                "UPDATE registrations SET merchant = 'OTHER' WHERE id = 'one'",
                [.registrationAstray]
            ),
        ] as [(String, [AuditRule]?)])
    func breaches(sql: String, rules: [AuditRule]?) async throws {
        try await fill()
        try await fixture.tamper(sql)
        let report = try await store.audit()
        #expect(!report.isClean)
        if let rules {
            #expect(Set(report.breaches.map(\.rule)) == Set(rules))
        } else {
            #expect(
                report.breaches.contains {
                    $0.rule == .eventsDisagree || $0.rule == .stateDisagrees
                })
        }
    }

    @Test("a forced capture that has lost the capture of its approval is found")
    func lostForcedCapture() async throws {
        _ = try await fixture.sale(.forcedCapture)
        #expect(try await store.audit().breaches == [])
        try await fixture.tamper("UPDATE transactions SET operation = NULL WHERE number = 1")
        #expect(try await store.audit().breaches.map(\.rule) == [.transactionOrphan])
    }

    @Test("a void may release the authorization of a sale that captured nothing, and no other")
    func voidOfHold() async throws {
        var intent = try StoreFixture.intent(1000)
        intent.transaction = try StoreFixture.name(1, .sale)
        _ = try await store.begin(intent)
        let capture = try StoreFixture.capture(1000, of: intent.payment)
        var ending = StoreFixture.ending(intent.payment, .approved(1000))
        ending.booking = .capture(capture)
        #expect(try await store.finishes(ending))
        #expect(try await fixture.conclude(capture, refusal: .doNotHonor))
        // The release that follows is refused too, so that the client's void releases the hold.
        let followUp = try #require(try await fixture.due().first)
        #expect(try await fixture.conclude(followUp, refusal: .doNotHonor))
        let release = try StoreFixture.delivery(.release, 1000, of: intent.payment)
        let name = try StoreFixture.name(2, .void, client: "v")
        #expect(try await fixture.reserve(release, transaction: name) == .reserved)
        #expect(try await store.audit().breaches == [])
        #expect(try await fixture.conclude(release))
        #expect(try await store.audit().breaches == [])
        let found = try await store.transactions(
            .named("v"), of: StoreFixture.merchant, upTo: 10)
        #expect(found.map(\.name) == [name])
        #expect(found.map(\.operation?.id) == [release.advice.id])
        #expect(found.map(\.operationState) == [.confirmed])
        try await fixture.tamper(
            "UPDATE transactions SET kind = 'authorization', operation = NULL WHERE number = 1")
        #expect(try await store.audit().breaches.map(\.rule) == [.transactionOrphan])
    }

    @Test(
        "the schema itself refuses what no statement of ours would do",
        arguments: [
            "UPDATE payments SET uncapturing = uncapturing + 401 WHERE row = 1",
            "UPDATE payments SET unrefunding = 51 WHERE row = 1",
            "UPDATE payments SET authorized = 1 WHERE state = 'credited'",
            "UPDATE payments SET captured = 1 WHERE state = 'credited'",
            "UPDATE operations SET batch = 1 WHERE state = 'voiding'",
            "UPDATE operations SET state = 'voiding' WHERE batch IS NOT NULL",
            "UPDATE operations SET target = NULL WHERE kind = 'captureVoid'",
            "UPDATE operations SET target = 1 WHERE kind = 'capture'",
            "UPDATE operations SET state = 'pending', answered_at = NULL WHERE kind = 'credit'",
            "UPDATE operations SET state = 'voided' WHERE kind = 'captureVoid'",
            "UPDATE transactions SET operation = NULL WHERE number = 2",
            "UPDATE transactions SET operation = 1 WHERE number = 1",
            "UPDATE transactions SET number = 0 WHERE number = 1",
            "UPDATE transactions SET payment = 99",
            "UPDATE registrations SET content_key = 's1', sealed_content = x'00'",
            """
            INSERT INTO cards (row, merchant, shape, fingerprint, handle, pan_key, sealed_pan, expiry)
            SELECT row + 9, merchant, shape, fingerprint, handle || 'x', pan_key, sealed_pan, expiry
            FROM cards
            """,
            "UPDATE cards SET shape = 'other'",
        ])
    func schema(sql: String) async throws {
        try await fill()
        await #expect(throws: StoreError.corrupt) {
            try await store.write { [fixture] db in try db.change(fixture.inItsWords(sql), []) }
        }
        #expect(try await store.audit().isClean)
    }
}
