import AcquirerKit
import PaymentDomain
import Synchronization
import Webhooks

/// Delivers events to endpoints, beside the messages to acquirers: an endpoint's slowness delays neither those nor
/// another endpoint.
package final class WebhookLane: Sendable {
    /// The results since the last report.
    package struct Round: Sendable, Hashable {
        package var delivered = 0
        package var failed = 0
        package var exhausted = 0
        /// The endpoints that answered that they want no more events.
        package var gone: [WebhookID] = []
        /// Since when the delivery that waits longest has been due; nil if none is.
        package var dueSince: Timestamp?
        /// Whether the database couldn't be used.
        package var isUnusable = false

        package init() {}
    }

    private struct State {
        var places = LanePlaces()
        var breakers: [WebhookID: CircuitBreaker] = [:]
        var round = Round()
    }

    private let ledger: any WebhookLedger
    private let client: WebhookClient
    private let now: @Sendable () -> Timestamp
    private let state = Mutex(State())

    package init(
        _ ledger: any WebhookLedger, client: WebhookClient, now: @escaping @Sendable () -> Timestamp
    ) {
        self.ledger = ledger
        self.client = client
        self.now = now
    }

    /// Runs until the task is cancelled.
    ///
    /// - Parameters:
    ///   - mayWork: Asked before each round and each claim; nothing is begun while it returns false.
    ///   - pause: The wait between two rounds.
    ///   - report: Takes the results since the last report.
    package func run(
        while mayWork: @escaping @Sendable () -> Bool, pause: @Sendable () async -> Void,
        report: @Sendable (Round) -> Void
    ) async {
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                var isBehind = false
                if mayWork() {
                    isBehind = await queue()
                    for turn in await turns() {
                        group.addTask { await self.serve(turn, while: mayWork) }
                    }
                }
                report(takeRound())
                if !isBehind { await pause() }
            }
        }
        report(takeRound())
    }

    /// Delivers all that is due now, but for endpoints that are down, and waits for its end.
    package func runOnce() async -> Round {
        while await queue() {}
        while true {
            let turns = await turns()
            guard !turns.isEmpty, state.withLock({ !$0.round.isUnusable }) else {
                return takeRound()
            }
            await withDiscardingTaskGroup { group in
                for turn in turns { group.addTask { await self.serve(turn) { true } } }
            }
        }
    }

    /// Queues new events, so many that what is due needn't wait for long.
    ///
    /// - Returns: Whether there may be more.
    private func queue() async -> Bool {
        do throws(StoreError) {
            for _ in 0..<WebhookLimits.queueingSteps where !Task.isCancelled {
                guard try await ledger.queueNewEvents(at: now()) else { return false }
            }
            return !Task.isCancelled
        } catch {
            state.withLock { $0.round.isUnusable = true }
            return false
        }
    }

    /// An endpoint whose deliveries begin, and how many may at once.
    private struct Turn: Sendable {
        let endpoint: WebhookID
        let room: Int
    }

    /// The endpoints that get a place now: those with due deliveries, who aren't down, those first that waited longest.
    private func turns() async -> [Turn] {
        let now = now()
        let due: [DueEndpoint]
        do throws(StoreError) {
            due = try await ledger.endpointsDue(at: now)
        } catch {
            state.withLock { $0.round.isUnusable = true }
            return []
        }
        return state.withLock { state in
            state.round.dueSince = due.map(\.since).min()
            var turns: [Turn] = []
            for endpoint in state.places.inTurn(due.map(\.id)) {
                guard state.places.hasRoom(at: now) else { break }
                var breaker = state.breakers[endpoint] ?? WebhookLane.closedBreaker
                let isProbe = breaker.isOpen
                guard breaker.mayCall(at: now) else { continue }
                state.breakers[endpoint] = breaker
                state.places.take(endpoint, at: now)
                turns.append(
                    Turn(endpoint: endpoint, room: isProbe ? 1 : WebhookLimits.inFlightPerEndpoint))
            }
            return turns
        }
    }

    /// Delivers what is due to an endpoint, so many at once, until nothing is, one fails, or others wait for its place.
    private func serve(_ turn: Turn, while mayWork: @Sendable () -> Bool) async {
        let endpoint = turn.endpoint
        defer { state.withLock { $0.places.leave(endpoint) } }
        do throws(StoreError) {
            var goesOn = true
            while goesOn, !Task.isCancelled, mayWork() {
                let now = now()
                let claimed = try await ledger.claim(
                    of: endpoint, at: now,
                    leasedUntil: now.adding(seconds: WebhookLimits.leaseSeconds), limit: turn.room)
                guard !claimed.isEmpty else { return }
                let concluded = await send(claimed)
                try await ledger.conclude(concluded, at: self.now())
                count(concluded)
                goesOn =
                    concluded.allSatisfy { $0.verdict == .delivered }
                    && state.withLock { $0.places.mayStay(endpoint) }
            }
        } catch {
            // What was sent and couldn't be written is sent again once its lease has ended.
            state.withLock { $0.round.isUnusable = true }
        }
    }

    private func send(_ claimed: [ClaimedDelivery]) async -> [ConcludedDelivery] {
        await withTaskGroup(of: ConcludedDelivery.self) { group in
            for delivery in claimed { group.addTask { await self.send(delivery) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    private func send(_ delivery: ClaimedDelivery) async -> ConcludedDelivery {
        let result = await result(of: delivery)
        // A server that stops cuts its tries off: another server makes them, at once.
        let isCutOff = Task.isCancelled && !result.isDelivered
        let verdict =
            isCutOff
            ? .retry(at: now())
            : DeliveryVerdict(
                after: result, tries: delivery.tries, at: now(),
                jitter: UInt8.random(in: .min ... .max))
        return ConcludedDelivery(
            delivery: delivery, result: result, verdict: verdict, isCutOff: isCutOff)
    }

    private func result(of delivery: ClaimedDelivery) async -> DeliveryResult {
        do throws(StoreError) {
            guard let request = try await ledger.request(of: delivery, at: now()) else {
                return .failed(code: WebhookLane.unreadable)
            }
            return await client.send(
                request.body, headers: request.headers, to: request.url,
                afterTries: delivery.tries - 1)
        } catch {
            return .failed(code: WebhookLane.unreadable)
        }
    }

    /// The code of a delivery whose event or secret can't be read.
    private static let unreadable = "unreadable"

    private func count(_ concluded: [ConcludedDelivery]) {
        let now = now()
        state.withLock { state in
            for conclusion in concluded {
                let endpoint = conclusion.delivery.endpoint
                var breaker = state.breakers[endpoint] ?? WebhookLane.closedBreaker
                if conclusion.result.isDelivered {
                    breaker.succeed()
                } else {
                    breaker.fail(at: now)
                }
                state.breakers[endpoint] = breaker
                state.round.count(conclusion)
            }
        }
    }

    private static let closedBreaker = CircuitBreaker(
        failures: WebhookLimits.failuresInARow, probeInterval: WebhookLimits.probeInterval)

    private func takeRound() -> Round {
        state.withLock { state in
            defer { state.round = Round() }
            return state.round
        }
    }
}

extension WebhookLane.Round {
    fileprivate mutating func count(_ conclusion: ConcludedDelivery) {
        switch conclusion.verdict {
        case .delivered: delivered += 1
        case .retry: failed += 1
        case .exhausted: exhausted += 1
        case .gone:
            failed += 1
            gone.append(conclusion.delivery.endpoint)
        }
    }
}
