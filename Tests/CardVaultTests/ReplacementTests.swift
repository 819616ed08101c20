import PaymentDomain
import Testing

@testable import CardVault

@Suite("Replacing the keys of a running vault", .timeLimit(.minutes(5)))
struct ReplacementTests {
    private let fixture: VaultFixture
    private let merchant = VaultFixture.merchant
    private let binding = AssociatedData(
        merchant: VaultFixture.merchant, subject: "row", kind: .registration)

    init() throws {
        fixture = try VaultFixture()
    }

    /// The keys after one more was made, and after the older ones were taken from the books.
    private func next() throws -> (both: VaultKeys, newAlone: VaultKeys) {
        let made = try fixture.keys.made(
            for: merchant, under: fixture.master, at: VaultFixture.start.adding(seconds: 1))
        let hashing = fixture.wrapped.filter { $0.purpose == .hashing }
        let alone = try VaultKeys.opened(
            master: fixture.master, existing: hashing + [made.new])
        return (made.keys, alone)
    }

    @Test("every copy of the vault seals with the new key at once")
    func copies() throws {
        let copy = fixture.vault
        let keys = try next().both
        fixture.vault.replace(keys)
        #expect(try copy.seal([1], for: binding).keyID == keys.currentKeyID(of: merchant))
    }

    @Test("records of a vanished key open until the next replacement, and then no more")
    func vanishedKeys() throws {
        let vault = fixture.vault
        let old = try vault.seal([1], for: binding)
        let keys = try next()
        vault.replace(keys.both)
        vault.replace(keys.newAlone)
        #expect(try vault.open(old, for: binding) == [1])
        #expect(try vault.seal([1], for: binding).keyID != old.keyID)
        vault.replace(keys.newAlone)
        #expect(throws: VaultError.unknownKey) { try vault.open(old, for: binding) }
    }

    @Test("a key that is taken up by its name opens, and seals nothing")
    func takenUp() throws {
        let vault = fixture.vault
        let old = vault.currentKeyID(of: merchant)
        let both = try next().both
        let record = try CardVault(keys: both).seal([1], for: binding)
        vault.takeUp("s9-unknown", of: both)
        #expect(!vault.hasKey(record.keyID))
        vault.takeUp(record.keyID, of: both)
        #expect(try vault.open(record, for: binding) == [1])
        #expect(vault.currentKeyID(of: merchant) == old)
        vault.replace(both)
        #expect(vault.currentKeyID(of: merchant) == record.keyID)
    }

    @Test("payments that seal and open meanwhile never miss a key")
    func atOnce() async throws {
        let vault = fixture.vault
        let keys = try next()
        let binding = binding
        let failures = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    var failures = 0
                    for _ in 0..<500 {
                        let record = try? vault.seal([1], for: binding)
                        let opened = record.flatMap { try? vault.open($0, for: binding) }
                        if opened != [1] { failures += 1 }
                    }
                    return failures
                }
            }
            vault.replace(keys.both)
            return await group.reduce(0, +)
        }
        #expect(failures == 0)
    }
}
