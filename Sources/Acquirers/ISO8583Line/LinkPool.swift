import AcquirerKit
import ISO8583
import NIOCore
import NIOPosix
import PaymentDomain

/// The links of a line to its hosts, and the messages that wait for answers.
///
/// All links are on one event loop. So the end of a request, and the passing of its first byte, come one after the other.
package final class LinkPool: MessageExchange {
    private let loop: any EventLoop
    /// Filled on the event loop before anything else runs there.
    private let state: NIOLoopBoundBox<LinkPoolState?>
    private let specification: Specification
    private let meter = LinkMeter()

    /// Links to hosts; those of the first are preferred. They connect at once.
    ///
    /// - Parameter inFlight: The most messages that wait for answers.
    package init(
        _ profile: LineProfile, hosts: [HostEndpoint], inFlight: Int = LineLimits().inFlight,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        self.loop = loop
        specification = profile.specification
        let state = NIOLoopBoundBox.makeEmptyBox(
            valueType: LinkPoolState.self, eventLoop: loop)
        self.state = state
        let meter = meter
        loop.execute {
            let started = LinkPoolState(
                profile, hosts, inFlight: inFlight, on: loop, meter, now: now)
            state.value = started
            started.start()
        }
    }

    deinit {
        let state = state
        loop.execute {
            state.value?.shutDown()
            state.value = nil
        }
    }

    package func send(_ message: Message, sendBy: Timestamp?) async -> ExchangeOutcome {
        // A message that the specification can't have isn't sent.
        guard let wire = try? specification.encode(message),
            let frame = specification.framing.frame(wire)
        else { return .notSent(.cancelled) }
        let state = state
        let loop = loop
        let outcome = loop.flatSubmit {
            state.value?.send(message, frame: frame, sendBy: sendBy)
                ?? loop.makeSucceededFuture(.notSent(.lineDown))
        }
        return await withTaskCancellationHandler {
            // The future never fails.
            (try? await outcome.get()) ?? .silence(.disconnected)
        } onCancel: {
            loop.execute { state.value?.give(up: message) }
        }
    }

    /// Waits until a payment may be sent; returns at once if one may.
    package func waitUntilUp() async {
        await wait { $0.whenUp() }
    }

    /// Asks a host whether it works, once its links were tried.
    package func echo() async -> LineEcho {
        await wait { $0.whenTried() }
        let state = state
        let loop = loop
        let echo = try? await loop.flatSubmit {
            state.value?.echo() ?? loop.makeSucceededFuture(.notSent(.lineDown))
        }.get()
        return echo ?? .silence(.disconnected)
    }

    private func wait(
        _ future: @escaping @Sendable (LinkPoolState) -> EventLoopFuture<Void>
    ) async {
        let state = state
        let loop = loop
        // The future never fails.
        _ = try? await loop.flatSubmit {
            state.value.map(future) ?? loop.makeSucceededVoidFuture()
        }.get()
    }
}

extension LinkPool: LineConnections {
    /// The counts of the links so far.
    package var counters: LinkCounters { meter.counters }

    package var links: LinkCounters? { counters }

    package var isDown: Bool { counters.up == 0 }

    /// Waits until a link is up, or each has failed once.
    package func waitUntilTried(within limit: Duration) async {
        await wait { state in
            let promise = state.loop.makePromise(of: Void.self)
            state.loop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) { promise.succeed() }
            state.whenTried().whenSuccess { promise.succeed() }
            return promise.futureResult
        }
    }

    package func drain(within limit: Duration, signsOff: Bool) async {
        await wait { $0.drain(within: limit, signsOff: signsOff) }
    }
}
