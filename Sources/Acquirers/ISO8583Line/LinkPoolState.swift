import AcquirerKit
import ISO8583
import NIOCore
import PaymentDomain
import PaymentEngine

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
    private(set) var counters = LinkCounters()
    private var upWaiters: [EventLoopPromise<Void>] = []
    private var next = 0
    private var networkTrace: Int64
    private let now: @Sendable () -> Timestamp

    init(
        _ profile: LineProfile, _ hosts: [HostEndpoint], inFlight: Int, on loop: any EventLoop,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.profile = profile
        self.loop = loop
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
        guard let link = choose() else { return loop.makeSucceededFuture(.notSent(.lineDown)) }
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
        counters.waiting = pending.count
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
        counters.waiting = pending.count
        entry.waiter.promise.succeed(outcome)
    }

    // MARK: What links report

    /// An answer to a message other than those about the network.
    func receive(_ message: Message) {
        guard let entry = pending.take(answeredBy: message) else {
            counters.unmatched += 1
            return
        }
        finish(entry, .answered(message))
    }

    func count(_ change: (inout LinkCounters) -> Void) { change(&counters) }

    /// The requests of a link that was lost have no known outcome.
    func lost(_ link: HostLink) {
        for entry in pending.takeAll(of: link.number) { finish(entry, .silence(.disconnected)) }
        counters.up = links.count { $0.isUp }
    }

    func cameUp() {
        counters.up = links.count { $0.isUp }
        let waiters = upWaiters
        upWaiters = []
        for waiter in waiters { waiter.succeed() }
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
        if links.contains(where: { $0.isUp }) { return loop.makeSucceededVoidFuture() }
        let promise = loop.makePromise(of: Void.self)
        upWaiters.append(promise)
        return promise.futureResult
    }

    func drain() {
        for link in links { link.apply(.drain) }
    }

    func shutDown() {
        for link in links { link.end() }
        for waiter in upWaiters { waiter.succeed() }
        upWaiters = []
    }
}
