import CardVault
import Merchants
import PaymentDomain

@testable import Storage

/// Merchants, clients and certificates for tests.
enum AdministrationFixture {
    static let now = StoreFixture.now

    static func merchant(_ name: String) throws -> MerchantRecord {
        MerchantRecord(
            id: MerchantID(name), appleMerchantIdentifier: "merchant.com.example.\(name)",
            numbers: try AcquirerNumbers(
                merchantNumber: "123456789", terminalNumber: "00000001", categoryCode: "5999"),
            createdAt: now)
    }

    static func client(
        _ name: String, of merchant: String, isOpen: Bool = false
    ) throws -> ClientIdentity {
        try ClientIdentity(
            dialect: "radial", name: name, merchant: MerchantID(merchant), isOpen: isOpen)
    }

    /// Books with these merchants.
    static func database(_ names: String...) async throws -> StoreFixture {
        let database = try await StoreFixture()
        for name in names { _ = try await database.store.create(try merchant(name), by: "alice") }
        return database
    }
}
