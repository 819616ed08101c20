import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite(
    "A running vault whose URL leads to another database now", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct OtherDatabaseTests {
    private let fixture: KeysFixture
    private let other: StoreFixture
    private let merchant = KeysFixture.merchant
    private let now = KeysFixture.now

    init() async throws {
        fixture = try await KeysFixture()
        other = try await StoreFixture(hasKey: false)
    }

    /// Has the running vault take up the keys of books.
    private func refresh(from store: SQLPaymentStore) async throws {
        try await store.refresh(
            fixture.vault, master: fixture.master, merchants: [merchant, MerchantID("NEW")],
            at: now)
    }

    @Test("makes no keys in a new, empty one, which knows of no spent token")
    func emptyDatabase() async throws {
        let current = fixture.vault.currentKeyID(of: merchant)
        await #expect(throws: VaultOpeningError.otherDatabase) {
            try await refresh(from: other.store)
        }
        #expect(try await other.store.wrappedKeys().isEmpty)
        #expect(fixture.vault.currentKeyID(of: merchant) == current)
    }

    @Test(
        "loads no key of another one, whether their master key is the same or not",
        arguments: [true, false])
    func foreignKeys(isSameMaster: Bool) async throws {
        let master = isSameMaster ? fixture.master : MasterKey.made()
        let keys = try await other.store.openVaultKeys(
            master: master, merchants: [merchant], at: now)
        let kept = try await other.store.wrappedKeys()
        await #expect(throws: VaultOpeningError.otherDatabase) {
            try await refresh(from: other.store)
        }
        let foreign = try #require(keys.currentKeyID(of: merchant))
        await #expect(throws: VaultOpeningError.otherDatabase) {
            try await other.store.takeUp(foreign, into: fixture.vault, master: fixture.master)
        }
        #expect(!fixture.vault.hasKey(foreign))
        #expect(try await other.store.wrappedKeys() == kept)
    }

    @Test(
        "begins no payment there before it has looked: that one doesn't have its sealing key",
        arguments: [true, false])
    func betweenLooks(hasKeys: Bool) async throws {
        if hasKeys {
            _ = try await other.store.openVaultKeys(
                master: fixture.master, merchants: [merchant], at: now)
        }
        let intent = try await fixture.intent(number: 1)
        await #expect(throws: StoreError.unavailable) { try await other.store.begin(intent) }
        #expect(try await other.store.authorization(of: intent.payment.id) == nil)
    }

    @Test("goes on with its own through rotations, whatever master key they are under")
    func sameDatabase() async throws {
        let name = fixture.vault.hashingKeyID
        try await refresh(from: fixture.store)
        let first = try await fixture.begun()
        try await fixture.rotation().run(first) { _ in }
        try await refresh(from: fixture.store)
        let second = try await fixture.begun(to: MasterKey.made())
        try await refresh(from: fixture.store)
        #expect(try await fixture.store.mark().hashingKeyID == name)
        try await fixture.rotation().run(second) { _ in }
        // They are its own still, under a master key that it was not given.
        await #expect(throws: VaultOpeningError.vault(.wrongMasterKey)) {
            try await refresh(from: fixture.store)
        }
        #expect(try await fixture.store.mark().hashingKeyID == name)
    }

    @Test("a hash key that is missing from existing rows is damage, not another database")
    func lostRow() async throws {
        try fixture.database.execute("DELETE FROM wrapped_keys WHERE purpose = 'hashing'")
        await #expect(throws: VaultOpeningError.vault(.keyMissing)) {
            try await refresh(from: fixture.store)
        }
    }

    @Test("the mark of another database differs, even at the same configuration version")
    func marks() async throws {
        let (new, configurationVersion) = (
            try await other.store.mark(), try await other.merchants.configurationVersion()
        )
        #expect(new == DatabaseMark(configurationVersion: configurationVersion, hashingKeyID: nil))
        _ = try await other.store.openVaultKeys(
            master: fixture.master,
            merchants: [KeysFixture.merchant, KeysFixture.other], at: now)
        let (own, foreign) = (try await fixture.store.mark(), try await other.store.mark())
        #expect(own.configurationVersion == foreign.configurationVersion)
        #expect(own != foreign)
        #expect(own.hashingKeyID == fixture.vault.hashingKeyID)
    }
}
