import PaymentDomain
import Synchronization

/// The messages that are being sent now, and the results of those that were.
final class InFlightDeliveries: Sendable {
    private struct State {
        var open: [LineID: Int] = [:]
        var round = DeliveryWorker.Round()
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: How many of each line are sent at once.
    init(limit: Int) {
        self.limit = limit
    }

    /// How many more of a line may be sent.
    func room(of line: LineID) -> Int {
        state.withLock { limit - $0.open[line, default: 0] }
    }

    func begin(_ line: LineID) {
        state.withLock { $0.open[line, default: 0] += 1 }
    }

    /// Notes that a message was answered or not.
    ///
    /// - Returns: Whether to look for more now, because half of the line's places are free. A look for each single place would
    ///   cost a query each.
    func end(_ ending: DeliveryWorker.Ending, _ line: LineID) -> Bool {
        state.withLock { state in
            let left = state.open[line, default: 0] - 1
            state.open[line] = left
            state.round.count(ending)
            return left == limit / 2
        }
    }

    /// The results since the last call, added to those of a round.
    func take(adding round: DeliveryWorker.Round) -> DeliveryWorker.Round {
        state.withLock { state in
            var all = round
            all.add(state.round)
            state.round = DeliveryWorker.Round()
            return all
        }
    }
}

extension DeliveryWorker.Round {
    /// Counts the result of one message.
    mutating func count(_ ending: DeliveryWorker.Ending) {
        switch ending {
        case .answered: answered += 1
        case .refused(let operation):
            answered += 1
            refused.append(operation)
        case .reversalRefused(let operation):
            answered += 1
            refusedReversals.append(operation)
        case .unanswered: break
        case .notWritten: failed = true
        }
    }

    fileprivate mutating func add(_ other: Self) {
        recovered += other.recovered
        told += other.told
        answered += other.answered
        refused += other.refused
        refusedReversals += other.refusedReversals
        failed = failed || other.failed
    }
}
