import PaymentDomain
import Synchronization

/// Rests of holds that the acquirer refused to release beside a request whose client was told something else.
///
/// The holds stand until they lapse, and nobody captures them any more: a person has to hear of it.
final class RefusedRests: Sendable {
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
