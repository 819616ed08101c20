import StorageFixtures
import StorageKit
import Database
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite(
    "The database refuses records under keys that aren't in use", .timeLimit(.minutes(5)),
    .onBothDatabases)
struct KeysGuardTests {
    private let fixture: KeysFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await KeysFixture()
    }

    @Test("a new card sealed under an unknown key is refused with its payment")
    func unknownKeysOfCards() async throws {
        var intent = try await fixture.intent(number: 1)
        intent.card.sealPAN = { _, _ in SealedRecord(keyID: "s9-unknown", bytes: [1]) }
        await #expect(throws: StoreError.unavailable) { try await store.begin(intent) }
        #expect(try await store.authorization(of: intent.payment.id) == nil)
        #expect(try await fixture.records().isEmpty)
    }

    @Test("a server that slept through a rotation is refused, and works again with the new keys")
    func sleepers() async throws {
        let asleep = try await fixture.intent(number: 1)
        let rotation = try await fixture.begun()
        let begun = BeginOutcome.begun(asleep.card.handle, isNewCard: true)
        #expect(try await store.begin(asleep) == begun)
        let late = try await fixture.intent(number: 2)
        try await store.retireOldKeys(rotation)
        await #expect(throws: StoreError.unavailable) { try await store.begin(late) }
        try await store.refresh(
            fixture.vault, master: fixture.master, merchants: [], at: KeysFixture.now)
        _ = try await store.begin(try await fixture.intent(number: 3))
    }

    @Test("a process that slept through its rotation takes no key of the next one out of use")
    func sleepingRotation() async throws {
        let asleep = try await fixture.begun()
        try await fixture.database.tamper("UPDATE rotations SET step = 'finished', finished_at = 1")
        _ = try await fixture.begun()
        try await store.retireOldKeys(asleep)
        #expect(try await store.keyInventory().keys.allSatisfy { !$0.isRetiring })
    }

    @Test(
        "each table with sealed records refuses a retiring key, in a new row and in a changed one",
        arguments: SealedColumn.all)
    func tables(column: SealedColumn) async throws {
        try await fixture.fill(cards: 2)
        let rotation = try await fixture.begun()
        try await store.retireOldKeys(rotation)
        let found = try await fixture.records().filter { $0.column == column }
        let row = try #require(found.first?.row)
        await #expect(throws: StoreError.unavailable) {
            try await store.write { db in
                try db.change(
                    "UPDATE \(column.table) SET \(column.key) = ? WHERE \(column.row) = ?",
                    [row.record.keyID.sqlValue, row.row.sqlValue])
            }
        }
        await #expect(throws: StoreError.unavailable) {
            try await store.write { db in
                try db.change(
                    """
                    INSERT INTO \(column.table) SELECT * FROM \(column.table)
                    WHERE \(column.key) IS NOT NULL
                    """, [])
            }
        }
        // Erasing is always allowed.
        guard column.table == "registrations" else { return }
        let erased = try await store.write { db in
            try db.change(
                "UPDATE \(column.table) SET \(column.key) = NULL, \(column.sealed) = NULL", [])
        }
        #expect(erased > 0)
    }

    @Test("no key is added while a rotation runs: it would not know of it")
    func noNewKeys() async throws {
        let kept = try await store.wrappedKeys()
        let keys = try VaultKeys.opened(master: fixture.master, existing: kept)
        let made = try keys.made(
            for: MerchantID("NEW"), under: fixture.master, at: KeysFixture.now)
        _ = try await fixture.begun()
        #expect(try await store.save([made.new]) == .rotationRuns)
        await #expect(throws: StoreError.unavailable) {
            try await store.write { db in try db.insert(made.new) }
        }
        // Servers go on with what is there.
        let opened = try await store.openVaultKeys(
            master: fixture.master, merchants: [MerchantID("NEW")], at: KeysFixture.now)
        #expect(opened.currentKeyID(of: MerchantID("NEW")) == nil)
        #expect(opened.currentKeyID(of: KeysFixture.merchant) != nil)
    }
}
