import PaymentDomain
import Testing

@testable import CardVault

@Suite("Vault keys", .timeLimit(.minutes(5)))
struct VaultKeysTests {
    private let fixture: VaultFixture
    private let merchant = VaultFixture.merchant
    private let binding = AssociatedData(
        merchant: VaultFixture.merchant, subject: "row", kind: .registration)
    private let later = VaultFixture.start.adding(seconds: 60)

    init() throws {
        fixture = try VaultFixture()
    }

    @Test("a master key has 32 bytes", arguments: [0, 16, 31, 33])
    func masterKeyLength(count: Int) {
        #expect(throws: VaultError.masterKeyLength) {
            try MasterKey(bytes: [UInt8](repeating: 1, count: count))
        }
    }

    @Test("a master key's name is 16 hex digits, always the same, and another key's is another")
    func masterNames() throws {
        let name = fixture.master.id
        #expect(name.utf8.count == 16)
        #expect(name.allSatisfy { "0123456789abcdef".contains($0) })
        #expect(try name == MasterKey(bytes: [UInt8](repeating: 7, count: 32)).id)
        #expect(try name != MasterKey(bytes: [UInt8](repeating: 8, count: 32)).id)
        #expect(MasterKey.made().id != MasterKey.made().id)
    }

    @Test("a new database has a key for hashes, and no merchant's")
    func newDatabase() throws {
        let database = try VaultKeys.bootstrap(
            master: fixture.master, existing: [], at: VaultFixture.start)
        #expect(database.new.map(\.purpose) == [.hashing])
        #expect(database.keys.merchants.isEmpty)
        #expect(database.new.allSatisfy { $0.masterID == fixture.master.id && $0.merchant == nil })
    }

    @Test("the next start opens what the first one sealed, and makes no new keys")
    func secondStart() throws {
        let record = try fixture.vault.seal([1, 2], for: binding)
        let again = try VaultKeys.bootstrap(
            master: fixture.master, existing: fixture.wrapped, at: later)
        #expect(again.new.isEmpty)
        #expect(again.keys.merchants == [merchant, VaultFixture.otherMerchant])
        #expect(try CardVault(keys: again.keys).open(record, for: binding) == [1, 2])
    }

    @Test("another master key is called wrong, not the keys damaged")
    func wrongMaster() throws {
        let other = try MasterKey(bytes: [UInt8](repeating: 8, count: 32))
        #expect(throws: VaultError.wrongMasterKey) {
            try VaultKeys.opened(master: other, existing: fixture.wrapped)
        }
    }

    @Test("a kept key that was changed is damaged: whatever its row says is bound to it")
    func damagedKeys() throws {
        let sealing = try #require(fixture.wrapped.first { $0.purpose == .sealing })
        let hashing = try #require(fixture.wrapped.first { $0.purpose == .hashing })
        var bytes = sealing.bytes
        bytes[20] ^= 1
        let changes = [
            sealing.changed(id: "s1-ffffffffffffffff"), sealing.changed(purpose: .hashing),
            sealing.changed(merchant: VaultFixture.otherMerchant),
            sealing.changed(merchant: .some(nil)), sealing.changed(generation: 2),
            sealing.changed(createdAt: later), sealing.changed(bytes: bytes),
            sealing.changed(bytes: hashing.bytes), sealing.changed(bytes: []),
        ]
        for changed in changes {
            #expect(throws: VaultError.keyDamaged) {
                try VaultKeys.opened(master: fixture.master, existing: [changed, hashing])
            }
        }
    }

    @Test("a lost key for hashes is missing, not made again: no card would be found again")
    func missingKeys() {
        let sealing = fixture.wrapped.filter { $0.purpose == .sealing }
        #expect(throws: VaultError.keyMissing) {
            try VaultKeys.bootstrap(master: fixture.master, existing: sealing, at: later)
        }
        #expect(throws: VaultError.keyMissing) {
            try VaultKeys.opened(master: fixture.master, existing: [])
        }
    }

    @Test("a key that only another master wraps is missed: what it sealed would be lost in silence")
    func halfWrapped() throws {
        var rows = fixture.wrapped
        rows[1] = rows[1].changed(masterID: "0123456789abcdef")
        #expect(throws: VaultError.keyMissing) {
            try VaultKeys.opened(master: fixture.master, existing: rows)
        }
    }

    @Test(
        "keys that two masters wrap open with either, and the first rows say nothing to the second")
    func twoMasters() throws {
        let next = MasterKey.made()
        let record = try fixture.vault.seal([5], for: binding)
        let again = try fixture.wrapped.map {
            try $0.rewrapped(from: fixture.master, under: next)
        }
        #expect(again.map(\.id) == fixture.wrapped.map(\.id))
        #expect(again.allSatisfy { $0.masterID == next.id })
        for master in [fixture.master, next] {
            let keys = try VaultKeys.opened(master: master, existing: fixture.wrapped + again)
            #expect(try CardVault(keys: keys).open(record, for: binding) == [5])
        }
        #expect(throws: VaultError.wrongMasterKey) {
            try VaultKeys.opened(master: fixture.master, existing: again)
        }
        #expect(throws: VaultError.keyDamaged) {
            try fixture.wrapped[0].rewrapped(from: next, under: fixture.master)
        }
    }

    @Test("a merchant's newer key seals, and its older one still opens")
    func newerKeys() throws {
        let old = try fixture.vault.seal([9], for: binding)
        let (keys, new) = try fixture.keys.made(for: merchant, under: fixture.master, at: later)
        let vault = CardVault(keys: keys)
        #expect(new.generation == 2)
        #expect(vault.currentKeyID(of: merchant) == new.id)
        #expect(try vault.open(old, for: binding) == [9])
        let resealed = try vault.resealed(old, for: binding)
        #expect(resealed.keyID == new.id)
        #expect(try vault.resealed(resealed, for: binding) == resealed)
        #expect(try vault.open(resealed, for: binding) == [9])
        #expect(throws: VaultError.unknownKey) {
            try fixture.vault.open(resealed, for: binding)
        }
    }

    @Test("each of some merchants gets its next key, and no other merchant one")
    func newerKeysOfSeveral() throws {
        let new = MerchantID("new")
        let (keys, made) = try fixture.keys.made(
            forEachOf: [merchant, new], under: fixture.master, at: later)
        #expect(made.count == 2)
        for (merchant, generation) in [(merchant, 2), (new, 1)] {
            let key = made.first { $0.merchant == merchant }
            #expect(key?.generation == generation)
            #expect(keys.currentKeyID(of: merchant) == key?.id)
        }
        #expect(try fixture.keys.made(forEachOf: [], under: fixture.master, at: later).new.isEmpty)
    }

    @Test("the newest key is current after a restart, whatever the order of the rows")
    func orderOfGenerations() throws {
        let (_, new) = try fixture.keys.made(for: merchant, under: fixture.master, at: later)
        let kept = [new] + fixture.wrapped
        for rows in [kept, Array(kept.reversed())] {
            let keys = try VaultKeys.opened(master: fixture.master, existing: rows)
            #expect(keys.currentKeyID(of: merchant) == new.id)
        }
    }

    @Test("a retiring key opens and seals no more, though it be the newest")
    func retiring() throws {
        let record = try fixture.vault.seal([3], for: binding)
        let rows = fixture.wrapped.map { $0.changed(isRetiring: $0.purpose == .sealing) }
        let vault = CardVault(keys: try VaultKeys.opened(master: fixture.master, existing: rows))
        #expect(try vault.open(record, for: binding) == [3])
        #expect(throws: VaultError.noKey) { try vault.seal([3], for: binding) }
    }

    @Test(
        "a merchant needs a new key when it has none, or when its newest is as old as the period",
        arguments: [0, 29 * day, 30 * day - 1, 30 * day, 400 * day])
    func periods(seconds: Int64) {
        let merchants = [merchant, VaultFixture.otherMerchant, MerchantID("NEW")]
        let now = VaultFixture.start.adding(seconds: seconds)
        let due = seconds < 30 * day ? [MerchantID("NEW")] : merchants
        #expect(fixture.keys.missing(merchants: merchants, at: now) == due)
    }

    @Test("no new key changes a fingerprint, a handle, a digest or a secret's code")
    func hashesSurvive() throws {
        let keys = try fixture.keys.made(for: merchant, under: fixture.master, at: later).keys
        let next = CardVault(keys: keys)
        let pan = try VaultFixture.pan()
        #expect(
            next.fingerprint(of: pan, merchant: merchant)
                == fixture.vault.fingerprint(of: pan, merchant: merchant))
        #expect(
            next.handle(for: pan, merchant: merchant, attempt: 1)
                == fixture.vault.handle(for: pan, merchant: merchant, attempt: 1))
        #expect(next.digest(of: [[1], [2]]) == fixture.vault.digest(of: [[1], [2]]))
        #expect(next.secretCode(of: [1]) == fixture.vault.secretCode(of: [1]))
    }

    @Test("the key for hashes keeps its name under another master; another database has another")
    func hashingKeyNames() throws {
        let name = fixture.keys.hashingKeyID
        #expect(fixture.vault.hashingKeyID == name)
        #expect(fixture.wrapped.filter { $0.purpose == .hashing }.map(\.id) == [name])
        let made = try fixture.keys.made(for: merchant, under: fixture.master, at: later)
        #expect(made.keys.hashingKeyID == name)
        let next = MasterKey.made()
        let rows = try fixture.wrapped.map { try $0.rewrapped(from: fixture.master, under: next) }
        #expect(try VaultKeys.opened(master: next, existing: rows).hashingKeyID == name)
        #expect(try VaultFixture().keys.hashingKeyID != name)
    }

    @Test("every error has its own code")
    func codes() {
        #expect(Set(VaultError.allCases.map(\.code)).count == VaultError.allCases.count)
    }
}

private let day: Int64 = 86_400
