import AcquirerKit
import ISO8583
import NIOCore
import PaymentDomain
import PaymentEngine
import Synchronization

/// The links and the waiting messages of a line; used on its event loop alone.
final class LinkPoolState {
    /// Who waits for an answer.
    struct Waiter: Sendable {
        let promise: EventLoopPromise<ExchangeOutcome>
        let deadline: Scheduled<Void>
    }

    let profile: LineProfile
    let loop: any EventLoop
    private(set) var links: [HostLink] = []
    private var pending: PendingRequests<Waiter>
    private let meter: LinkMeter
    private var upWaiters: [EventLoopPromise<Void>] = []
    /// Who waits until a link is up, or each has failed once.
    private var tryWaiters: [EventLoopPromise<Void>] = []
    private var endWaiters: [EventLoopPromise<Void>] = []
    /// Why no link is up, as far as that is known.
    private var failure = LineEcho.notSent(.lineDown)
    private var isDraining = false
    private var next = 0
    private var networkTrace: Int64
    private let now: @Sendable () -> Timestamp

    init(
        _ profile: LineProfile, _ hosts: [HostEndpoint], inFlight: Int, on loop: any EventLoop,
        _ meter: LinkMeter, now: @escaping @Sendable () -> Timestamp
    ) {
        self.profile = profile
        self.loop = loop
        self.meter = meter
        self.now = now
        pending = PendingRequests(limit: inFlight, echoed: profile.echoed)
        networkTrace = now().seconds
        for (rank, host) in hosts.enumerated() {
            for _ in 0..<host.links {
                links.append(HostLink(number: links.count, rank: rank, host: host, self))
            }
        }
    }

    /// The event loop's time, which nobody sets.
    var uptime: Timestamp {
        Timestamp(milliseconds: Int64(loop.now.uptimeNanoseconds / 1_000_000))
    }

    func start() {
        for link in links { link.apply(.tick) }
    }

    // MARK: Messages

    func send(
        _ message: Message, frame: [UInt8], sendBy: Timestamp?
    ) -> EventLoopFuture<ExchangeOutcome> {
        if let sendBy, now() > sendBy { return loop.makeSucceededFuture(.notSent(.late)) }
        guard pending.hasRoom else { return loop.makeSucceededFuture(.notSent(.busy)) }
        guard !isDraining, let link = choose() else {
            return loop.makeSucceededFuture(.notSent(whyDown))
        }
        let promise = loop.makePromise(of: ExchangeOutcome.self)
        let deadline = loop.assumeIsolated().scheduleTask(
            in: .milliseconds(profile.times.answer)
        ) { [weak self] in
            guard let self else { return }
            end(message, .silence(.deadline))
        }
        let entry = PendingRequests.Entry(
            request: message, link: link.number,
            waiter: Waiter(promise: promise, deadline: deadline))
        guard pending.insert(entry) else {
            deadline.cancel()
            promise.succeed(.notSent(.busy))
            return promise.futureResult
        }
        count { $0.waiting = pending.count }
        link.write(frame)
        return promise.futureResult
    }

    /// The next link that takes a message: of the first host that has one.
    private func choose() -> HostLink? {
        let open = links.filter { $0.takesMessages }
        guard let rank = open.map(\.rank).min() else { return nil }
        let best = open.filter { $0.rank == rank }
        next = (next + 1) % max(1, best.count)
        return best[next % best.count]
    }

    /// Ends a message whose caller no longer waits.
    func give(up message: Message) { end(message, .silence(.cancelled)) }

    private func end(_ message: Message, _ outcome: ExchangeOutcome) {
        guard let entry = pending.take(message) else { return }
        finish(entry, outcome)
    }

    private func finish(_ entry: PendingRequests<Waiter>.Entry, _ outcome: ExchangeOutcome) {
        entry.waiter.deadline.cancel()
        count { $0.waiting = pending.count }
        entry.waiter.promise.succeed(outcome)
        tellIdle()
    }

    private var whyDown: NotSentReason {
        if case .notSent(let reason) = failure { return reason }
        return .lineDown
    }

