import CardVault
import PaymentDomain
import PaymentStorage
import Testing

@testable import CosterOperations
@testable import CosterServer

@Suite("A server's keys after a rotation to another master key", .timeLimit(.minutes(20)))
struct KeysAfterRotationTests {
    private static let merchant = MerchantID("shop")

    @Test(
        "continue if they were loaded during it, and are out of use if the server missed it",
        arguments: [true, false])
    func afterwards(isAwake: Bool) async throws {
        try await TemporaryFolder.lend { folder in
            let store = try await SQLPaymentStore(folder: folder.path)
            let (old, new) = (MasterKey.made(), MasterKey.made())
            let keyring = try await VaultKeyring(store: store, master: old)
            try await keyring.ensureKey(of: Self.merchant)
            #expect(try await keyring.isInUse(by: [Self.merchant]))
            let desk = KeyRotationRun(
                store: store, master: old, actor: "test", now: { SystemClock.now() },
                servers: { _ in
                    // What it cannot take up shows below.
                    if isAwake { try? await keyring.ensureKey(of: Self.merchant) }
                    return true
                }, say: { _ in }, show: { _ in })
            let rotation = try await desk.begin(to: new, shares: nil)
            try await desk.finish(rotation, givesUpDamaged: false)
            await #expect(throws: VaultOpeningError.vault(.wrongMasterKey)) {
                try await keyring.refresh(merchants: [Self.merchant], at: SystemClock.now())
            }
            #expect(try await keyring.isInUse(by: [Self.merchant]) == isAwake)
            try store.close()
        }
    }
}
