import StorageFixtures
import MerchantStorage
import Database
import CardVault
import Merchants
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Cards that expire or are erased", .onBothDatabases, .timeLimit(.minutes(5)))
struct ProvisionalCardTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let merchant = StoreFixture.merchant
    private static let end = StoreFixture.now.adding(seconds: 60)
    private static let after = end.adding(seconds: 1)

    init() async throws {
        fixture = try await StoreFixture()
    }

    /// Stores a card as an anonymous request does, or, without an end, as an authenticated one.
    private func keep(
        _ card: String = "4111110000001111", until end: Timestamp?
    ) async throws -> VaultHandle {
        var intent = CardIntent(
            merchant: merchant, card: try StoreFixture.intent(card: card).card, spentToken: nil,
            registration: nil, at: StoreFixture.now)
        intent.expiresAt = end
        guard case .begun(let handle, _, _) = try await store.keepCard(intent) else {
            throw SQLError.corrupt
        }
        return handle
    }

    /// What comes after a card was stored until ``end``.
    enum Use: CaseIterable {
        case none
        case storedForLonger
        case storedForGood
        case paid
        case declined
    }

    @Test(
        "a provisional card is erased when it expires, unless an authenticated request used it",
        arguments: [
            (Use.none, false), (.storedForLonger, true), (.storedForGood, true), (.paid, true),
            (.declined, true),
        ])
    func provisional(_ use: Use, _ stays: Bool) async throws {
        let handle = try await keep(until: Self.end)
        switch use {
        case .none: break
        case .storedForLonger: _ = try await keep(until: Self.after.adding(seconds: 1))
        case .storedForGood: _ = try await keep(until: nil)
        case .paid, .declined:
            let intent = try StoreFixture.intent()
            #expect(
                try await store.begin(intent) == .begun(handle, isNewCard: false))
            let answer: AuthorizationAnswer =
                use == .paid ? .approved(1000) : .declined
            #expect(try await store.finishes(StoreFixture.ending(intent.payment, answer)))
        }
        #expect(try await store.eraseCards(expiredBefore: Self.end) == 0)
        #expect(try await store.eraseCards(expiredBefore: Self.after) == (stays ? 0 : 1))
        #expect(try await store.card(handle, of: merchant) != nil || !stays)
        let isKeptForGood = stays && use != .storedForLonger
        let far = Self.end.adding(seconds: 1_000_000)
        _ = try await store.eraseCards(expiredBefore: far)
        #expect((try await store.card(handle, of: merchant) != nil) == isKeptForGood)
        #expect(try await keep(until: Self.end) == handle, "it can be stored again")
        #expect(try await store.audit().breaches == [])
    }

    @Test("a card that is kept for good does not become provisional")
    func permanent() async throws {
        let handle = try await keep(until: nil)
        #expect(try await keep(until: Self.end) == handle)
        #expect(try await store.eraseCards(expiredBefore: Self.after) == 0)
        #expect(try await store.card(handle, of: merchant) != nil)
    }

    @Test("one step erases at most 500 cards and 500 registrations, the oldest first")
    func steps() async throws {
        let count = StorageLimits.erasedPerStep + 2
        for number in 0..<count {
            let end = StoreFixture.now.adding(seconds: Int64(number))
            _ = try await keep("411111" + String(1_000_000_000 + number), until: end)
            _ = try await fixture.registered("registration\(number)", until: end)
        }
        let last = StoreFixture.now.adding(seconds: Int64(count))
        for left in [2, 0] {
            let erased = left == 0 ? 2 : StorageLimits.erasedPerStep
            #expect(try await store.eraseCards(expiredBefore: last) == erased)
            #expect(try await store.eraseRegistrations(expiredBefore: last) == erased)
            let newest = try #require(VaultHandle("411111" + String(1_000_000_000 + count - 1)))
            #expect((try await store.card(newest, of: merchant) == nil) == (left == 0))
        }
        #expect(try await store.eraseCards(expiredBefore: last) == 0)
        #expect(try await store.eraseRegistrations(expiredBefore: last) == 0)
    }

    @Test("an erased card is unknown, its payments stay, and the same number gets its handle again")
    func erased() async throws {
        let payment = try await fixture.approved()
        let handle = payment.handle
        let now = StoreFixture.now
        _ = try await store.eraseCard(handle, of: merchant, by: "me", at: now)
        #expect(try await store.card(handle, of: merchant) == nil)
        await #expect(throws: AdministrationError.refused(.cardUnknown)) {
            try await store.eraseCard(handle, of: merchant, by: "me", at: now)
        }
        try await fixture.done(.capture, 500, of: payment)
        #expect(try await store.audit().breaches == [])
        let acts = try await store.merchantStore.acts(limit: 2).map(\.act)
        #expect(acts.map(\.kind) == [.cardErased, .cardErased])
        #expect(acts.map(\.result) == ["refused: card-unknown", "done"])
        #expect(acts.allSatisfy { $0.actor == "me" && $0.subject == "SANDBOX \(handle.value)" })
        // Another number that would have this handle.
        var other = try StoreFixture.intent()
        other.card.fingerprint = [1]
        #expect(try await store.begin(other) == .handleTaken)
        let again = try StoreFixture.intent(order: "again")
        #expect(
            try await store.begin(again)
                == .begun(handle, isNewCard: true, isExpiryNew: true))
        #expect(try await store.card(handle, of: merchant)?.sealedPAN.bytes == [1, 2, 3])
        #expect(try await store.audit().breaches == [])
    }

    @Test("an erased card that is stored again does not expire: payments may refer to it")
    func storedAgain() async throws {
        let payment = try await fixture.approved()
        _ = try await store.eraseCard(
            payment.handle, of: merchant, by: "me", at: StoreFixture.now)
        #expect(try await keep(until: Self.end) == payment.handle)
        #expect(try await store.eraseCards(expiredBefore: Self.after) == 0)
        #expect(try await store.audit().breaches == [])
    }

    @Test("a card of another merchant, or none, is not erased")
    func unknown() async throws {
        let handle = try await keep(until: Self.end)
        let rows = [
            (handle, MerchantID("OTHER")), (try #require(VaultHandle("411111000000")), merchant),
        ]
        for (handle, merchant) in rows {
            await #expect(throws: AdministrationError.refused(.cardUnknown)) {
                try await store.eraseCard(handle, of: merchant, by: "me", at: StoreFixture.now)
            }
        }
        #expect(try await store.card(handle, of: merchant) != nil)
    }
}
