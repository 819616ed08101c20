import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Registrations", .timeLimit(.minutes(5)), .onBothDatabases)
struct RegistrationTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let id: RegistrationID
    private let end = StoreFixture.now.adding(seconds: 86_400)
    private let merchant = StoreFixture.merchant

    init() async throws {
        fixture = try await StoreFixture()
        id = try #require(RegistrationID("cDZJcmd1VjNl+/=="))
    }

    private func registered(until end: Timestamp? = nil) async throws -> StoredRegistration {
        let registration = StoredRegistration(
            id: id, merchant: merchant,
            sealedContent: SealedRecord(keyID: "s1", bytes: [8, 8]),
            expiresAt: end ?? self.end)
        #expect(try await store.register(registration))
        return registration
    }

    private func intent(token: String? = nil) throws -> AuthorizationIntent {
        var intent = try StoreFixture.intent(token: token, key: "k")
        intent.registration = id
        return intent
    }

    private func cardIntent() throws -> CardIntent {
        CardIntent(
            merchant: merchant, card: try StoreFixture.intent().card, spentToken: nil,
            registration: id, at: StoreFixture.now)
    }

    @Test("a registration comes back to its merchant, and to no other")
    func roundTrip() async throws {
        let registration = try await registered()
        #expect(try await store.registration(id, of: merchant) == registration)
        #expect(try await store.registration(id, of: MerchantID("OTHER")) == nil)
        #expect(try await store.register(registration) == false)
    }

    @Test("a payment spends it and erases what was kept; the next gets nothing written")
    func spentOnce() async throws {
        var spent = try await registered()
        let first = try intent()
        guard case .begun = try await store.begin(first) else {
            Issue.record("not begun")
            return
        }
        spent.sealedContent = nil
        spent.isSpent = true
        spent.spentBy = first.payment.id
        #expect(try await store.registration(id, of: merchant) == spent)
        var second = try intent(token: "aa")
        second.claim = nil
        #expect(try await store.begin(second) == .registrationSpent)
        #expect(try await store.authorization(of: second.payment.id) == nil)
        #expect(try await store.isSpent("aa", of: merchant) == false)
        #expect(try await store.audit().isClean)
    }

    @Test("a restored database has none that could pay: it may have paid since")
    func putBack() async throws {
        var erased = try await registered()
        let now = StoreFixture.now
        #expect(erased.expiresAt > now)
        _ = try await store.recordRestore(at: now)
        erased.sealedContent = nil
        erased.expiresAt = now
        #expect(try await store.registration(id, of: merchant) == erased)
        #expect(try await store.begin(try intent()) == .registrationSpent)
    }

    @Test("of sixty-four who pay with it at once, one wins")
    func spendingRace() async throws {
        _ = try await registered()
        let store = store
        let id = id
        let outcomes = try await withThrowingTaskGroup(of: BeginOutcome.self) { group in
            for _ in 0..<64 {
                var intent = try StoreFixture.intent()
                intent.registration = id
                group.addTask { [intent] in try await store.begin(intent) }
            }
            return try await group.reduce(into: [BeginOutcome]()) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 == .registrationSpent }.count == 63)
        #expect(try await store.audit().payments == 1)
        #expect(try await store.audit().isClean)
    }

    @Test("another merchant cannot pay with it, nor anyone when its time is over")
    func refused() async throws {
        _ = try await registered(until: StoreFixture.now)
        #expect(try await store.begin(try intent()) == .registrationSpent)
        #expect(try await store.keepCard(try cardIntent()) == .registrationSpent)
        var elsewhere = try cardIntent()
        elsewhere.merchant = MerchantID("OTHER")
        #expect(try await store.keepCard(elsewhere) == .registrationSpent)
        #expect(try await store.registration(id, of: merchant)?.isSpent == false)
        #expect(try await store.audit().payments == 0)
    }

    @Test("a token that was spent leaves the registration as it was")
    func spentToken() async throws {
        let registration = try await registered()
        #expect(
            try await store.spend(
                SpentToken(merchant: merchant, transactionID: "aa", at: StoreFixture.now)))
        #expect(try await store.isSpent("aa", of: merchant))
        #expect(try await store.isSpent("aa", of: MerchantID("OTHER")) == false)
        #expect(try await store.begin(try intent(token: "aa")) == .tokenSpent)
        #expect(try await store.registration(id, of: merchant) == registration)
    }

    @Test("a card is kept without a payment, once for each registration, and is known afterwards")
    func keptCard() async throws {
        _ = try await registered()
        let kept = try cardIntent()
        #expect(try await store.keepCard(kept) == .begun(kept.card.handle, isNewCard: true))
        #expect(try await store.registration(id, of: merchant)?.isSpent == true)
        #expect(try await store.keepCard(kept) == .registrationSpent)
        var again = kept
        again.registration = nil
        again.spentToken = SpentToken(
            merchant: merchant, transactionID: "aa", at: StoreFixture.now)
        #expect(try await store.keepCard(again) == .begun(kept.card.handle, isNewCard: false))
        #expect(try await store.keepCard(again) == .tokenSpent)
        again.spentToken = nil
        again.card.fingerprint = [1]
        #expect(try await store.keepCard(again) == .handleTaken)
        let card = try kept.card.stored()
        #expect(try await store.card(card.handle, of: merchant) == card)
        #expect(try await store.audit().isClean)
    }

    @Test(
        "a token whose card was stored is remembered for three days with the card token, like registrations that expired then"
    )
    func keptToken() async throws {
        var intent = try cardIntent()
        intent.registration = nil
        intent.spentToken = SpentToken(
            merchant: merchant, transactionID: "aa", at: StoreFixture.now)
        let handle = intent.card.handle
        #expect(try await store.keepCard(intent) == .begun(handle, isNewCard: true))
        #expect(try await store.keepCard(intent) == .tokenSpent)
        let name = RegistrationID(keptWith: "aa")
        let kept = try #require(try await store.registration(name, of: merchant))
        #expect(kept.keptHandle == handle && kept.isSpent && kept.spentBy == nil)
        #expect(kept.sealedContent == nil)
        #expect(RegistrationID(name.value) == nil, "no client can name it")
        #expect(try await store.registration(name, of: MerchantID("OTHER")) == nil)
        var paying = try StoreFixture.intent()
        paying.registration = name
        #expect(try await store.begin(paying) == .registrationSpent)
        #expect(try await store.audit().breaches == [])
        let end = StoreFixture.now.adding(seconds: 3 * 86_400)
        #expect(try await store.eraseRegistrations(expiredBefore: end) == 0)
        #expect(try await store.eraseRegistrations(expiredBefore: end.adding(seconds: 1)) == 1)
        #expect(try await store.isSpent("aa", of: merchant))
    }

    @Test("a token that was spent in another way is not remembered as one whose card was kept")
    func spentElsewhere() async throws {
        var intent = try cardIntent()
        intent.registration = nil
        let token = SpentToken(merchant: merchant, transactionID: "aa", at: StoreFixture.now)
        intent.spentToken = token
        #expect(try await store.spend(token))
        #expect(try await store.keepCard(intent) == .tokenSpent)
        let name = RegistrationID(keptWith: "aa")
        #expect(try await store.registration(name, of: merchant) == nil)
    }

    @Test("when its time is over its content goes, and a day later it is forgotten")
    func erased() async throws {
        _ = try await registered()
        let after = end.adding(seconds: 1)
        #expect(try await store.eraseRegistrations(expiredBefore: end) == 0)
        #expect(try await store.eraseRegistrations(expiredBefore: after) == 1)
        #expect(try await store.eraseRegistrations(expiredBefore: after) == 0)
        let kept = try await store.registration(id, of: merchant)
        #expect(kept?.sealedContent == nil)
        #expect(kept?.isSpent == false)
        let dayAfter = after.adding(seconds: StorageLimits.registrationMemorySeconds)
        #expect(try await store.eraseRegistrations(expiredBefore: dayAfter) == 1)
        #expect(try await store.registration(id, of: merchant) == nil)
    }
}
