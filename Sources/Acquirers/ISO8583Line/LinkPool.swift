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
        loop.execute {
            let started = LinkPoolState(profile, hosts, inFlight: inFlight, on: loop, now: now)
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

    /// The counts of the links so far.
    package func counters() async -> LinkCounters {
        let state = state
        let counters = try? await loop.submit { state.value?.counters }.get()
        return (counters ?? nil) ?? LinkCounters()
    }

    /// Waits until a payment may be sent; returns at once if one may.
    package func waitUntilUp() async {
        let state = state
        let loop = loop
        _ = try? await loop.flatSubmit { state.value?.whenUp() ?? loop.makeSucceededVoidFuture() }
            .get()
    }

    /// Ends the links once what waits is answered: no new message is sent.
    package func drain() async {
        let state = state
        _ = try? await loop.submit { state.value?.drain() }.get()
    }
}

/// What happened on the links of a line.
package struct LinkCounters: Sendable, Hashable {
    /// Links that payments may take now.
    package var up = 0
    /// Messages that wait for answers now.
    package var waiting = 0
    /// Connections that came about.
    package var connections = 0
    /// Frames whose length isn't one or is too large; each ends its link.
    package var frameErrors = 0
    /// Messages that aren't as the specification has them.
    package var undecodable = 0
    /// Answers to no message that waits: late ones, second ones, and those whose repeated fields differ.
    package var unmatched = 0
    /// Requests of the host that aren't about the network.
    package var unknownRequests = 0
}
