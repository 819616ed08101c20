import CardVault
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A master key in the environment variable `COSTER_MASTER_KEY`, as 64 hex digits.
///
/// Anyone who may inspect a process may read its environment, so the variable is overwritten and removed before
/// anything else is done.
package enum MasterKeyEnvironment {
    package static let variable = "COSTER_MASTER_KEY"

    private enum Found {
        case notLookedFor
        case none
        case unreadable
        case key(MasterKey)
    }

    private static let found = Mutex(Found.notLookedFor)

    /// Takes the variable out of the process's environment, and keeps the key for ``key()``. To be
    /// called before there are other threads.
    package static func take() {
        found.withLock { found in
            guard case .notLookedFor = found else { return }
            guard let value = getenv(variable) else {
                found = .none
                return
            }
            let key = MasterKeyFile.key(hexDigits: String(cString: value))
            // The bytes themselves: the system shows them to the process's owner as long as it runs.
            memset(value, 0, strlen(value))
            unsetenv(variable)
            found = key.map { .key($0) } ?? .unreadable
        }
    }

    /// The key, if there was one.
    ///
    /// - Throws: ``KeyCustodyError/environmentMalformed`` if the variable held something else.
    package static func key() throws(KeyCustodyError) -> MasterKey? {
        take()
        let found = found.withLock { $0 }
        switch found {
        case .key(let key): return key
        case .none, .notLookedFor: return nil
        case .unreadable: throw .environmentMalformed
        }
    }
}
