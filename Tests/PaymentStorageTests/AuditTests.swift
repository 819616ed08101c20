import StorageFixtures
import StorageKit
import PaymentDomain
import PaymentEngine
import Database
import Synchronization
import Testing

@testable import PaymentStorage

@Suite("The audit", .timeLimit(.minutes(5)), .onBothDatabases)
struct AuditTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Books with something in every table: payments in most states, a batch, a spent token, a key.
    private func fill() async throws {
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 700, of: payment)
        try await fixture.done(.refund, 200, of: payment)
        _ = try await fixture.reserve(try StoreFixture.delivery(.release, 100, of: payment))
        _ = try await store.closeBatch(at: StoreFixture.now)
        let unknown = try StoreFixture.intent(token: "aa", key: "k")
        _ = try await store.begin(unknown)
        _ = try await store.finishes(
            StoreFixture.ending(unknown.payment, .unanswered))
        let declined = try StoreFixture.intent(card: "5555550000004444")
        _ = try await store.begin(declined)
        _ = try await store.finishes(
            StoreFixture.ending(declined.payment, .declined))
        _ = try await store.begin(try StoreFixture.intent())
    }

    @Test("our own ledger is clean, and every row is counted")
    func clean() async throws {
        try await fill()
        let seen = Mutex<Set<String>>([])
        let report = try await store.audit { step in
            seen.withLock { _ = $0.insert(step.table) }
        }
        #expect(report.isClean)
        #expect(report.payments == 4)
        #expect(report.operations == 3)
        #expect(seen.withLock { $0.count } == 22)
    }

    @Test(
        "a change of someone else's is found, by the rule that it breaks",
        arguments: [
            ("UPDATE payments SET captured = captured + 1 WHERE row = 1", [.amountsDisagree]),
            (
                "UPDATE payments SET refunded = 9999 WHERE row = 1",
                [.amountsUnsound, .amountsDisagree]
            ),
            ("UPDATE payments SET authorized = 5000 WHERE row = 1", [.amountsUnsound]),
            (
                "UPDATE operations SET amount = amount + 1 WHERE kind = 'refund'",
                [.amountsDisagree, .batchDisagrees, .eventsDisagree]
            ),
            (
                "UPDATE payments SET state = 'declined' WHERE row = 1", [.stateDisagrees]
            ),
            (
                "UPDATE payments SET state = 'authorizing' WHERE row = 3",
                [.stateDisagrees, .eventsDisagree]
            ),
            ("DELETE FROM deliveries WHERE kind = 'reversal'", [.reversalMissing]),
            ("DELETE FROM deliveries WHERE kind = 'release'", [.deliveryMissing]),
            (
                "UPDATE payments SET state = 'notSent' WHERE state = 'outcomeUnknown'",
                [.deliveryAstray, .eventsDisagree]
            ),
            ("UPDATE payments SET closing = 1 WHERE row = 1", [.lastCaptureAstray]),
            ("UPDATE payments SET closed_by = 'abandoned' WHERE row = 1", [.lastCaptureAstray]),
            ("UPDATE payments SET renews = 3 WHERE row = 2", [.lastCaptureAstray]),
            ("UPDATE payments SET version = version + 1 WHERE row = 1", [.eventsMissing]),
            ("DELETE FROM payment_events WHERE payment = 0", [.eventsMissing]),
            (
                "DELETE FROM payment_events WHERE state = 'declined'",
                [.eventsMissing, .eventsDisagree]
            ),
            (
                "DELETE FROM payment_events WHERE payment = 1 AND sequence = 2",
                [.eventsMissing, .eventsDisagree]
            ),
            (
                "DELETE FROM payment_events WHERE payment = 1 AND sequence = 6",
                [.eventsMissing, .eventsDisagree]
            ),
            (
                "UPDATE payment_events SET sequence = 9 WHERE payment = 1 AND sequence = 6",
                [.eventsDisagree]
            ),
            (
                "UPDATE payment_events SET state = 'declined' WHERE payment = 1 AND sequence = 3",
                [.eventsDisagree]
            ),
            (
                "UPDATE payment_events SET kind = 'settled' WHERE payment = 1 AND sequence = 3",
                [.eventsDisagree]
            ),
            (
                "UPDATE payment_events SET kind = 'approved' WHERE payment = 1 AND sequence = 3",
                [.eventsDisagree]
            ),
            (
                "UPDATE payment_events SET amount = 699 WHERE payment = 1 AND sequence = 2",
                [.eventsDisagree]
            ),
            (
                "UPDATE payment_events SET amount = 999 WHERE payment = 1 AND sequence = 1",
                [.eventsDisagree]
            ),
            (
                "UPDATE operations SET accepted = 1 WHERE kind = 'capture'", [.eventsDisagree]
            ),
            ("UPDATE payments SET cancelled = 1 WHERE row = 3", [.eventsDisagree]),
            ("DELETE FROM spent_tokens", [.spentTokenMissing]),
            (
                "UPDATE payments SET apple_transaction = NULL WHERE row = 2",
                [.spentTokenOrphan]
            ),
            (
                "UPDATE spent_tokens SET payment_id = x'00'",
                [.spentTokenMissing, .spentTokenOrphan]
            ),
            ("DELETE FROM cards WHERE handle = '5555550000004444'", [.cardMissing]),
            ("UPDATE idempotency SET subject = x'00'", [.idempotencyOrphan]),
            (
                "UPDATE operations SET payment = 99 WHERE kind = 'release'",
                [.operationOrphan, .deliveryMissing, .amountsDisagree, .eventsDisagree]
            ),
            ("UPDATE batch_totals SET total = total + 1 WHERE kind = 'capture'", [.batchDisagrees]),
            ("DELETE FROM batch_totals WHERE kind = 'refund'", [.batchDisagrees]),
        ] as [(String, [AuditRule])])
    func breaches(sql: String, rules: [AuditRule]) async throws {
        try await fill()
        try await fixture.tamper(sql)
        let report = try await store.audit()
        #expect(!report.isClean)
        #expect(report.breachCount == report.breaches.count)
        #expect(Set(report.breaches.map(\.rule)) == Set(rules))
    }

    @Test(
        "a hold that is closed for a reason that its operations don't have is found",
        arguments: [
            "lastCapture", "abandoned", "abandonedAfterLastCapture", "renewed", "saleRefused",
            "tired",
        ])
    func closing(reason: String) async throws {
        try await fill()
        try await fixture.tamper(
            "UPDATE payments SET closing = 1, closed_by = '\(reason)' WHERE row = 1")
        #expect(try await store.audit().breaches.map(\.rule) == [.lastCaptureAstray])
    }

    @Test("more rows than one snapshot reads are all read")
    func manyRows() async throws {
        let store = store
        let count = AuditLimits.rowsPerSnapshot + 5
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                group.addTask {
                    _ = try await store.begin(
                        try StoreFixture.intent(token: "ab\(1000 + index)", key: "\(index)"))
                }
            }
            try await group.waitForAll()
        }
        let report = try await store.audit()
        #expect(report.isClean)
        #expect(report.payments == count)
    }

    @Test("an audit in another process reads the same ledger")
    func secondProcess() async throws {
        try await fill()
        let other = try await fixture.openedAgain()
        #expect(try await other.audit().payments == 4)
        try other.close()
        _ = try await store.begin(try StoreFixture.intent())
    }

    @Test(
        "the schema itself refuses what no statement of ours would do",
        arguments: [
            "UPDATE payments SET captured = 1001 WHERE row = 1",
            "UPDATE payments SET refunding = 501 WHERE row = 1",
            "UPDATE payments SET capturing = -1 WHERE row = 1",
            "UPDATE payments SET authorized = 1001 WHERE row = 1",
            "UPDATE payments SET state = 'released' WHERE row = 1",
            "UPDATE payments SET state = 'paid' WHERE row = 1",
            "UPDATE payments SET deadline = 1 WHERE row = 1",
            "UPDATE payments SET closing = 1 WHERE row = 1",
            "UPDATE payments SET closed_by = 'renewed' WHERE row = 1",
            "UPDATE payments SET closing = 1, closed_by = 'tired' WHERE row = 1",
            """
            INSERT INTO payment_events (payment, sequence, at, kind, state)
            SELECT payment, sequence, at, kind, state FROM payment_events WHERE sequence = 1
            """,
            "UPDATE operations SET payment = 99",
            "UPDATE operations SET batch = 1 WHERE state = 'pending'",
            "INSERT INTO spent_tokens SELECT * FROM spent_tokens",
        ])
    func schema(sql: String) async throws {
        try await fill()
        await #expect(throws: StoreError.corrupt) {
            try await store.write { [fixture] db in try db.change(fixture.inItsWords(sql), []) }
        }
        #expect(try await store.audit().isClean)
    }
}
