import Storage
import Synchronization

/// The database that this process has opened, for what it says where a command fails: an error of the books has no words
/// of its own.
enum OpenedDatabase {
    private static let latest = Mutex<DatabaseStore?>(nil)

    /// Whether there is one.
    static var isThere: Bool { latest.withLock { $0 != nil } }

    static func note(_ store: DatabaseStore) {
        latest.withLock { $0 = store }
    }

    /// A failure with what the database says: why nobody can connect, or what it refuses. Where that is for a right that the
    /// role lacks, or a setting, it is a matter of the configuration, and nothing is wrong with the books.
    static func explained(_ failure: CosterFailure) -> CosterFailure {
        let store = latest.withLock { $0 }
        let right = store?.lackedRight
        guard let said = right ?? store?.whyUnreachable else { return failure }
        switch failure.code {
        case .configuration, .internalFault:
            return CosterFailure(
                right == nil ? failure.code : .configuration,
                "\(failure.message) PostgreSQL says: \(said).")
        case .doesNotHold, .usage, .badInput, .notReachable: return failure
        }
    }
}
