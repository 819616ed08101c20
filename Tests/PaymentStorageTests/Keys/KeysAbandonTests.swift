import KeyCustody
import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("A rotation whose new master key is lost", .timeLimit(.minutes(5)), .onBothDatabases)
struct KeysAbandonTests {
    private let fixture: KeysFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await KeysFixture()
    }

    private func abandon(_ rotation: RotationRecord) async throws -> RotationRecord? {
        try await store.abandonNewMaster(of: rotation, by: "alice", at: KeysFixture.now)
    }

    @Test(
        "at whatever step, it is ended under the old key, and every record opens",
        arguments: [false, true])
    func goesOn(isResealing: Bool) async throws {
        try await fixture.fill(cards: 3)
        let next = MasterKey.made()
        let shares = try KeyShare.split(next, into: 3, threshold: 2)
        let known = try #require(ShareCommitments(shares, of: next))
        let begun = try await fixture.begun(to: next, shares: known)
        if isResealing { try await store.retireOldKeys(begun) }
        let standing = try #require(try await store.unfinishedRotation())
        let keys = try await Set(store.wrappedKeys().map(\.id))
        let goesOn = try #require(try await abandon(standing))
        #expect(!goesOn.changesMaster && goesOn.number == standing.number)
        #expect(goesOn.step == standing.step)
        // Servers may have sealed under the new data keys, so that those stay; what wraps them for the new master goes.
        #expect(try await Set(store.wrappedKeys().map(\.id)) == keys)
        #expect(try await store.shareCommitments().isEmpty)
        await #expect(throws: VaultError.wrongMasterKey) { try await fixture.opened(with: next) }
        _ = try await fixture.opened()
        try await fixture.rotation().run(goesOn) { _ in }
        let vault = try await fixture.opened()
        for record in try await fixture.records() {
            _ = try vault.open(record.row.record, for: record.row.binding)
        }
        #expect(try await Set(store.wrappedKeys().map(\.masterID)) == [fixture.master.id])
        #expect(try await store.unfinishedRotation() == nil)
        #expect(try await store.formerMasterIDs().isEmpty)
        let acts = try await store.merchantStore.acts(limit: 100).map(\.act)
        let act = try #require(acts.first { $0.kind == .masterKeyAbandoned })
        #expect(act.subject == "rotation \(begun.number) \(fixture.master.id) to \(next.id)")
        #expect(try await store.audit().isClean)
    }

    @Test("a process that thinks it elsewhere, or of another kind, changes nothing")
    func elsewhere() async throws {
        let begun = try await fixture.begun(to: MasterKey.made())
        try await store.retireOldKeys(begun)
        let keys = try await store.wrappedKeys()
        #expect(try await abandon(begun) == nil)
        #expect(try await store.wrappedKeys() == keys)
        let standing = try #require(try await store.unfinishedRotation())
        let goesOn = try #require(try await abandon(standing))
        #expect(try await abandon(standing) == nil)
        #expect(try await abandon(goesOn) == nil)
    }

    @Test("if a key is under the new master key alone, nothing is changed")
    func loneKey() async throws {
        let begun = try await fixture.begun(to: MasterKey.made())
        try await fixture.database.tamper(
            """
            DELETE FROM wrapped_keys
            WHERE master_id = '\(fixture.master.id)' AND purpose = 'hashing'
            """)
        let keys = try await store.wrappedKeys()
        await #expect(throws: StoreError.corrupt) { try await abandon(begun) }
        #expect(try await store.wrappedKeys() == keys)
        #expect(try await store.unfinishedRotation() == begun)
    }
}
