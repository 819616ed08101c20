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

    /// A failure with what the database refuses, such as for a right that the role lacks, where that is what is behind it:
    /// that is a matter of the configuration, and nothing is wrong with the books.
    static func explained(_ failure: CosterFailure) -> CosterFailure {
        guard let right = latest.withLock({ $0?.lackedRight }) else { return failure }
        switch failure.code {
        case .configuration, .internalFault:
            return CosterFailure(
                .configuration, "\(failure.message) PostgreSQL says: \(right).")
        case .doesNotHold, .usage, .badInput, .notReachable: return failure
        }
    }
}
