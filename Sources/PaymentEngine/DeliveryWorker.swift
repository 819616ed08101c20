import PaymentDomain

/// Tells the acquirer what waits in the books, until it answers: reversals first of all, and captures, refunds and
/// releases that were not answered when they were first told. Also finds what a crash left behind.
public struct DeliveryWorker: Sendable {
    private let engine: PaymentEngine

    /// A worker for an engine's books and line.
    public init(engine: PaymentEngine) {
        self.engine = engine
    }

    /// What one round did.
    public struct Round: Sendable, Hashable {
        /// Intents found abandoned.
        public var recovered = 0
        /// Advices told.
        public var told = 0
        /// Advices answered.
        public var answered = 0
        /// Captures, refunds and releases that the acquirer refused after their client had been told that they stand; a sale
        /// whose client was told nothing is declined, and is not among them. And rests of holds that were to be given
        /// up beside a request of which the client was told something else.
        public var refused: [OperationID] = []
        /// Reversals that the acquirer refused, which are told again: what it booked may stand, and is in no client's
        /// knowledge.
        public var refusedReversals: [OperationID] = []
        /// Whether the books could not be used.
        public var failed = false

        /// A round that found so many abandoned intents, and told nothing yet.
        public init(recovered: Int = 0) {
            self.recovered = recovered
        }
    }

    /// Before the first request of a process that owns its books alone: every intent in them is a dead process's.
    public func recoverAfterRestart(at now: Timestamp) async throws(StoreError) -> Int {
        try await engine.ports.recovery.endLeases(at: now)
        return try await engine.ports.recovery.recoverAbandoned(
            deadlineBefore: Timestamp(milliseconds: .max), at: now)
    }

    /// One round: recover, take what is due, tell it.
    public func runOnce(at now: Timestamp) async -> Round {
        var round = leftOver()
        let due = await claim(EngineLimits.deliveriesPerRound, at: now, &round)
        // At once, so that one that is not answered does not hold up the others.
        let endings = await withTaskGroup(of: Ending.self) { group in
            for delivery in due { group.addTask { await tell(delivery) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        for ending in endings { round.count(ending) }
        return round
    }

    /// Recovers, and takes so many of what is due.
    private func claim(_ limit: Int, at now: Timestamp, _ round: inout Round) async -> [Delivery] {
        let ledger = engine.ports.recovery
        do {
            round.recovered += try await ledger.recoverAbandoned(deadlineBefore: now, at: now)
            guard limit > 0 else { return [] }
            let lease = now.adding(
                seconds: engine.acquirerTimeout.components.seconds
                    + EngineLimits.abandonedAfterSeconds)
            let due = try await ledger.claimDeliveries(at: now, leasedUntil: lease, limit: limit)
            round.told += due.count
            return due
        } catch {
            round.failed = true
            return []
        }
    }

    /// A round that has done nothing yet, and tells of requests: rests that the acquirer refused to release. After the
    /// worker has ended, what is left to be told.
    public func leftOver() -> Round {
        var round = Round()
        round.refused = engine.refusedFollowUps.take()
        return round
    }

    /// Erases a bounded number of registrations and provisional cards that were not used in time: card data is kept no
    /// longer than it can be used, and strangers do not fill the disk.
    ///
    /// - Returns: Whether more may be left.
    @discardableResult
    public func eraseExpired(at now: Timestamp) async -> Bool {
        // If the database cannot be used now, the next time does it. Until then an expired registration is refused.
        let erased = try? await engine.ports.cards.eraseExpired(before: now)
        return (erased ?? 0) > 0
    }

    /// Makes due what a clock that was ahead has put off for long: the acquirer is to hear of a capture before its hold
    /// expires, and an authorization without an outcome is to be reversed, also if the clock was a year ahead.
    public func bringForward(at now: Timestamp) async {
        let due = engine.acquirerTimeout.components.seconds + EngineLimits.farthestDueSeconds
        // If the database cannot be used now, the next time does it.
        _ = try? await engine.ports.recovery.bringForward(
            dueAfter: now.adding(seconds: due),
            deadlineAfter: now.adding(seconds: EngineLimits.farthestDeadlineSeconds), at: now)
    }

    /// Rounds until the task is cancelled: at once when something was queued, else at each interval.
    ///
    /// A round waits for no answer: what the acquirer is silent about takes its place among those that are being told, and
    /// the others go on. Each report has what was answered since the one before.
    ///
    /// - Parameters:
    ///   - mayWork: Asked before each round; while it says no nothing is done. Books that are others' are left alone.
    ///   - trustsClock: Whether our clock is the database's: only then it may say that another one was wrong.
    public func run(
        every interval: Duration, while mayWork: @Sendable () -> Bool = { true },
        trustsClock: @Sendable () -> Bool = { true },
        report: @Sendable (Round) -> Void
    ) async {
        let tellings = Tellings(limit: EngineLimits.deliveriesPerRound)
        await withDiscardingTaskGroup { group in
            var lastTidied: Timestamp?
            while !Task.isCancelled {
                guard mayWork() else {
                    await engine.bell.wait(atMost: interval, clock: engine.ports.clock)
                    continue
                }
                let now = engine.ports.clock.now()
                var isTidy = true
                // A clock that was ahead is put back; until it is there again nothing would be done.
                if lastTidied.map({
                    now < $0 || now >= $0.adding(seconds: EngineLimits.tidyingSeconds)
                }) ?? true {
                    isTidy = await !eraseExpired(at: now)
                    if trustsClock() { await bringForward(at: now) }
                    if isTidy { lastTidied = now }
                }
                var round = leftOver()
                let room = tellings.room
                let due = await claim(room, at: now, &round)
                for delivery in due {
                    tellings.begin()
                    group.addTask {
                        if tellings.end(await tell(delivery)) { engine.bell.ring() }
                    }
                }
                report(tellings.take(adding: round))
                guard !Task.isCancelled else { break }
                // One step of erasing a round, so that what is due is told between two of them.
                if !isTidy || (room > 0 && due.count == room) { continue }
                await engine.bell.wait(atMost: interval, clock: engine.ports.clock)
            }
        }
        report(tellings.take(adding: Round()))
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
            if !followUps.isEmpty { engine.bell.ring() }
            let isNews = refusal != nil && !delivery.isOfUntoldSale
            return isNews ? .refused(delivery.advice.id) : .answered
        case .postponed(.some): return .reversalRefused(delivery.advice.id)
        case .postponed(nil): return .unanswered
        case .overtaken(.unanswered): return .unanswered
        case .overtaken: return .answered
        case .unwritten: return .notWritten
        }
    }

    /// How long a message waits for its next try, in seconds: twice as long each time.
    private func wait(after delivery: Delivery) -> Int64 {
        // What is not counted in tries is counted in leases, of which each worker's is one.
        let tries =
            delivery.isOfUntoldSale ? Int(clamping: delivery.lease) - 1 : delivery.attempts
        let doublings = min(max(tries, 0), 16)
        return min(EngineLimits.longestRetrySeconds, EngineLimits.firstRetrySeconds << doublings)
    }
}
