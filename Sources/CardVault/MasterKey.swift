import StrictCoding
import Crypto
import PaymentDomain

/// The key that wraps all other keys; it is configured, and never stored by us.
package struct MasterKey: Redacted {
    let key: SymmetricKey
    /// The key's public name: 16 hex digits.
    ///
    /// It distinguishes a wrong key and an old one, and reveals nothing about the key: it is a keyed hash of a
    /// constant.
    package let id: String

    /// A master key from its bytes.
    ///
    /// - Throws: ``VaultError/masterKeyLength`` unless there are ``VaultLimits/keyBytes``.
    package init(bytes: [UInt8]) throws(VaultError) {
        guard bytes.count == VaultLimits.keyBytes else { throw .masterKeyLength }
        self.init(key: SymmetricKey(data: bytes))
    }

    private init(key: SymmetricKey) {
        self.key = key
        var parts = LengthPrefixed(label: "coster master key name 1")
        parts.append("name")
        let code = HMAC<SHA256>.authenticationCode(for: parts.bytes, using: key)
        id = Hex.encode(Array(code.prefix(VaultLimits.masterNameBytes)))
    }

    /// A new master key, from the system's random numbers.
    package static func made() -> MasterKey {
        MasterKey(key: SymmetricKey(size: .bits256))
    }

    /// Lends the key's bytes to code that splits it into shares, or writes it to a file.
    package func withBytes<Value>(_ body: (UnsafeRawBufferPointer) throws -> Value) rethrows
        -> Value
    {
        try key.withUnsafeBytes(body)
    }

    /// `MasterKey`.
    package var redacted: String { "MasterKey" }
}
