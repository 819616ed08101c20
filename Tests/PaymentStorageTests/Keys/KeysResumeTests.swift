import StorageFixtures
import StorageKit
import CardVault
import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@testable import PaymentStorage

@Suite("A rotation that was stopped", .timeLimit(.minutes(5)), .onBothDatabases)
struct KeysResumeTests {
    private let fixture: KeysFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await KeysFixture()
    }

    @Test("it resumes at the step at which it was killed", arguments: 1...7)
    func resumes(writes: Int) async throws {
        try await fixture.fill(cards: 450)
        let count = try await fixture.records().count
        let rotation = try await fixture.begun()
        // A process that is killed after so many writes: the next one finds no book.
        let other = try await fixture.database.openedAgain()
        let keys = try VaultKeys.opened(
            master: fixture.master, existing: try await store.wrappedKeys())
        let first = KeyRotation(
            store: other, keys: keys, servers: { _ in true }, by: "test",
            now: { KeysFixture.now })
        let seen = Mutex(0)
        await #expect(throws: RotationError.self) {
            try await first.run(rotation) { _ in
                let isLast = seen.withLock { seen in
                    seen += 1
                    return seen == writes
                }
                if isLast { try? other.close() }
            }
        }
        let found = try #require(try await store.unfinishedRotation())
        #expect(found.number == rotation.number)
        let resealed = try await fixture.rotation().run(found) { _ in }
        #expect(resealed == count)
        let vault = try await fixture.opened()
        for record in try await fixture.records() {
            _ = try vault.open(record.row.record, for: record.row.binding)
        }
        #expect(try await store.wrappedKeys().count == 4)
    }

    @Test("while one has not ended, another does not begin; it is found instead")
    func oneAtATime() async throws {
        let rotation = try await fixture.begun()
        let plan = try RotationPlan(
            existing: try await store.wrappedKeys(), from: fixture.master,
            to: MasterKey.made(), at: KeysFixture.now)
        #expect(try await store.begin(plan, by: "test") == .unfinished(rotation))
    }

    @Test("a plan that does not know of a key that was made since is not begun")
    func outdated() async throws {
        let plan = try RotationPlan(
            existing: try await store.wrappedKeys(), from: fixture.master,
            to: MasterKey.made(), at: KeysFixture.now)
        _ = try await store.openVaultKeys(
            master: fixture.master, merchants: [MerchantID("NEW")], at: KeysFixture.now)
        #expect(try await store.begin(plan, by: "test") == .outdated)
        #expect(try await store.unfinishedRotation() == nil)
    }

    @Test("if a server doesn't load the new keys, no old key is retired")
    func lateServers() async throws {
        try await fixture.fill()
        let rotation = try await fixture.begun()
        let looks = Mutex(0)
        let late = try await fixture.rotation { _ in
            looks.withLock { looks in
                looks += 1
                return looks < 2
            }
        }
        await #expect(throws: RotationError.serversLate) { try await late.run(rotation) { _ in } }
        #expect(try await store.unfinishedRotation()?.step == .takingUp)
        #expect(try await store.wrappedKeys().allSatisfy { !$0.isRetiring })
        // Still with the old key, and good.
        _ = try await store.begin(try await fixture.intent(number: 7))
        try await fixture.rotation().run(rotation) { _ in }
    }

    @Test(
        "a row that changes meanwhile keeps the change, and is resealed later if need be")
    func changedRows() async throws {
        try await fixture.fill(cards: 3)
        let rotation = try await fixture.begun()
        let database = fixture.database
        let erased = Mutex(false)
        let worker = try await fixture.rotation()
        try await worker.run(rotation) { progress in
            guard case .walked(table: "certificates", _, _, _) = progress else { return }
            let isFirst = erased.withLock { erased in
                defer { erased = true }
                return !erased
            }
            guard isFirst else { return }
            // Between reading and writing would be the same: the update names the old bytes.
            try? database.execute("DELETE FROM registrations")
        }
        #expect(try await fixture.records().allSatisfy { $0.column.table != "registrations" })
    }

    @Test("a conditional update leaves a row alone that is not what was read")
    func conditional() async throws {
        try await fixture.fill(cards: 2)
        let rotation = try await fixture.begun()
        try await store.retireOldKeys(rotation)
        let standing = try #require(try await store.unfinishedRotation())
        let column = try #require(SealedColumn.all.first { $0.table == "cards" })
        let piece = try await store.piece(of: column, after: 0)
        #expect(piece.rows.count == 2)
        let vault = try await fixture.opened()
        let resealed = try piece.rows.map {
            ResealedRow(
                old: RetiringRow(
                    row: $0.row, binding: $0.binding,
                    record: SealedRecord(keyID: $0.record.keyID, bytes: [1])),
                record: try vault.resealed($0.record, for: $0.binding))
        }
        let next = standing.at(table: "cards", row: 2, changes: 2, damaged: 0)
        let reached = try await store.keep(resealed, of: column, before: standing, after: next)
        #expect(reached.resealed == 0 && reached.passChanges == 2)
        #expect(try await store.piece(of: column, after: 0).rows.count == 2)
        // Who thinks that it is elsewhere writes nothing.
        await #expect(throws: RotationError.underway) {
            try await store.keep(resealed, of: column, before: standing, after: next)
        }
    }

    @Test("a record that doesn't open keeps its key, until it is abandoned")
    func damagedRecords() async throws {
        try await fixture.fill(cards: 3)
        try await fixture.database.tamper(
            "UPDATE cards SET sealed_pan = (SELECT sealed_pan FROM cards WHERE row = 1)")
        let rotation = try await fixture.begun()
        let worker = try await fixture.rotation()
        let named = Mutex<Set<RotationProgress>>([])
        await #expect(throws: RotationError.damaged(2)) {
            try await worker.run(rotation) { progress in
                guard case .damaged = progress else { return }
                _ = named.withLock { $0.insert(progress) }
            }
        }
        #expect(
            named.withLock { $0 } == [
                .damaged(table: "cards", row: 2), .damaged(table: "cards", row: 3),
            ])
        #expect(try await store.wrappedKeys().contains(where: \.isRetiring))
        let found = try #require(try await store.unfinishedRotation())
        try await worker.run(found, givesUpDamaged: true) { _ in }
        #expect(try await store.keyInventory().lost == ["cards": 2])
    }
}
