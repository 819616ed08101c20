import PaymentStorage
import Synchronization

/// The database that this process has opened, for its messages when a command fails: a database error has no words of
/// its own.
package enum OpenedDatabase {
    private static let latest = Mutex<SQLPaymentStore?>(nil)

    /// Whether there is one.
    static var isThere: Bool { latest.withLock { $0 != nil } }

    package static func note(_ store: SQLPaymentStore) {
        latest.withLock { $0 = store }
    }

    /// A failure with the database's message: why nobody can connect, or what it refuses. If a right is missing, or a
    /// setting is wrong, that is a matter of the configuration, and the database is sound.
    package static func explained(_ failure: CosterFailure) -> CosterFailure {
        let store = latest.withLock { $0 }
        let right = store?.lackedRight
        guard let said = right ?? store?.whyUnreachable else { return failure }
        switch failure.code {
        case .configuration, .internalFault:
            return CosterFailure(
                right == nil ? failure.code : .configuration,
                "\(failure.message) PostgreSQL says: \(said).")
        case .doesNotHold, .refused, .outcomeUnknown, .usage, .badInput, .notReachable:
            return failure
        }
    }
}
