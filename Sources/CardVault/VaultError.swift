/// Why the vault could not do its work. No error has any sealed content in it.
package enum VaultError: String, Error, Sendable, Hashable, CaseIterable {
    /// The master key is not ``VaultLimits/keyBytes`` long.
    case masterKeyLength
    /// None of the kept keys opens under this master key: it is another installation's.
    case wrongMasterKey
    /// A kept key does not open, or opens to no key, though others do: its row was changed.
    case keyDamaged
    /// The hash key is not there, or a key is not wrapped by this master as the others are: rows
    /// were lost.
    case keyMissing
    /// The merchant has no sealing key yet.
    case noKey
    /// The record names a data key that is not in the ring.
    case unknownKey
    /// The record was changed, or was sealed for another row.
    case doesNotOpen
    /// The record opened to something that is not what was asked for.
    case malformedContent
    /// There is more to seal than ``VaultLimits/recordBytes``, or there are too many keys.
    case tooLarge

    /// A stable code for logs and metrics.
    package var code: String {
        switch self {
        case .masterKeyLength: "master-key-length"
        case .wrongMasterKey: "wrong-master-key"
        case .keyDamaged: "key-damaged"
        case .keyMissing: "key-missing"
        case .noKey: "no-key"
        case .unknownKey: "unknown-key"
        case .doesNotOpen: "does-not-open"
        case .malformedContent: "malformed-content"
        case .tooLarge: "too-large"
        }
    }
}
