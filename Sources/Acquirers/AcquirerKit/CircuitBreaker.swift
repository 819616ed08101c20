import PaymentDomain

/// Whether a host is worth a try: after so many failures in a row it lets one call through each interval, until one
/// succeeds.
///
/// A pure value: outcomes in, answers out; the time is an argument.
package struct CircuitBreaker: Sendable, Hashable {
    private enum State: Sendable, Hashable {
        /// Calls go through; so many failed in a row.
        case closed(failures: Int)
        /// Calls fail at once, but for a probe; the last was then.
        case open(probe: Timestamp)
    }

    private var state = State.closed(failures: 0)
    private let limit: Int
    private let probeInterval: Int64

    /// A closed breaker.
    ///
    /// - Parameters:
    ///   - failures: How many in a row open it.
    ///   - probeInterval: How long after a probe the next is let through, in milliseconds.
    package init(failures: Int, probeInterval: Int64) {
        limit = failures
        self.probeInterval = probeInterval
    }

    /// Whether the host is down.
    package var isOpen: Bool {
        switch state {
        case .closed: false
        case .open: true
        }
    }

    /// Whether a call may begin. If the breaker is open, a yes makes that call the probe.
    package mutating func mayCall(at now: Timestamp) -> Bool {
        guard case .open(let probe) = state else { return true }
        // A clock that was set back would keep the host down until it has caught up.
        let isDue = now < probe || now.milliseconds(since: probe) >= probeInterval
        if isDue { state = .open(probe: now) }
        return isDue
    }

    /// Takes in that a call succeeded.
    package mutating func succeed() {
        state = .closed(failures: 0)
    }

    /// Takes in that a call failed.
    package mutating func fail(at now: Timestamp) {
        guard case .closed(let failures) = state else { return }
        let count = failures + 1
        state = count < limit ? .closed(failures: count) : .open(probe: now)
    }
}

extension CircuitBreaker {
    /// The breaker of a line.
    init() {
        self.init(failures: LineLimits.failures, probeInterval: LineLimits.probeInterval)
    }

    /// Takes in how a call of a line ended. Silence proves a connection, which ends a row of failures, but not a host
    /// that works. If TLS failed, it doesn't even prove a connection.
    mutating func record(_ outcome: LineOutcome, at now: Timestamp) {
        switch outcome {
        case .answered: succeed()
        case .silence(let reason) where reason.isFaultOfLine: fail(at: now)
        case .silence: if !isOpen { succeed() }
        case .notSent(let reason): if reason.isFaultOfLine { fail(at: now) }
        }
    }
}

/// Lets calls of a line begin: no more at once than its limit, and none while it is down but for probes.
struct LineAdmission: Sendable {
    private(set) var breaker = CircuitBreaker()
    private(set) var inFlight = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    /// Begins a call.
    ///
    /// - Returns: Why it may not; nil if it may.
    mutating func begin(at now: Timestamp) -> NotSentReason? {
        guard inFlight < limit else { return .busy }
        guard breaker.mayCall(at: now) else { return .lineDown }
        inFlight += 1
        return nil
    }

    /// Ends a call that began.
    mutating func end(_ outcome: LineOutcome, at now: Timestamp) {
        inFlight -= 1
        breaker.record(outcome, at: now)
    }
}
