import StorageFixtures
import Database
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

/// What one writer at a time made true by itself, and many must keep true.
@Suite(
    "Many writers at once, through two stores on the same database", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct ManyWritersTests {
    private let fixture: StoreFixture
    private let stores: [SQLPaymentStore]
    private let later = StoreFixture.now.adding(seconds: 120)

    init() async throws {
        fixture = try await StoreFixture()
        stores = [fixture.store, try await fixture.openedAgain()]
    }

    /// What came of doing something many times at once, the stores by turns.
    private func atOnce<Value: Sendable>(
        _ count: Int = 32,
        _ body: @escaping @Sendable (SQLPaymentStore, Int) async throws -> Value
    ) async throws -> [Value] {
        let stores = stores
        return try await withThrowingTaskGroup(of: Value.self) { group in
            for index in 0..<count {
                group.addTask { try await body(stores[index % stores.count], index) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func expectSound() async throws {
        let report = try await fixture.store.audit()
        #expect(report.isClean, "\(report.breaches)")
        for store in stores { try store.close() }
    }

    @Test("a key is claimed by one, and the others learn by whom")
    func keys() async throws {
        let outcomes = try await atOnce { store, _ in
            try await store.begin(try StoreFixture.intent(key: "k"))
        }
        let begun = outcomes.filter { if case .begun = $0 { true } else { false } }
        let told = outcomes.filter { if case .alreadyRecorded = $0 { true } else { false } }
        #expect(begun.count == 1)
        #expect(told.count == outcomes.count - 1)
        try await expectSound()
    }

    @Test("a key whose record counts no more is claimed again by one")
    func outdatedKeys() async throws {
        let first = try StoreFixture.intent(key: "k")
        _ = try await fixture.store.begin(first)
        _ = try await fixture.store.finishes(
            StoreFixture.ending(first.payment, .declined))
        let outcomes = try await atOnce { store, _ in
            var again = try StoreFixture.intent(key: "k")
            again.claim = IdempotencyClaim(
                key: try #require(again.claim?.key), requestDigest: [9, 9],
                countsSince: StoreFixture.now.adding(seconds: -60))
            return try await store.begin(again)
        }
        let begun = outcomes.filter { if case .begun = $0 { true } else { false } }
        #expect(begun.count == 1)
        try await expectSound()
    }

    @Test("a number, a card and a handle are given once")
    func names() async throws {
        let outcomes = try await atOnce { store, index in
            var intent = try StoreFixture.intent()
            intent.transaction = try StoreFixture.name(7, .authorization)
            intent.card.handle = try #require(VaultHandle("proposal\(index % 4)"))
            return try await store.begin(intent)
        }
        #expect(outcomes.filter { $0 == .numberTaken }.count == outcomes.count - 1)
        let handles = try await atOnce { store, index -> BeginOutcome in
            var intent = try StoreFixture.intent(card: "5555550000004444")
            intent.card.handle = try #require(VaultHandle("other\(index)"))
            return try await store.begin(intent)
        }
        let new = handles.filter {
            if case .begun(_, isNewCard: true, _) = $0 { true } else { false }
        }
        let known = handles.filter {
            if case .begun(_, isNewCard: false, _) = $0 { true } else { false }
        }
        #expect(new.count == 1)
        #expect(known.count == handles.count - 1)
        try await expectSound()
    }

    @Test("a name becomes a registration's or a card's, never both's", arguments: 0..<6)
    func registrationOrCard(round: Int) async throws {
        let name = "shared\(round)"
        _ = try await atOnce(16) { store, index in
            if index % 4 < 2 {
                let registration = StoredRegistration(
                    id: try #require(RegistrationID(name)), merchant: StoreFixture.merchant,
                    sealedContent: SealedRecord(keyID: "s1", bytes: [1]),
                    expiresAt: StoreFixture.now.adding(seconds: 60))
                _ = try await store.register(registration)
            } else {
                var intent = try StoreFixture.intent(card: "card\(index)")
                intent.card.handle = try #require(VaultHandle(name))
                _ = try await store.begin(intent)
            }
        }
        try await expectSound()
    }

    @Test("a registration is spent by one")
    func registrations() async throws {
        let id = try #require(RegistrationID("once"))
        let registration = StoredRegistration(
            id: id, merchant: StoreFixture.merchant,
            sealedContent: SealedRecord(keyID: "s1", bytes: [1]),
            expiresAt: StoreFixture.now.adding(seconds: 60))
        #expect(try await fixture.store.register(registration))
        let outcomes = try await atOnce { store, index in
            var intent = try StoreFixture.intent(card: "card\(index)")
            intent.registration = id
            return try await store.begin(intent)
        }
        #expect(outcomes.filter { $0 == .registrationSpent }.count == outcomes.count - 1)
        try await expectSound()
    }

    @Test("an outcome and its giving up exclude each other, and no approval is reversed")
    func outcomes() async throws {
        var payments: [Payment] = []
        for _ in 0..<24 {
            let intent = try StoreFixture.intent()
            _ = try await fixture.store.begin(intent)
            payments.append(intent.payment)
        }
        let waiting = payments
        let after = later
        let counts = try await atOnce(27) { store, index in
            if index % 9 == 8 {
                return try await store.recoverAbandoned(deadlineBefore: after, at: after)
            }
            let payment = waiting[index / 9 * 8 + index % 9]
            let isFirst = try await store.finishes(
                StoreFixture.ending(payment, .approved(1000)))
            return isFirst ? 1 : 0
        }
        #expect(counts.reduce(0, +) == payments.count)
        try await expectSound()
    }

    @Test("an answer counts once, whatever it says and however many bring it")
    func answers() async throws {
        let payment = try await fixture.approved(1000)
        // Another reservation, from which a second answer could take.
        _ = try await fixture.reserve(try StoreFixture.delivery(.capture, 400, of: payment))
        let delivery = try StoreFixture.delivery(.capture, 300, of: payment)
        _ = try await fixture.reserve(delivery)
        let firsts = try await atOnce { store, index in
            try await store.concludes(
                AdviceConclusion(
                    delivery: delivery, refusal: index % 2 == 0 ? nil : .doNotHonor,
                    at: StoreFixture.now))
        }
        #expect(firsts.filter { $0 }.count == 1)
        try await expectSound()
    }

    @Test("a capture is taken back by one void, or settled by one batch")
    func voids() async throws {
        let payment = try await fixture.approved(1000)
        var captures: [OperationID] = []
        for _ in 0..<8 {
            captures.append(try await fixture.done(.capture, 100, of: payment))
        }
        let targets = captures
        let reserved = try await atOnce(36) { store, index in
            if index % 9 == 8 { return try await store.closeBatch(at: StoreFixture.now).captures }
            var request = RequestedOperation(
                try StoreFixture.delivery(.captureVoid, 100, of: payment))
            request.target = targets[index % 9]
            return try await store.request(request) == .reserved ? 1 : 0
        }
        #expect(reserved.reduce(0, +) == targets.count)
        try await expectSound()
    }

    @Test("each advice that is due is taken by one")
    func leases() async throws {
        let payment = try await fixture.approved(1000)
        for _ in 0..<40 {
            _ = try await fixture.reserve(try StoreFixture.delivery(.capture, 10, of: payment))
        }
        let until = later
        let taken = try await atOnce(16) { store, _ in
            try await store.claimDeliveries(
                of: .sandbox, at: StoreFixture.now, leasedUntil: until, limit: 5)
        }.flatMap { $0 }
        #expect(Set(taken.map(\.advice.id)).count == taken.count)
        let rest = try await fixture.store.claimDeliveries(
            of: .sandbox, at: StoreFixture.now, leasedUntil: until, limit: 40)
        #expect(taken.count + rest.count == 40)
        try await expectSound()
    }

    @Test("sixty-four refunds at once never give back more than was taken")
    func refunds() async throws {
        let payment = try await fixture.approved(1000)
        try await fixture.done(.capture, 1000, of: payment)
        let outcomes = try await atOnce(64) { store, _ in
            let delivery = try StoreFixture.delivery(.refund, 90, of: payment)
            return try await store.request(RequestedOperation(delivery))
        }
        #expect(outcomes.filter { $0 == .reserved }.count == 11)
        #expect(try await fixture.payment(payment.id).amounts.refunding == 990)
        try await expectSound()
    }
}
