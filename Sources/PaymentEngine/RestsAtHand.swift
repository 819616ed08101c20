import PaymentDomain
import Synchronization

/// The payments whose requests, in this process, give up the rest of a hold themselves once the acquirer has answered
/// what closes it.
///
/// The worker leaves them these: a client that hears that its last capture stands would else find, for a moment, that
/// the rest is still being given up.
final class RestsAtHand: Sendable {
    private let requests = Mutex<[PaymentID: Int]>([:])

    /// A request begins. From before its hold is closed, so that a closed one that is not found here is nobody's.
    func enter(_ payment: PaymentID) {
        requests.withLock { $0[payment, default: 0] += 1 }
    }

    /// A request is over.
    func leave(_ payment: PaymentID) {
        requests.withLock { requests in
            let others = requests[payment, default: 1] - 1
            requests[payment] = others > 0 ? others : nil
        }
    }

    /// Whether a request is at it.
    func contains(_ payment: PaymentID) -> Bool {
        requests.withLock { $0[payment] != nil }
    }
}
