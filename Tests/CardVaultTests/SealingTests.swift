@_spi(CardData) import PaymentDomain
import Testing

@testable import CardVault

@Suite("Sealing", .timeLimit(.minutes(5)))
struct SealingTests {
    private let fixture: VaultFixture
    private var vault: CardVault { fixture.vault }
    private let binding = AssociatedData(
        merchant: VaultFixture.merchant, subject: "row", kind: .registration)

    init() throws {
        fixture = try VaultFixture()
    }

    @Test("a sealed record opens in its own row", arguments: [0, 1, 16, 600])
    func opens(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let record = try vault.seal(bytes, for: binding)
        #expect(try vault.open(record, for: binding) == bytes)
        #expect(record.bytes.count == count + 28)
    }

    @Test(
        "a record that was moved to another row does not open",
        arguments: [
            AssociatedData(
                merchant: VaultFixture.otherMerchant, subject: "row", kind: .registration),
            AssociatedData(merchant: VaultFixture.merchant, subject: "other", kind: .registration),
            AssociatedData(merchant: VaultFixture.merchant, subject: "row", kind: .pan),
            AssociatedData(merchant: VaultFixture.merchant, subject: "row", kind: .privateKey),
            AssociatedData(merchant: MerchantID("SANDBOXr"), subject: "ow", kind: .registration),
        ])
    func movedRows(elsewhere: AssociatedData) throws {
        let record = try vault.seal([1, 2, 3], for: binding)
        #expect(throws: VaultError.doesNotOpen) { try vault.open(record, for: elsewhere) }
    }

    @Test("a single changed bit keeps a record shut")
    func changedBits() throws {
        let record = try vault.seal([1, 2, 3], for: binding)
        for index in record.bytes.indices {
            var bytes = record.bytes
            bytes[index] ^= 1
            let changed = SealedRecord(keyID: record.keyID, bytes: bytes)
            #expect(throws: VaultError.doesNotOpen) { try vault.open(changed, for: binding) }
        }
    }

    @Test("a record shorter than nonce and tag does not open", arguments: [0, 1, 27])
    func shortRecords(count: Int) {
        let record = SealedRecord(
            keyID: vault.currentKeyID(of: VaultFixture.merchant) ?? "",
            bytes: [UInt8](repeating: 0, count: count))
        #expect(throws: VaultError.doesNotOpen) { try vault.open(record, for: binding) }
    }

    @Test("the same bytes never seal alike")
    func noncesDiffer() throws {
        #expect(try vault.seal([1], for: binding) != vault.seal([1], for: binding))
    }

    @Test("more than a record may hold is refused")
    func tooLarge() {
        let bytes = [UInt8](repeating: 0, count: VaultLimits.recordBytes + 1)
        #expect(throws: VaultError.tooLarge) { try vault.seal(bytes, for: binding) }
    }

    @Test("a record under a key that is not in the ring names an unknown key")
    func unknownKey() throws {
        let record = SealedRecord(
            keyID: "s9-00000000", bytes: try vault.seal([1], for: binding).bytes)
        #expect(throws: VaultError.unknownKey) { try vault.open(record, for: binding) }
    }

    @Test("a merchant without a key seals nothing, and takes no other merchant's key")
    func noKey() {
        let other = AssociatedData(merchant: MerchantID("NEW"), subject: "row", kind: .registration)
        #expect(throws: VaultError.noKey) { try vault.seal([1], for: other) }
    }

    @Test("each merchant's records are under a key of its own")
    func keysOfMerchants() throws {
        let other = AssociatedData(
            merchant: VaultFixture.otherMerchant, subject: "row", kind: .registration)
        let record = try vault.seal([1], for: binding)
        let others = try vault.seal([1], for: other)
        #expect(record.keyID != others.keyID)
        let renamed = SealedRecord(keyID: others.keyID, bytes: record.bytes)
        #expect(throws: VaultError.doesNotOpen) { try vault.open(renamed, for: binding) }
        #expect(throws: VaultError.doesNotOpen) { try vault.open(renamed, for: other) }
    }

    @Test("a card number comes back whole, and only for its merchant and handle")
    func cardNumbers() throws {
        let pan = try VaultFixture.pan()
        let handle = vault.handle(for: pan, merchant: VaultFixture.merchant, attempt: 0)
        let record = try vault.seal(pan, merchant: VaultFixture.merchant, handle: handle)
        let opened = try vault.openPAN(record, merchant: VaultFixture.merchant, handle: handle)
        #expect(opened == pan)
        #expect(throws: VaultError.doesNotOpen) {
            try vault.openPAN(record, merchant: VaultFixture.otherMerchant, handle: handle)
        }
    }

    @Test("a record that opens to no card number is malformed")
    func noCardNumber() throws {
        let handle = try #require(VaultHandle("abc"))
        let record = try vault.seal(
            [1, 2, 3],
            for: AssociatedData(merchant: VaultFixture.merchant, handle: handle, kind: .pan))
        #expect(throws: VaultError.malformedContent) {
            try vault.openPAN(record, merchant: VaultFixture.merchant, handle: handle)
        }
    }

    @Test("nothing of the vault prints")
    func prints() throws {
        var dumped = ""
        dump(vault, to: &dumped)
        dump(fixture.keys, to: &dumped)
        dump(fixture.master, to: &dumped)
        dump(fixture.wrapped, to: &dumped)
        #expect("\(vault) \(fixture.keys) \(fixture.master)" == "CardVault VaultKeys MasterKey")
        #expect(!dumped.contains("SymmetricKey"))
        #expect(!dumped.contains("UInt8"))
    }
}
