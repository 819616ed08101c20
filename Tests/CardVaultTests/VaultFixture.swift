import PaymentDomain

@testable import CardVault

/// A vault of a new installation with two merchants.
struct VaultFixture {
    let master: MasterKey
    let wrapped: [WrappedKey]
    let keys: VaultKeys
    let vault: CardVault

    init(masterByte: UInt8 = 7) throws {
        master = try MasterKey(bytes: [UInt8](repeating: masterByte, count: 32))
        let database = try VaultKeys.bootstrap(
            master: master, existing: [], at: VaultFixture.start)
        let first = try database.keys.made(
            for: VaultFixture.merchant, under: master, at: VaultFixture.start)
        let second = try first.keys.made(
            for: VaultFixture.otherMerchant, under: master, at: VaultFixture.start)
        wrapped = database.new + [first.new, second.new]
        keys = second.keys
        vault = CardVault(keys: keys)
    }

    static let start = Timestamp(milliseconds: 1_795_000_000_000)
    static let merchant = MerchantID("SANDBOX")
    static let otherMerchant = MerchantID("OTHER")

    static func pan(_ digits: String = "4111111111111111") throws -> PAN {
        try PAN(digits: digits)
    }
}

extension WrappedKey {
    /// The same row with something else in it.
    func changed(
        id: String? = nil, purpose: Purpose? = nil, merchant: MerchantID?? = nil,
        masterID: String? = nil, generation: Int? = nil, createdAt: Timestamp? = nil,
        isRetiring: Bool? = nil, bytes: [UInt8]? = nil
    ) -> WrappedKey {
        WrappedKey(
            id: id ?? self.id, purpose: purpose ?? self.purpose,
            merchant: merchant ?? self.merchant, masterID: masterID ?? self.masterID,
            generation: generation ?? self.generation, createdAt: createdAt ?? self.createdAt,
            isRetiring: isRetiring ?? self.isRetiring, bytes: bytes ?? self.bytes)
    }
}
