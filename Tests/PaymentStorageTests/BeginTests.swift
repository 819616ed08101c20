import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Beginning an authorization", .timeLimit(.minutes(5)), .onBothDatabases)
struct BeginTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("an intent comes back as it was written, details and all")
    func roundTrip() async throws {
        let intent = try StoreFixture.intent(1499, token: "ab12", key: "k")
        #expect(try await store.begin(intent) == .begun(intent.card.handle, isNewCard: true))
        let stored = try await store.authorization(of: intent.payment.id)
        #expect(
            stored
                == StoredAuthorization(
                    payment: intent.payment, details: intent.details, authorizationCode: nil))
        let card = try intent.card.stored()
        #expect(try await store.card(card.handle, of: StoreFixture.merchant) == card)
        let recent = try await store.recentPayments(5)
        #expect(recent.map(\.payment) == [intent.payment])
    }

    @Test("identifiers that are not hex come back as they were too", arguments: ["", "A0", "x y"])
    func oddIdentifiers(id: String) async throws {
        let odd = try StoreFixture.intent(token: id)
        #expect(try await store.begin(odd) == .begun(odd.card.handle, isNewCard: true))
        #expect(try await store.begin(try StoreFixture.intent(token: id)) == .tokenSpent)
    }

    /// A payment's names of before, those of another one, and whether that may begin.
    static let spentNames: [([String], [String], Bool)] = [
        (["aa", "c1"], ["aa", "c2"], false), (["aa", "c1"], ["bb", "c1"], false),
        (["aa", "c1"], ["c1"], false), (["c1"], ["aa", "c1"], false),
        (["aa"], ["aa", "c1"], false),
        (["aa", "c1"], ["bb", "c2"], true), (["aa", "c1"], ["c2"], true), (["c1"], ["c2"], true),
    ]

    @Test(
        "a payment spends both of its names, and begins only if both are unspent",
        arguments: spentNames)
    func twoNames(_ first: [String], _ second: [String], mayBegin: Bool) async throws {
        func intent(_ names: [String], _ order: String) throws -> AuthorizationIntent {
            try StoreFixture.intent(
                order: order, token: names.first, cryptogram: names.dropFirst().first)
        }
        let before = try intent(first, "1")
        _ = try await store.begin(before)
        let merchant = StoreFixture.merchant
        for name in first {
            #expect(try await store.isSpent(name, of: merchant))
            #expect(try await store.isSpent("dd", cryptogram: name, of: merchant))
            #expect(try await store.payment(spending: name, of: merchant) == before.payment.id)
        }
        let after = try intent(second, "2")
        let outcome = try await store.begin(after)
        #expect((outcome == .tokenSpent) == !mayBegin)
        let rows = mayBegin ? first.count + second.count : first.count
        let counted = try await store.look { db in
            try db.first("SELECT count(*) FROM spent_tokens") { try $0.count() }
        }
        #expect(counted == rows)
        #expect(try await store.audit().isClean)
    }

    @Test("a claimed key brings back what it led to, and writes nothing")
    func claimedKey() async throws {
        let first = try StoreFixture.intent(token: "aa", key: "k")
        _ = try await store.begin(first)
        let second = try StoreFixture.intent(token: "bb", key: "k")
        #expect(try await store.begin(second) == .alreadyRecorded)
        #expect(try await fixture.priorPayment(try #require(second.claim)) == first.payment.id)
        #expect(try await store.authorization(of: second.payment.id) == nil)
        #expect(
            try await store.spend(
                SpentToken(
                    merchant: StoreFixture.merchant, transactionID: "bb", at: StoreFixture.now)))
    }

    @Test("one renewal begins of an order as it was read; the next one writes nothing")
    func renewedOnce() async throws {
        let first = try StoreFixture.intent(token: "aa")
        _ = try await store.begin(first)
        let asRead = try await fixture.renewal(of: first.payment.id)
        var renewals = [try StoreFixture.intent(), try StoreFixture.intent(key: "k")]
        renewals[0].renewal = asRead
        renewals[1].renewal = asRead
        let begun = BeginOutcome.begun(first.card.handle, isNewCard: false)
        #expect(try await store.begin(renewals[0]) == begun)
        #expect(try await store.begin(renewals[1]) == .overtaken)
        #expect(try await store.authorization(of: renewals[1].payment.id) == nil)
        #expect(try await store.prior(try #require(renewals[1].claim)) == nil)
        renewals[1].renewal = try await fixture.renewal(of: renewals[0].payment.id)
        #expect(try await store.begin(renewals[1]) == begun)
        let order = try #require(try await store.order(StoreFixture.name(of: "order")))
        #expect(
            order.payments.map(\.renews)
                == [renewals[0].payment.id, first.payment.id, nil])
        #expect(try await store.audit().isClean)
    }

    @Test("a hold that is not any more what it was when it was read is not renewed")
    func changedHold() async throws {
        let hold = try await fixture.approved()
        var renewal = try StoreFixture.intent()
        renewal.renewal = try await fixture.renewal(of: hold.id)
        try await fixture.done(.release, 200, of: hold)
        #expect(try await store.begin(renewal) == .overtaken)
        renewal.renewal = try await fixture.renewal(of: hold.id)
        let begun = BeginOutcome.begun(renewal.card.handle, isNewCard: false)
        #expect(try await store.begin(renewal) == begun)
        #expect(try await store.audit().isClean)
    }

    @Test("a hold is not renewed beside what is at the acquirer, though as much is left as before")
    func holdInWork() async throws {
        let hold = try await fixture.approved()
        let first = try await fixture.done(.capture, 400, of: hold)
        var renewal = try StoreFixture.intent()
        renewal.renewal = try await fixture.renewal(of: hold.id)
        try await fixture.done(.captureVoid, 400, of: hold, takingBack: first)
        let second = try StoreFixture.capture(400, of: hold)
        #expect(try await fixture.reserve(second) == .reserved)
        #expect(try await store.begin(renewal) == .overtaken)
        #expect(try await fixture.conclude(second))
        #expect(try await store.begin(renewal) == .overtaken)
        #expect(try await store.audit().isClean)
    }

    @Test("an Apple transaction is spent once per merchant, and a refused intent leaves nothing")
    func spentOnce() async throws {
        let first = try StoreFixture.intent(token: "aa")
        _ = try await store.begin(first)
        let second = try StoreFixture.intent(card: "5555550000004444", token: "aa", key: "k")
        #expect(try await store.begin(second) == .tokenSpent)
        #expect(try await store.card(second.card.handle, of: StoreFixture.merchant) == nil)
        #expect(try await store.prior(try #require(second.claim)) == nil)
        let elsewhere = SpentToken(
            merchant: MerchantID("OTHER"), transactionID: "aa", at: StoreFixture.now)
        #expect(try await store.spend(elsewhere))
        #expect(try await store.spend(elsewhere) == false)
    }

    @Test("of sixty-four who spend one Apple transaction at once, one wins")
    func spendingRace() async throws {
        let store = store
        let outcomes = try await withThrowingTaskGroup(of: BeginOutcome.self) { group in
            for _ in 0..<64 {
                group.addTask { try await store.begin(try StoreFixture.intent(token: "aa")) }
            }
            return try await group.reduce(into: [BeginOutcome]()) { $0.append($1) }
        }
        let winners = outcomes.filter { if case .begun = $0 { true } else { false } }
        #expect(winners.count == 1)
        #expect(outcomes.filter { $0 == .tokenSpent }.count == 63)
    }

    @Test("a card seen before keeps its handle, and learns its new expiry with an approval")
    func knownCard() async throws {
        let first = try StoreFixture.intent()
        _ = try await store.begin(first)
        var second = try StoreFixture.intent()
        second.card.handle = try #require(VaultHandle("proposal"))
        second.card.expiry = CardExpiry(year: 2034, month: 1)
        let known = BeginOutcome.begun(first.card.handle, isNewCard: false, isExpiryNew: true)
        #expect(try await store.begin(second) == known)
        var kept = try await store.card(first.card.handle, of: StoreFixture.merchant)
        #expect(kept?.expiry == first.card.expiry)
        var approval = StoreFixture.ending(second.payment, .approved(1000))
        approval.newExpiry = second.card.expiry
        #expect(try await store.finishes(approval))
        kept = try await store.card(first.card.handle, of: StoreFixture.merchant)
        #expect(kept?.expiry == second.card.expiry)
        var third = try StoreFixture.intent()
        third.card.expiry = nil
        third.details.expiry = nil
        _ = try await store.begin(third)
        #expect(try await store.card(first.card.handle, of: StoreFixture.merchant) == kept)
        let untold = try await store.authorization(of: third.payment.id)
        #expect(untold?.details == third.details)
        #expect(try await fixture.payment(second.payment.id).handle == first.card.handle)
    }

    @Test("a card has a handle of each shape, and learns its end in each for itself")
    func shapes() async throws {
        let scrambled = try StoreFixture.intent()
        _ = try await store.begin(scrambled)
        var digits = try StoreFixture.intent()
        digits.card.shape = .digits
        #expect(try await store.begin(digits) == .handleTaken)
        digits.card.handle = try #require(VaultHandle("9900000000001111"))
        digits.card.expiry = nil
        let handle = digits.card.handle
        #expect(try await store.begin(digits) == .begun(handle, isNewCard: true))
        digits = try StoreFixture.intent()
        digits.card.shape = .digits
        let known = BeginOutcome.begun(handle, isNewCard: false, isExpiryNew: true)
        #expect(try await store.begin(digits) == known)
        var approval = StoreFixture.ending(digits.payment, .approved(1000))
        approval.newExpiry = digits.card.expiry
        #expect(try await store.finishes(approval))
        let kept = try await store.card(handle, of: StoreFixture.merchant)
        #expect(kept?.shape == .digits)
        #expect(kept?.expiry == digits.card.expiry)
        #expect(try await store.card(handle, of: MerchantID("OTHER")) == nil)
    }

    @Test("another card's token is not given twice")
    func takenHandle() async throws {
        _ = try await store.begin(try StoreFixture.intent())
        var second = try StoreFixture.intent(token: "aa", key: "k")
        second.card.fingerprint = [1]
        #expect(try await store.begin(second) == .handleTaken)
        second.card.handle = try #require(VaultHandle("411111next1111"))
        #expect(try await store.begin(second) == .begun(second.card.handle, isNewCard: true))
    }

    @Test("the payments of an order come newest first, by card if one is named")
    func orders() async throws {
        let first = try StoreFixture.intent(order: "A")
        let second = try StoreFixture.intent(order: "A", card: "5555550000004444")
        for intent in [first, second, try StoreFixture.intent(order: "B")] {
            _ = try await store.begin(intent)
        }
        let merchant = StoreFixture.merchant
        let both = try await store.payments(.order("A", card: nil), of: merchant)
        #expect(both.map(\.id) == [second.payment.id, first.payment.id])
        let one = try await store.payments(.order("A", card: first.card.handle), of: merchant)
        #expect(one.map(\.id) == [first.payment.id])
        #expect(
            try await store.payments(.payment(first.payment.id), of: MerchantID("OTHER")).isEmpty)
    }
}
