import Synchronization

/// What is being told to the acquirer just now, and what came of what was.
final class Tellings: Sendable {
    private struct State {
        var open = 0
        var round = DeliveryWorker.Round()
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: How many are told at once.
    init(limit: Int) {
        self.limit = limit
    }

    /// How many more may be told.
    var room: Int { state.withLock { limit - $0.open } }

    func begin() {
        state.withLock { $0.open += 1 }
    }

    /// One is over.
    ///
    /// - Returns: Whether to look for more now, half of the places being free: more may wait than there was room for. Each
    ///   single one would be a look into the books of its own.
    func end(_ ending: DeliveryWorker.Ending) -> Bool {
        state.withLock { state in
            state.open -= 1
            state.round.count(ending)
            return state.open == limit / 2
        }
    }

    /// What came of those that are over since the last call, besides what a round did.
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
    /// Counts what came of one advice.
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
