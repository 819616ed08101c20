import Logging
import NIOCore
import Synchronization

/// Counts refused requests, and logs one line a second for each protocol and outcome.
///
/// A refused request costs a stranger nothing. A line for each would let strangers fill the disk.
final class RefusalLog: Sendable {
    /// A protocol and an outcome, both from closed sets.
    private struct Kind: Hashable {
        let dialect: String
        let outcome: String
    }

    private static let interval = TimeAmount.seconds(1)

    private let counts = Mutex<[Kind: Int]>([:])
    private let logger: Logger

    init(logger: Logger) {
        self.logger = logger
    }

    /// Counts a request; the first after a time without any brings the lines about in a second.
    func count(dialect: String, outcome: String, on loop: any EventLoop) {
        let isFirst = counts.withLock { counts in
            let isFirst = counts.isEmpty
            counts[Kind(dialect: dialect, outcome: outcome), default: 0] += 1
            return isFirst
        }
        if isFirst { loop.scheduleTask(in: RefusalLog.interval) { self.flush() } }
    }

    /// Logs what was counted since the last time.
    func flush() {
        let counted = counts.withLock { counts in
            defer { counts = [:] }
            return counts
        }
        let lines = counted.sorted {
            ($0.key.dialect, $0.key.outcome) < ($1.key.dialect, $1.key.outcome)
        }
        for (kind, count) in lines {
            logger.info(
                "requests refused",
                metadata: [
                    "protocol": .string(kind.dialect), "outcome": .string(kind.outcome),
                    "count": .stringConvertible(count),
                ])
        }
    }
}
