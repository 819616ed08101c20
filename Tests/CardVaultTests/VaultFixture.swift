import PaymentDomain

@testable import CardVault

/// A vault of a new installation.
struct VaultFixture {
    let master: MasterKey
    let wrapped: [WrappedKey]
    let keys: VaultKeys
    let vault: CardVault

    init(masterByte: UInt8 = 7) throws {
        master = try MasterKey(bytes: [UInt8](repeating: masterByte, count: 32))
        let made = try VaultKeys.bootstrap(master: master, existing: [])
        wrapped = made.new
        keys = made.keys
        vault = CardVault(keys: made.keys)
    }

    static let merchant = MerchantID("SANDBOX")
    static let otherMerchant = MerchantID("OTHER")

    static func pan(_ digits: String = "4111111111111111") throws -> PAN {
        try PAN(digits: digits)
    }
}
