import PaymentDomain
import Synchronization

/// Operations that followed from a request and that the acquirer refused, while its client heard of the first one alone:
/// the release of what is left of a hold, say, which is then held until it expires. A person has to hear of it.
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
