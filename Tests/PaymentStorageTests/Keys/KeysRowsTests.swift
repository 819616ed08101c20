import KeyCustody
import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("The keys in the database", .timeLimit(.minutes(5)), .onBothDatabases)
struct KeysRowsTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let master: MasterKey
    private let merchant = StoreFixture.merchant
    private let now = StoreFixture.now

    init() async throws {
        fixture = try await StoreFixture(hasKey: false)
        master = try MasterKey(bytes: [UInt8](repeating: 3, count: 32))
    }

    @Test("keys come back as they were stored, and a new database gets one for hashes")
    func roundTrip() async throws {
        _ = try await store.openVaultKeys(master: master, at: now)
        let kept = try await store.wrappedKeys()
        #expect(kept.map(\.purpose) == [.hashing])
        let keys = try VaultKeys.opened(master: master, existing: kept)
        let made = try keys.made(for: merchant, under: master, at: now)
        #expect(try await store.save([made.new]) == .kept)
        #expect(try await store.wrappedKeys() == kept + [made.new])
    }

    @Test("two that start at once end up with the same keys")
    func firstStart() async throws {
        let other = try await fixture.openedAgain()
        async let first = store.openVaultKeys(master: master, merchants: [merchant], at: now)
        async let second = other.openVaultKeys(master: master, merchants: [merchant], at: now)
        let keys = try await (first, second)
        #expect(keys.0.currentKeyID(of: merchant) == keys.1.currentKeyID(of: merchant))
        #expect(try await store.wrappedKeys().count == 2)
        let made = try VaultKeys.bootstrap(master: master, existing: [], at: now).new
        #expect(try await store.save(made) == .taken)
        try other.close()
    }

    @Test("a merchant gets a key when it has none and when its key is a period old, and one alone")
    func periods() async throws {
        var ids: [String?] = []
        for days in [0, 29, 30, 31] as [Int64] {
            let keys = try await store.openVaultKeys(
                master: master, merchants: [merchant, merchant],
                at: now.adding(seconds: days * 86_400))
            ids.append(keys.currentKeyID(of: merchant))
        }
        #expect(ids[0] == ids[1])
        #expect(ids[1] != ids[2])
        #expect(ids[2] == ids[3])
        #expect(try await store.wrappedKeys().count == 3)
    }

    @Test("new keys make running servers reload")
    func versions() async throws {
        let before = try await store.merchantStore.configurationVersion()
        _ = try await store.openVaultKeys(master: master, merchants: [merchant], at: now)
        let after = try await store.merchantStore.configurationVersion()
        #expect(after == before + 1)
        _ = try await store.openVaultKeys(master: master, merchants: [merchant], at: now)
        #expect(try await store.merchantStore.configurationVersion() == after)
    }

    @Test("a running vault takes up a key that another process made")
    func refresh() async throws {
        let vault = CardVault(keys: try await store.openVaultKeys(master: master, at: now))
        let binding = AssociatedData(merchant: merchant, subject: "row", kind: .registration)
        #expect(throws: VaultError.noKey) { try vault.seal([1], for: binding) }
        let other = try await store.openVaultKeys(
            master: master, merchants: [merchant], at: now)
        try await store.refresh(vault, master: master, merchants: [], at: now)
        #expect(
            try vault.seal([1], for: binding).keyID == other.currentKeyID(of: merchant))
    }

    @Test("a running vault takes up one key by its name to open with, and seals with its own")
    func oneKey() async throws {
        let vault = CardVault(
            keys: try await store.openVaultKeys(
                master: master, merchants: [merchant], at: now))
        let own = vault.currentKeyID(of: merchant)
        let later = CardVault(
            keys: try await store.openVaultKeys(
                master: master, merchants: [merchant],
                at: now.adding(seconds: VaultLimits.keyPeriodSeconds)))
        let binding = AssociatedData(merchant: merchant, subject: "row", kind: .registration)
        let record = try later.seal([1], for: binding)
        try await store.takeUp("s9-unknown", into: vault, master: master)
        #expect(!vault.hasKey("s9-unknown") && !vault.hasKey(record.keyID))
        #expect(throws: VaultError.unknownKey) { try vault.open(record, for: binding) }
        try await store.takeUp(record.keyID, into: vault, master: master)
        #expect(try vault.open(record, for: binding) == [1])
        #expect(vault.currentKeyID(of: merchant) == own)
    }

    @Test("another master key says so, and the vault in use stays as it was")
    func wrongMaster() async throws {
        let vault = CardVault(
            keys: try await store.openVaultKeys(
                master: master, merchants: [merchant], at: now))
        let other = try MasterKey(bytes: [UInt8](repeating: 4, count: 32))
        await #expect(throws: VaultOpeningError.vault(.wrongMasterKey)) {
            try await store.refresh(vault, master: other, merchants: [], at: now)
        }
        #expect(vault.currentKeyID(of: merchant) != nil)
    }

    @Test("the database takes no sealing key under a foreign master key")
    func strangeMaster() async throws {
        _ = try await store.openVaultKeys(master: master, at: now)
        let strange = MasterKey.made()
        let database = try VaultKeys.bootstrap(master: strange, existing: [], at: now)
        let made = try database.keys.made(for: merchant, under: strange, at: now)
        await #expect(throws: StoreError.unavailable) { try await store.save([made.new]) }
    }

    @Test("the commitments of shares come back, and only a new database takes a master key")
    func shares() async throws {
        let shares = try KeyShare.split(master, into: 5, threshold: 3)
        let known = try #require(ShareCommitments(shares, of: master))
        let new = try VaultKeys.bootstrap(master: master, existing: [], at: now).new
        #expect(try await store.setUp(new, shares: known, by: "test", at: now))
        #expect(try await store.shareCommitments() == [known])
        #expect(try await store.merchantStore.acts(limit: 1).map(\.act.kind) == [.masterKeyMade])
        #expect(try await !store.setUp(new, shares: known, by: "test", at: now))
        var collector = ShareCollector(sets: try await store.shareCommitments())
        _ = try collector.take(shares[4])
        _ = try collector.take(shares[0])
        guard case .complete(let found) = try collector.take(shares[2]) else {
            Issue.record("three shares give the key")
            return
        }
        _ = try await store.openVaultKeys(master: found, at: now)
    }
}
