import PaymentDomain

/// Whether a line is worth a try: after ``LineLimits/failures`` calls in a row that could not be sent, it lets one call
/// through each ``LineLimits/probeInterval``, until one is answered.
///
/// A pure value: outcomes in, answers out; the time is an argument.
package struct LineBreaker: Sendable, Hashable {
    private enum State: Sendable, Hashable {
        /// Calls go through; so many failed in a row.
        case closed(failures: Int)
        /// Calls fail at once, but for a probe; the last was then.
        case open(probe: Timestamp)
    }

    private var state = State.closed(failures: 0)

    package init() {}

    /// Whether the line is down.
    package var isOpen: Bool {
        switch state {
        case .closed: false
        case .open: true
        }
    }

    /// Whether a call may begin. If the breaker is open, a yes makes that call the probe.
    package mutating func mayCall(at now: Timestamp) -> Bool {
        guard case .open(let probe) = state else { return true }
        // A clock that was set back would keep the line down until it has caught up.
        let isDue = now < probe || now.milliseconds(since: probe) >= LineLimits.probeInterval
        if isDue { state = .open(probe: now) }
        return isDue
    }

    /// Takes in how a call ended. Silence proves a connection, which ends a row of failures, but not a host that works.
    package mutating func record(_ outcome: LineOutcome, at now: Timestamp) {
        switch (state, outcome) {
        case (_, .answered), (.closed, .silence):
            state = .closed(failures: 0)
        case (.closed(let failures), .notSent(let reason)) where reason.isFaultOfLine:
            let count = failures + 1
            state =
                count < LineLimits.failures ? .closed(failures: count) : .open(probe: now)
        case (.closed, .notSent), (.open, .silence), (.open, .notSent):
            break
        }
    }
}

/// Lets calls of a line begin: no more at once than its limit, and none while it is down but for probes.
struct LineAdmission: Sendable {
    private(set) var breaker = LineBreaker()
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
