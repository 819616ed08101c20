import CardVault
import PaymentDomain
import Routing

/// Lines for tests.
package enum LineFixture {
    package static func line(_ name: String, _ mode: LineMode = .live) throws -> LineDefinition {
        try LineDefinition(
            id: LineID(typed: name), kind: .worldpay, mode: mode,
            address: LineAddress(typed: "https://acquirer.example/\(name)"),
            user: "FLOWERS")
    }

    /// A secret under the key of ``StoreFixture``, which nothing opens.
    package static func sealed(_ byte: UInt8 = 1) -> SealedRecord {
        SealedRecord(keyID: "s1", bytes: [byte])
    }
}
