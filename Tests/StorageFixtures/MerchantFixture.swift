import Merchants
import PaymentDomain

/// Merchants, clients and certificates for tests.
package enum MerchantFixture {
    package static let now = StoreFixture.now

    package static func merchant(_ name: String) throws -> MerchantRecord {
        MerchantRecord(
            id: MerchantID(name), appleMerchantIdentifier: "merchant.com.example.\(name)",
            numbers: try AcquirerNumbers(
                merchantNumber: "123456789", terminalNumber: "00000001", categoryCode: "5999"),
            createdAt: now)
    }

    package static func client(
        _ name: String, of merchant: String, isOpen: Bool = false
    ) throws -> ClientIdentity {
        try ClientIdentity(
            dialect: "radial", name: name, merchant: MerchantID(merchant), isOpen: isOpen)
    }

    /// Books with these merchants.
    package static func database(_ names: String...) async throws -> StoreFixture {
        let database = try await StoreFixture()
        for name in names {
            _ = try await database.merchants.create(try merchant(name), by: "alice")
        }
        return database
    }
}
