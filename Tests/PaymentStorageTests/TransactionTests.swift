import StorageFixtures
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Transactions by number and name", .timeLimit(.minutes(5)), .onBothDatabases)
struct TransactionTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let merchant = StoreFixture.merchant

    init() async throws {
        fixture = try await StoreFixture()
    }

    private func begun(_ name: TransactionName) async throws -> AuthorizationIntent {
        var intent = try StoreFixture.intent()
        intent.transaction = name
        _ = try await store.begin(intent)
        return intent
    }

    private func found(_ number: Int64) async throws -> StoredTransaction? {
        try await store.transaction(try #require(TransactionNumber(number)), of: merchant)
    }

    @Test("a number is one transaction's, of any merchant; a second writes nothing")
    func numbersTaken() async throws {
        let first = try await begun(try StoreFixture.name(7, .authorization))
        var second = try StoreFixture.intent(token: "aa", key: "k")
        second.transaction = try StoreFixture.name(7, .sale)
        #expect(try await store.begin(second) == .numberTaken)
        #expect(try await store.authorization(of: second.payment.id) == nil)
        #expect(try await store.isSpent("aa", of: merchant) == false)
        #expect(try await store.prior(try #require(second.claim)) == nil)
        _ = try await store.finishes(
            StoreFixture.ending(first.payment, .approved(1000)))
        let capture = try StoreFixture.delivery(.capture, 100, of: first.payment)
        let taken = try StoreFixture.name(7, .capture)
        #expect(try await fixture.reserve(capture, transaction: taken) == .numberTaken)
        #expect(try await fixture.payment(first.payment.id).amounts.capturing == 0)
        let free = try StoreFixture.name(8, .capture)
        #expect(try await fixture.reserve(capture, transaction: free) == .reserved)
        #expect(try await store.audit().isClean)
    }

    @Test("an authorization is found by its number, with its payment and no operation")
    func authorization() async throws {
        let name = try StoreFixture.name(7, .authorization, client: "id-1")
        let intent = try await begun(name)
        let expected = StoredTransaction(
            name: name,
            authorization: StoredAuthorization(
                payment: intent.payment, details: intent.details, authorizationCode: nil),
            declineReason: nil, operation: nil, operationState: nil, at: StoreFixture.now)
        #expect(try await found(7) == expected)
        var ending = StoreFixture.ending(intent.payment, .declined)
        ending.declineReason = .insufficientFunds
        #expect(try await store.finishes(ending))
        #expect(try await found(7)?.declineReason == .insufficientFunds)
        #expect(try await found(7)?.authorization.payment.state == .declined)
    }

    @Test(
        "a sale and a forced capture are the capture that came with the approval",
        arguments: [TransactionKind.sale, .forcedCapture])
    func sale(kind: TransactionKind) async throws {
        let payment = try await begun(try StoreFixture.name(7, kind)).payment
        #expect(try await found(7)?.operation == nil)
        let capture = try StoreFixture.delivery(.capture, 400, of: payment)
        var ending = StoreFixture.ending(payment, .approved(400))
        ending.booking = .capture(capture)
        #expect(try await store.finishes(ending))
        #expect(try await found(7)?.operation?.id == capture.advice.id)
        #expect(try await found(7)?.operationState == .pending)
        #expect(try await fixture.payment(payment.id).amounts.capturing == 400)
        #expect(try await fixture.conclude(capture))
        #expect(try await found(7)?.operationState == .confirmed)
        _ = try await store.closeBatch(at: StoreFixture.now)
        #expect(try await found(7)?.operationState == .settled)
        #expect(try await store.audit().isClean)
    }

    @Test("each kind has its operation, and shows its state")
    func operations() async throws {
        let payment = try await begun(try StoreFixture.name(1, .authorization)).payment
        _ = try await store.finishes(StoreFixture.ending(payment, .approved(1000)))
        let capture = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(capture, transaction: try StoreFixture.name(2, .capture))
        #expect(try await fixture.conclude(capture))
        let refund = try StoreFixture.delivery(.refund, 100, of: payment)
        _ = try await fixture.reserve(refund, transaction: try StoreFixture.name(3, .refund))
        #expect(try await fixture.conclude(refund, refusal: .doNotHonor))
        #expect(try await found(3)?.operationState == .refused)
        #expect(try await found(3)?.operation?.refusal == .doNotHonor)
        let release = try StoreFixture.delivery(.release, 100, of: payment)
        _ = try await fixture.reserve(release, transaction: try StoreFixture.name(4, .release))
        let void = try StoreFixture.delivery(.captureVoid, 300, of: payment)
        _ = try await fixture.reserve(
            void, takingBack: capture.advice.id, transaction: try StoreFixture.name(5, .void))
        #expect(try await found(2)?.operationState == .voiding)
        #expect(try await found(5)?.operationState == .pending)
        #expect(try await found(5)?.operation?.id == void.advice.id)
        #expect(try await fixture.conclude(void))
        #expect(try await found(2)?.operationState == .voided)
        #expect(try await found(5)?.operationState == .confirmed)
        #expect(try await found(4)?.operation?.id == release.advice.id)
        #expect(try await store.audit().isClean)
    }

    @Test("a credit is its own operation, which reads as a refund")
    func credit() async throws {
        let (payment, credit) = try await fixture.credited(
            500, transaction: try StoreFixture.name(7, .credit))
        let operation = try #require(try await found(7)?.operation)
        #expect(operation.id == credit)
        #expect(operation.kind == .refund)
        #expect(operation.amount == (try StoreFixture.dollars(500)))
        #expect(operation.isAnswered)
        #expect(try await found(7)?.operationState == .confirmed)
        #expect(try await store.operation(credit) == operation)
        #expect(try await fixture.payment(payment.id).authorizedAt == nil)
    }

    @Test("a number leads to its payment, from the authorization as from what followed")
    func payments() async throws {
        let payment = try await begun(try StoreFixture.name(1, .authorization)).payment
        _ = try await store.finishes(StoreFixture.ending(payment, .approved(1000)))
        let capture = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(capture, transaction: try StoreFixture.name(2, .capture))
        for value: Int64 in [1, 2] {
            let number = try #require(TransactionNumber(value))
            let own = try await store.payments(.number(number), of: merchant)
            #expect(own.map(\.id) == [payment.id])
            let foreign = MerchantID("OTHER")
            #expect(try await store.payments(.number(number), of: foreign).isEmpty)
            #expect(try await store.transaction(number, of: foreign) == nil)
        }
        let unknown = try #require(TransactionNumber(3))
        #expect(try await store.payments(.number(unknown), of: merchant).isEmpty)
        #expect(try await found(3) == nil)
    }

    @Test("a client's name finds its transactions, newest first, up to the limit")
    func names() async throws {
        for number: Int64 in 1...6 {
            _ = try await begun(try StoreFixture.name(number, .authorization, client: "same"))
        }
        _ = try await begun(try StoreFixture.name(99, .sale, client: "other"))
        _ = try await begun(try StoreFixture.name(100, .sale))
        func found(_ name: String, of merchant: MerchantID) async throws -> [Int64] {
            try await store.transactions(.named(name), of: merchant, upTo: 4)
                .map(\.name.number.value)
        }
        #expect(try await found("same", of: merchant) == [6, 5, 4, 3])
        #expect(try await found("same", of: MerchantID("OTHER")) == [])
        #expect(try await found("other", of: merchant) == [99])
        #expect(try await found("", of: merchant) == [])
    }

    @Test("an order finds what began its payments, newest first, whatever their numbers")
    func ofOrder() async throws {
        for number: Int64 in [5, 30, 9, 1_000, 2] {
            _ = try await begun(try StoreFixture.name(number, .authorization))
        }
        let found = try await store.transactions(.ofOrder("order"), of: merchant, upTo: 3)
        #expect(found.map(\.name.number.value) == [2, 1_000, 9])
    }

    @Test("frequent queries use an index")
    func indexes() async throws {
        guard let file = fixture.file else { return }
        let queries = [
            "SELECT 1 FROM transactions t WHERE t.number = ? AND t.merchant = ?",
            "SELECT 1 FROM transactions t WHERE t.merchant = ? AND t.client_name = ?",
            """
            UPDATE transactions SET operation = ? WHERE operation IS NULL
                AND kind <> 'authorization' AND payment = ?
            """,
            """
            SELECT row FROM registrations WHERE expires_at < ? AND sealed_content IS NOT NULL
            ORDER BY expires_at LIMIT ?
            """,
        ]
        for query in queries {
            let details = try await file.pool.read { db in
                try QueryPlan.steps(of: query, db)
            }
            #expect(!details.isEmpty)
            #expect(details.allSatisfy { $0.hasPrefix("SEARCH") })
            if query.contains("registrations") {
                #expect(details.allSatisfy { $0.contains("registrations_kept") })
            }
        }
    }
}