    /// Asks a host whether it works; without a message for that, a link that is up is the answer.
    func echo() -> EventLoopFuture<LineEcho> {
        guard let link = choose() else { return loop.makeSucceededFuture(failure) }
        guard profile.messages[.echo] != nil else { return loop.makeSucceededFuture(.answered) }
        let promise = loop.makePromise(of: LineEcho.self)
        link.send(.echo, promise)
        loop.assumeIsolated().scheduleTask(in: .milliseconds(profile.times.answer)) {
            promise.succeed(.silence(.deadline))
        }
        return promise.futureResult
    }

    // MARK: What links report

    /// An answer to a message other than those about the network.
    func receive(_ message: Message) {
        guard let entry = pending.take(answeredBy: message) else {
            count { $0.unmatched += 1 }
            return
        }
        finish(entry, .answered(message))
    }

    func count(_ change: (inout LinkCounters) -> Void) { meter.count(change) }

    /// Notes why a link isn't up.
    func note(_ reason: LineEcho) { failure = reason }

    /// A link was lost, or didn't come up.
    func failed(_ reason: LineEcho?) {
        if let reason { failure = reason }
        count { $0.failures += 1 }
        if links.allSatisfy({ $0.hasFailed }) { resume(&tryWaiters) }
    }

    private func resume(_ waiters: inout [EventLoopPromise<Void>]) {
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.succeed() }
    }

    /// The requests of a link that was lost have no known outcome.
    func lost(_ link: HostLink) {
        for entry in pending.takeAll(of: link.number) { finish(entry, .silence(.disconnected)) }
        count { $0.up = links.count { $0.isUp } }
    }

    func cameUp() {
        count { $0.up = links.count { $0.isUp } }
        resume(&upWaiters)
        resume(&tryWaiters)
    }

    /// A message about the network, with a trace number of its own.
    func networkMessage(_ kind: NetworkMessage) -> Message? {
        networkTrace += 1
        let identity = MessageIdentity(
            traceNumber: networkTrace % MessageIdentity.traceNumbers.upperBound + 1,
            transmittedAt: now())
        return profile.networkMessage(kind, identity)
    }

    // MARK: The end

    func whenUp() -> EventLoopFuture<Void> {
        links.contains { $0.isUp } ? loop.makeSucceededVoidFuture() : wait(in: &upWaiters)
    }

    func whenTried() -> EventLoopFuture<Void> {
        links.contains { $0.isUp } || links.allSatisfy { $0.hasFailed }
            ? loop.makeSucceededVoidFuture() : wait(in: &tryWaiters)
    }

    private func wait(in waiters: inout [EventLoopPromise<Void>]) -> EventLoopFuture<Void> {
        let promise = loop.makePromise(of: Void.self)
        waiters.append(promise)
        return promise.futureResult
    }

    /// Sends nothing new, and ends each link once what waits is answered.
    func drain(within limit: Duration, signsOff: Bool) -> EventLoopFuture<Void> {
        isDraining = true
        let until = uptime.after(limit.milliseconds)
        for link in links { link.apply(.drain(until: until, signsOff: signsOff)) }
        count { $0.up = 0 }
        tellIdle()
        return links.allSatisfy { $0.hasEnded }
            ? loop.makeSucceededVoidFuture() : wait(in: &endWaiters)
    }

    private func tellIdle() {
        guard isDraining, pending.count == 0 else { return }
        for link in links { link.apply(.idle) }
    }

    /// A link has ended for good.
    func ended() {
        if links.allSatisfy({ $0.hasEnded }) { resume(&endWaiters) }
    }

    func shutDown() {
        for link in links { link.end() }
        resume(&upWaiters)
        resume(&tryWaiters)
        resume(&endWaiters)
    }
}

/// The counters of the links of a line that is in use.
final class LinkMeter: Sendable {
    private let state = Mutex(LinkCounters())

    var counters: LinkCounters { state.withLock { $0 } }

    func count(_ change: (inout LinkCounters) -> Void) {
        state.withLock { change(&$0) }
    }
}
