import PaymentDomain

/// Sends the queued messages to the acquirer until it answers: reversals first, then captures, refunds and releases
/// that weren't answered at the first try. Also recovers abandoned authorizations after a crash.
package struct DeliveryWorker: Sendable {
    private let engine: PaymentEngine
    private let retention: RetentionPeriods?

    /// A worker for an engine's database and line.
    ///
    /// - Parameter retention: How long history is kept; nil keeps all.
    package init(engine: PaymentEngine, retention: RetentionPeriods? = nil) {
        self.engine = engine
        self.retention = retention
    }

    /// The results of one round.
    package struct Round: Sendable, Hashable {
        /// Intents found abandoned.
        package var recovered = 0
        /// Messages sent.
        package var told = 0
        /// Advices answered.
        package var answered = 0
        /// Captures, refunds and releases that the acquirer refused after their client heard that they are final. A
        /// sale whose client heard nothing is declined, and isn't among them. Releases of remainders that were sent
        /// beside a request are among them.
        package var refused: [OperationID] = []
        /// Reversals that the acquirer refused, which are sent again: the acquirer may hold money that no client knows
        /// of.
        package var refusedReversals: [OperationID] = []
        /// Whether the database couldn't be used.
        package var failed = false

        /// A round that recovered so many abandoned intents, and has sent nothing yet.
        package init(recovered: Int = 0) {
            self.recovered = recovered
        }
    }

    /// Recovers before the first request of a process that owns its database alone: every intent in it is a dead
    /// process's.
    package func recoverAfterRestart(at now: Timestamp) async throws(StoreError) -> Int {
        try await engine.ports.recovery.endLeases(at: now)
        return try await engine.ports.recovery.recoverAbandoned(
            deadlineBefore: Timestamp(milliseconds: .max), at: now)
    }

    /// One round: recovers, leases the due messages, and sends them.
    package func runOnce(at now: Timestamp) async -> Round {
        var round = leftOver()
        await recover(at: now, &round)
        var due: [Delivery] = []
        for line in engine.ports.lines.all {
            due += await claim(EngineLimits.deliveriesPerRound, of: line, at: now, &round)
        }
        // At once, so that one that is not answered does not hold up the others.
        let endings = await withTaskGroup(of: Ending.self) { group in
            for delivery in due { group.addTask { await tell(delivery) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for ending in endings { round.count(ending) }
        return round
    }

    private func recover(at now: Timestamp, _ round: inout Round) async {
        do {
            round.recovered += try await engine.ports.recovery.recoverAbandoned(
                deadlineBefore: now, at: now)
        } catch {
            round.failed = true
        }
    }

    /// Leases up to this many due messages of a line.
    private func claim(
        _ limit: Int, of line: LineID, at now: Timestamp, _ round: inout Round
    ) async -> [Delivery] {
        guard limit > 0, !round.failed else { return [] }
        do {
            let lease = now.adding(
                seconds: engine.acquirerTimeout.components.seconds
                    + EngineLimits.abandonedAfterSeconds)
            let due = try await engine.ports.recovery.claimDeliveries(
                of: line, at: now, leasedUntil: lease, limit: limit)
            round.told += due.count
            return due
        } catch {
            round.failed = true
            return []
        }
    }

    /// A round that has done nothing yet, and reports for the requests: releases of remainders that the acquirer
    /// refused. After the worker has ended, the rest of the report.
    package func leftOver() -> Round {
        var round = Round()
        round.refused = engine.refusedFollowUps.take()
        return round
    }

    /// Erases a bounded number of registrations and provisional cards that were not used in time: card data is kept no
    /// longer than it can be used, and strangers do not fill the disk.
    ///
    /// - Returns: Whether more may be left.
    @discardableResult
    package func eraseExpired(at now: Timestamp) async -> Bool {
        // If the database cannot be used now, the next time does it. Until then an expired registration is refused.
        let erased = try? await engine.ports.cards.eraseExpired(before: now)
        return (erased ?? 0) > 0
    }

    /// Makes due what a clock that was ahead has put off for long: the acquirer is to hear of a capture before its hold
    /// expires, and an authorization without an outcome is to be reversed, also if the clock was a year ahead.
    package func bringForward(at now: Timestamp) async {
        let due = engine.acquirerTimeout.components.seconds + EngineLimits.farthestDueSeconds
        // If the database cannot be used now, the next time does it.
        _ = try? await engine.ports.recovery.bringForward(
            dueAfter: now.adding(seconds: due),
            deadlineAfter: now.adding(seconds: EngineLimits.farthestDeadlineSeconds), at: now)
    }

    /// Runs rounds until the task is cancelled: at once when something was queued, else at each interval.
    ///
    /// A round waits for no answer: an unanswered message occupies its place, and the others go on. Each line has places
    /// of its own. Each report has the answers since the one before.
    ///
    /// - Parameters:
    ///   - mayWork: Asked before each round; nothing is done while it returns false, because the database is another
    ///     server's.
    ///   - trustsClock: Whether our clock agrees with the database's; only then can it show that another one was wrong.
    package func run(
        every interval: Duration, while mayWork: @Sendable () -> Bool = { true },
        trustsClock: @Sendable () -> Bool = { true },
        report: @Sendable (Round) -> Void
    ) async {
        let inFlight = InFlightDeliveries(limit: EngineLimits.deliveriesPerRound)
        await withDiscardingTaskGroup { group in
            var lastTidied: Timestamp?
            var history = RetentionRounds(retention)
            while !Task.isCancelled {
                guard mayWork() else {
                    await engine.wakeUp.wait(atMost: interval, clock: engine.ports.clock)
                    continue
                }
                let now = engine.ports.clock.now()
                let isTidy = await tidy(since: lastTidied, at: now, trustsClock: trustsClock)
                if isTidy == true { lastTidied = now }
                if trustsClock() { await history.step(engine.ports.recovery, at: now) }
                var round = leftOver()
                await recover(at: now, &round)
                var mayBeMore = false
                for line in engine.ports.lines.all {
                    let room = inFlight.room(of: line)
                    let due = await claim(room, of: line, at: now, &round)
                    mayBeMore = mayBeMore || (room > 0 && due.count == room)
                    for delivery in due {
                        inFlight.begin(line)
                        group.addTask {
                            if inFlight.end(await tell(delivery), line) { engine.wakeUp.signal() }
                        }
                    }
                }
                report(inFlight.take(adding: round))
                guard !Task.isCancelled else { break }
                // One step of erasing a round, so that due messages are sent between two of them.
                if isTidy == false || mayBeMore { continue }
                await engine.wakeUp.wait(atMost: interval, clock: engine.ports.clock)
            }
        }
        report(inFlight.take(adding: Round()))
    }

    /// Erases expired registrations and cards, and brings messages forward, if it is time for that.
    ///
    /// - Returns: Whether all is erased; nil if it was not time yet.
    private func tidy(
        since last: Timestamp?, at now: Timestamp, trustsClock: @Sendable () -> Bool
    ) async -> Bool? {
        // A clock that was ahead is put back; until it is there again nothing would be done.
        if let last, now >= last, now < last.adding(seconds: EngineLimits.tidyingSeconds) {
            return nil
        }
        let isTidy = await !eraseExpired(at: now)
        if trustsClock() { await bringForward(at: now) }
        return isTidy
    }

    enum Ending: Sendable, Hashable {
        case answered
        case refused(OperationID)
        case reversalRefused(OperationID)
        case unanswered
        case notWritten
    }

    private func tell(_ delivery: Delivery) async -> Ending {
        let terms = DeliveryTerms(retrySeconds: wait(after: delivery), followUpSeconds: 0)
        switch await engine.deliver(delivery, terms) {
        case .answered(let refusal, _, let followUps):
            if !followUps.isEmpty { engine.wakeUp.signal() }
            let isNews = refusal != nil && !delivery.isOfUnansweredSale
            return isNews ? .refused(delivery.advice.id) : .answered
        case .postponed(.some): return .reversalRefused(delivery.advice.id)
        case .postponed(nil): return .unanswered
        case .overtaken(.unanswered), .overtaken(.tooEarly): return .unanswered
        case .overtaken: return .answered
        case .unwritten: return .notWritten
        }
    }

    /// How long a message waits for its next try, in seconds: twice as long each time.
    private func wait(after delivery: Delivery) -> Int64 {
        // A try that isn't counted as an attempt still took one worker's lease.
        let tries =
            delivery.isOfUnansweredSale ? Int(clamping: delivery.lease) - 1 : delivery.attempts
        let doublings = min(max(tries, 0), 16)
        return min(EngineLimits.longestRetrySeconds, EngineLimits.firstRetrySeconds << doublings)
    }
}
