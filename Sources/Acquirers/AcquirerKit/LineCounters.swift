import Synchronization

/// The outcomes of a line's requests.
package struct LineCounters: Sendable, Hashable {
    /// Requests that left, with or without an answer.
    package var sent = 0
    /// Requests of which no byte left.
    package var notSent = 0
    /// Requests without a whole answer.
    package var silence = 0
    /// Answers that can't be to the request, or can't be read.
    package var malformed = 0
    /// Requests that the host refused as a whole, without doing anything.
    package var refused = 0

    package init() {}

    /// Counts how a call ended.
    package mutating func count(_ outcome: LineOutcome) {
        switch outcome {
        case .answered: sent += 1
        case .silence:
            sent += 1
            silence += 1
        case .notSent: notSent += 1
        }
    }
}

/// The counters of a line that is in use.
package final class LineMeter: Sendable {
    private let state = Mutex(LineCounters())

    package init() {}

    /// The counters now.
    package var counters: LineCounters { state.withLock { $0 } }

    /// Counts how a call ended.
    package func count(_ outcome: LineOutcome) {
        state.withLock { $0.count(outcome) }
    }

    /// Counts a request that was answered.
    package func countAnswered() {
        state.withLock { $0.sent += 1 }
    }

    /// Counts an answer that can't be to the request, or can't be read.
    package func countMalformed() {
        state.withLock { $0.malformed += 1 }
    }

    /// Counts a request that the host refused as a whole.
    package func countRefused() {
        state.withLock { $0.refused += 1 }
    }
}
