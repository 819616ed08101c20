import StorageFixtures
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

@Suite("Sealed rows and their keys", .timeLimit(.minutes(5)), .onBothDatabases)
struct SealedRowsTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }
    private let master: MasterKey
    private let merchant = StoreFixture.merchant

    init() async throws {
        fixture = try await StoreFixture(hasKey: false)
        master = try MasterKey(bytes: [UInt8](repeating: 3, count: 32))
    }

    private func keepCard(_ digits: String, in vault: CardVault) async throws -> VaultHandle {
        let pan = try PAN(digits: digits)
        let handle = vault.handle(for: pan, merchant: merchant, attempt: 0)
        var intent = try StoreFixture.intent()
        intent.card = ProposedCard(
            handle: handle, fingerprint: vault.fingerprint(of: pan, merchant: merchant),
            expiry: intent.card.expiry,
            sealPAN: { (merchant, handle) throws(VaultError) in
                try vault.seal(pan, merchant: merchant, handle: handle)
            })
        _ = try await store.begin(intent)
        return handle
    }

    @Test("a card sealed in one row does not open in another")
    func movedRows() async throws {
        let vault = CardVault(
            keys: try await store.openVaultKeys(
                master: master, merchants: [merchant], at: StoreFixture.now))
        let first = try await keepCard("4111111111111111", in: vault)
        let second = try await keepCard("5555555555554444", in: vault)
        let card = try #require(try await store.card(first, of: merchant))
        #expect(
            try vault.openPAN(card.sealedPAN, merchant: merchant, handle: first).lastFour
                == "1111")
        try await fixture.tamper(
            "UPDATE cards SET sealed_pan = (SELECT sealed_pan FROM cards WHERE row = 1)")
        let moved = try #require(try await store.card(second, of: merchant))
        #expect(throws: VaultError.doesNotOpen) {
            try vault.openPAN(moved.sealedPAN, merchant: merchant, handle: second)
        }
    }

    @Test("the database holds no digits of a card beside the first six and last four")
    func noDigits() async throws {
        let vault = CardVault(
            keys: try await store.openVaultKeys(
                master: master, merchants: [merchant], at: StoreFixture.now))
        _ = try await keepCard("4111111111111111", in: vault)
        try store.close()
        guard fixture.file != nil else { return }
        let bytes = try FileBytes.read(fixture.folder + "/" + SQLPaymentStore.fileName)
        #expect(!bytes.isEmpty)
        #expect(!FileBytes.contains(bytes, "41111111"))
    }
}
