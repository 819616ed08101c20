import KeyCustody
import StorageFixtures
import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@testable import PaymentStorage

@Suite("Rotating keys", .timeLimit(.minutes(5)), .onBothDatabases)
struct KeysRotationTests {
    private let fixture: KeysFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await KeysFixture()
    }

    @Test("every record of every table is resealed, with the same content")
    func resealsAll() async throws {
        try await fixture.fill(cards: 450)
        let before = try await fixture.records()
        #expect(Set(before.map(\.column)) == Set(SealedColumn.all))
        let rotation = try await fixture.begun()
        let resealed = try await fixture.rotation().run(rotation) { _ in }
        let after = try await fixture.records()
        #expect(resealed == before.count)
        #expect(after.map(\.row.row) == before.map(\.row.row))
        #expect(Set(after.map(\.row.record.keyID)).isDisjoint(with: before.map(\.row.record.keyID)))
        let vault = try await fixture.opened()
        for (old, new) in zip(before, after) {
            #expect(old.row.binding == new.row.binding)
            #expect(
                try vault.open(new.row.record, for: new.row.binding).count
                    == old.row.record.bytes.count - 28)
        }
        #expect(try await store.audit().isClean)
        #expect(try await store.unfinishedRotation() == nil)
    }

    @Test("afterwards the old keys are gone: what they sealed, copied before, opens no more")
    func oldKeysOpenNothing() async throws {
        try await fixture.fill()
        let copies = try await fixture.records()
        let rotation = try await fixture.begun()
        try await fixture.rotation().run(rotation) { _ in }
        let restarted = try await fixture.opened()
        for copy in copies {
            #expect(throws: VaultError.unknownKey) {
                try restarted.open(copy.row.record, for: copy.row.binding)
            }
            // The running server forgets them with the change after the rotation's end.
            #expect(throws: VaultError.unknownKey) {
                try fixture.vault.open(copy.row.record, for: copy.row.binding)
            }
        }
        let ids = Set(try await store.wrappedKeys().map(\.id))
        #expect(ids.isDisjoint(with: copies.map(\.row.record.keyID)))
    }

    @Test("a new master key opens the database afterwards, and the old one is called wrong")
    func changesMaster() async throws {
        try await fixture.fill(cards: 3)
        let next = MasterKey.made()
        let rotation = try await fixture.begun(to: next)
        #expect(rotation.changesMaster)
        // Until its end the books open with either.
        _ = try await fixture.opened()
        _ = try await fixture.opened(with: next)
        try await fixture.rotation().run(rotation) { _ in }
        let vault = try await fixture.opened(with: next)
        for record in try await fixture.records() {
            _ = try vault.open(record.row.record, for: record.row.binding)
        }
        await #expect(throws: VaultError.wrongMasterKey) { try await fixture.opened() }
        let pan = try PAN(digits: "4111111111111111")
        #expect(
            vault.fingerprint(of: pan, merchant: KeysFixture.merchant)
                == fixture.vault.fingerprint(of: pan, merchant: KeysFixture.merchant))
        #expect(try await Set(store.wrappedKeys().map(\.masterID)) == [next.id])
    }

    @Test("the shares of an old master key are forgotten with it, and the new one's are known")
    func changesShares() async throws {
        let next = MasterKey.made()
        let shares = try KeyShare.split(next, into: 3, threshold: 2)
        let known = try #require(ShareCommitments(shares, of: next))
        let first = try await fixture.begun(to: next, shares: known)
        #expect(try await store.shareCommitments() == [known])
        try await fixture.rotation().run(first) { _ in }
        let last = MasterKey.made()
        let plan = try RotationPlan(
            existing: try await store.wrappedKeys(), from: next, to: last,
            at: KeysFixture.now.adding(seconds: 300))
        guard case .begun(let second, _) = try await store.begin(plan, by: "test") else {
            Issue.record("the second rotation begins")
            return
        }
        let keys = try VaultKeys.opened(
            master: last, existing: try await store.wrappedKeys())
        let rotation = KeyRotation(
            store: store, keys: keys, servers: { _ in true }, by: "test",
            now: { KeysFixture.now })
        try await rotation.run(second) { _ in }
        #expect(try await store.shareCommitments().isEmpty)
    }

    @Test("payments go on meanwhile: none fails, and all of them open afterwards")
    func underLoad() async throws {
        try await fixture.fill(cards: 600)
        let rotation = try await fixture.begun(to: MasterKey.made())
        let shop = Shop()
        let (fixture, store, server) = (fixture, store, fixture.server)
        let worker = try await fixture.rotation { configurationVersion in
            let isTakenUp = await server(configurationVersion)
            await shop.endsWhatItBegan()
            return isTakenUp
        }
        async let payments: Void = {
            defer { shop.stop() }
            while !shop.isStopped {
                _ = try await store.begin(try await fixture.intent(number: 1000 + shop.paid))
                shop.pays()
                await Task.yield()
            }
        }()
        do {
            try await worker.run(rotation) { _ in }
            shop.stop()
        } catch {
            shop.stop()
            throw error
        }
        try await payments
        #expect(shop.paid > 0)
        for record in try await fixture.records() {
            _ = try fixture.vault.open(record.row.record, for: record.row.binding)
        }
    }

    @Test("the record of administrative acts has its beginning and its end")
    func acts() async throws {
        let rotation = try await fixture.begun()
        try await fixture.rotation().run(rotation) { _ in }
        let acts = try await store.merchantStore.acts(limit: 2).map(\.act)
        #expect(acts.map(\.kind) == [.rotationEnded, .rotationBegun])
        #expect(acts.allSatisfy { $0.actor == "test" && $0.result == "done" })
        #expect(acts.allSatisfy { $0.subject.contains(fixture.master.id) })
    }

    @Test("the inventory counts each key's records, and names algorithms, ages and masters")
    func inventory() async throws {
        try await fixture.fill(cards: 5)
        let inventory = try await store.keyInventory()
        #expect(inventory.masters.map(\.id) == [fixture.master.id])
        #expect(inventory.masters.first?.keys == 4)
        #expect(inventory.masters.first?.shares == nil)
        let hashing = try #require(inventory.keys.first { $0.purpose == .hashing })
        #expect(hashing.algorithm == "HMAC-SHA256, HKDF-SHA256" && hashing.rows.isEmpty)
        let sealing = try #require(
            inventory.keys.first { $0.merchant == KeysFixture.merchant })
        #expect(sealing.algorithm == "AES-256-GCM" && sealing.generation == 1)
        #expect(sealing.createdAt == KeysFixture.now && !sealing.isRetiring)
        #expect(
            sealing.rows == [
                "cards": 5, "certificates": 1, "profile_accounts": 1, "webhook_secrets": 1,
            ])
        let rotation = try await fixture.begun(to: MasterKey.made())
        try await store.retireOldKeys(rotation)
        let during = try await store.keyInventory()
        #expect(during.masters.count == 2 && during.keys.count == 7)
        #expect(during.keys.filter(\.isRetiring).count == 3)
        #expect(during.keys.allSatisfy { $0.masterIDs.count == 2 })
        #expect(during.rotation?.number == rotation.number && during.lost.isEmpty)
        try await fixture.database.tamper("DELETE FROM wrapped_keys WHERE state = 'retiring'")
        #expect(try await store.keyInventory().lost["cards"] == 5)
    }
}

/// Pays one payment after the other until it is stopped.
private final class Shop: Sendable {
    private let state = Mutex((paid: 0, isStopped: false))

    var paid: Int { state.withLock { $0.paid } }
    var isStopped: Bool { state.withLock { $0.isStopped } }

    func pays() { state.withLock { $0.paid += 1 } }
    func stop() { state.withLock { $0.isStopped = true } }

    /// Waits for the payment under way: a server says that it took up new keys a second time when what
    /// it had sealed with the old ones is in the books.
    func endsWhatItBegan() async {
        let before = paid
        while paid == before, !isStopped, !Task.isCancelled { await Task.yield() }
    }
}
