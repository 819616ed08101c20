import Crypto
import PaymentDomain

/// The key that wraps all other keys; it is configured, and never stored by us.
public struct MasterKey: Redacted {
    let key: SymmetricKey

    /// A master key from its bytes.
    ///
    /// - Throws: ``VaultError/masterKeyLength`` unless there are ``VaultLimits/keyBytes``.
    public init(bytes: [UInt8]) throws(VaultError) {
        guard bytes.count == VaultLimits.keyBytes else { throw .masterKeyLength }
        key = SymmetricKey(data: bytes)
    }

    /// `MasterKey`.
    public var redacted: String { "MasterKey" }
}
