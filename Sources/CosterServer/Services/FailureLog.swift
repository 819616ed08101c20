import Synchronization

/// Decides whether a failure that repeats gets a line in the log: when it begins, when its reason changes, and then once
/// a minute.
final class FailureLog: Sendable {
    private static let interval = Duration.seconds(60)

    private let failures = Mutex<[String: (reason: String, loggedAt: Duration)]>([:])

    /// Whether a failure of some work is logged now.
    ///
    /// - Parameters:
    ///   - work: The work that failed, from a closed set.
    ///   - reason: Why, from a closed set.
    func isDue(_ work: String, reason: String = "", at uptime: Duration) -> Bool {
        failures.withLock { failures in
            if let last = failures[work], last.reason == reason,
                uptime - last.loggedAt < FailureLog.interval
            {
                return false
            }
            failures[work] = (reason, uptime)
            return true
        }
    }

    /// The work succeeded: its next failure is a new one.
    func end(_ work: String) {
        failures.withLock { $0[work] = nil }
    }
}
