import PaymentDomain
import Testing

@testable import CardVault

@Suite("Vault keys")
struct VaultKeysTests {
    private let fixture: VaultFixture
    private let binding = SealBinding(
        merchant: VaultFixture.merchant, subject: "row", kind: .result)

    init() throws {
        fixture = try VaultFixture()
    }

    @Test("a master key has 32 bytes", arguments: [0, 16, 31, 33])
    func masterKeyLength(count: Int) {
        #expect(throws: VaultError.masterKeyLength) {
            try MasterKey(bytes: [UInt8](repeating: 1, count: count))
        }
    }

    @Test("the next start opens what the first one sealed, and makes no new keys")
    func secondStart() throws {
        let record = try fixture.vault.seal([1, 2], for: binding)
        let again = try VaultKeys.bootstrap(master: fixture.master, existing: fixture.wrapped)
        #expect(again.new.isEmpty)
        #expect(try CardVault(keys: again.keys).open(record, for: binding) == [1, 2])
    }

    @Test("another master key is called wrong, not the keys damaged")
    func wrongMaster() throws {
        let other = try MasterKey(bytes: [UInt8](repeating: 8, count: 32))
        #expect(throws: VaultError.wrongMasterKey) {
            try VaultKeys.bootstrap(master: other, existing: fixture.wrapped)
        }
    }

    @Test("a kept key that was changed is damaged: its id, purpose, generation or bytes")
    func damagedKeys() throws {
        let sealing = try #require(fixture.wrapped.first { $0.purpose == .sealing })
        let hashing = try #require(fixture.wrapped.first { $0.purpose == .hashing })
        var bytes = sealing.bytes
        bytes[20] ^= 1
        let changes = [
            WrappedKey(
                id: "s1-ffffffff", purpose: .sealing, generation: 1, bytes: sealing.bytes),
            WrappedKey(id: sealing.id, purpose: .hashing, generation: 1, bytes: sealing.bytes),
            WrappedKey(id: sealing.id, purpose: .sealing, generation: 2, bytes: sealing.bytes),
            WrappedKey(id: sealing.id, purpose: .sealing, generation: 1, bytes: bytes),
        ]
        for changed in changes {
            #expect(throws: VaultError.keyDamaged) {
                try VaultKeys.bootstrap(
                    master: fixture.master, existing: [changed, hashing])
            }
        }
    }

    @Test("a lost key is missed, not made anew: what it sealed would be lost in silence")
    func missingKeys() {
        for kept in fixture.wrapped {
            #expect(throws: VaultError.keyMissing) {
                try VaultKeys.bootstrap(master: fixture.master, existing: [kept])
            }
        }
    }

    @Test("after a rotation the new key seals, and the old one still opens")
    func rotation() throws {
        let old = try fixture.vault.seal([9], for: binding)
        let (keys, new) = try fixture.keys.rotated(under: fixture.master)
        let rotated = CardVault(keys: keys)
        #expect(rotated.currentKeyID == new.id)
        #expect(try rotated.open(old, for: binding) == [9])
        let resealed = try rotated.resealed(old, for: binding)
        #expect(resealed.keyID == new.id)
        #expect(try rotated.open(resealed, for: binding) == [9])
        #expect(throws: VaultError.unknownKey) {
            try fixture.vault.open(resealed, for: binding)
        }
    }

    @Test("the newest sealing key is current after a restart, whatever the order of the rows")
    func orderOfGenerations() throws {
        let (_, new) = try fixture.keys.rotated(under: fixture.master)
        let kept = [new] + fixture.wrapped
        for rows in [kept, Array(kept.reversed())] {
            let keys = try VaultKeys.bootstrap(master: fixture.master, existing: rows).keys
            #expect(keys.currentKeyID == new.id)
        }
    }

    @Test("a rotation changes no fingerprint, handle or digest")
    func hashesSurvive() throws {
        let rotated = CardVault(keys: try fixture.keys.rotated(under: fixture.master).keys)
        let pan = try VaultFixture.pan()
        let merchant = VaultFixture.merchant
        #expect(
            rotated.fingerprint(of: pan, merchant: merchant)
                == fixture.vault.fingerprint(of: pan, merchant: merchant))
        #expect(
            rotated.handle(for: pan, merchant: merchant, attempt: 1)
                == fixture.vault.handle(for: pan, merchant: merchant, attempt: 1))
        #expect(rotated.digest(of: [[1], [2]]) == fixture.vault.digest(of: [[1], [2]]))
    }

    @Test("every error has its own code")
    func codes() {
        #expect(Set(VaultError.allCases.map(\.code)).count == VaultError.allCases.count)
    }
}
