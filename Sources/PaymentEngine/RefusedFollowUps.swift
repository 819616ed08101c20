import PaymentDomain
import Synchronization

/// Operations that followed from a request and that the acquirer refused, while the client heard only of the first
/// operation: for example the release of a remainder, which then stays held until it expires. An operator has to hear
/// of it.
final class RefusedFollowUps: Sendable {
    private let operations = Mutex<[OperationID]>([])

    /// Notes one.
    func note(_ operation: OperationID) {
        operations.withLock { $0.append(operation) }
    }

    /// All since the last call.
    func take() -> [OperationID] {
        operations.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }
}
