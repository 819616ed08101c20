import ISO8583
import PaymentDomain

/// An event on a link to a host.
enum LinkEvent: Sendable, Hashable {
    /// The connection came about.
    case connected
    /// The connection didn't come about, or ended.
    case disconnected
    /// The host sent something, or a heartbeat.
    case heard
    /// The host answered a message of ours about the network: whether it took it.
    case answered(NetworkMessage, isTaken: Bool)
    /// It is as late as the machine asked for.
    case tick
    /// No new request may take this link, which ends then at the latest, perhaps with a sign-off.
    case drain(until: Timestamp, signsOff: Bool)
    /// No request waits for an answer any more.
    case idle
}

/// The messages about the network that a link sends by itself.
enum NetworkMessage: Sendable, Hashable, CaseIterable {
    case signOn, signOff, echo

    /// Its template in a profile.
    var kind: MessageKind {
        switch self {
        case .signOn: .signOn
        case .signOff: .signOff
        case .echo: .echo
        }
    }
}

/// An action of a link.
enum LinkAction: Sendable, Hashable {
    case connect
    case send(NetworkMessage)
    case close
    /// Payments may take the link.
    case up
    /// No payment may take it any more. What was sent over it and isn't answered is unknown.
    case down
}

/// A link to a host: connecting, signing on, up, draining, signing off, down.
///
/// A pure value: an event goes in, actions come out, and ``wakeAt`` says when to come again. It knows neither sockets nor
/// payments.
struct LinkMachine: Sendable, Hashable {
    enum State: Sendable, Hashable {
        /// Waits until then before it connects.
        case down(until: Timestamp)
        /// Connects until then at most.
        case connecting(until: Timestamp)
        /// Waits for the answer to its sign-on until then.
        case signingOn(until: Timestamp)
        /// Takes payments. An echo is due then, after so many that weren't answered.
        case up(echoAt: Timestamp, unanswered: Int)
        /// Waits for the answers to earlier payments until then, and takes no new one.
        case draining(until: Timestamp, signsOff: Bool)
        /// Waits for the answer to its sign-off until then.
        case signingOff(until: Timestamp)
        /// Has ended for good.
        case ended
    }

    private(set) var state: State
    private let times: LinkTimes
    private let network: Set<NetworkMessage>
    /// How often in a row it was lost before it was up.
    private var failures = 0

    /// A link that connects at once.
    ///
    /// - Parameter network: The messages about the network that the profile has.
    init(_ times: LinkTimes, _ network: Set<NetworkMessage>, at now: Timestamp) {
        self.times = times
        self.network = network
        state = .down(until: now)
    }

    /// Whether payments may take it.
    var isUp: Bool {
        if case .up = state { return true }
        return false
    }

    /// Whether it has ended for good.
    var hasEnded: Bool { state == .ended }

    /// When a tick is due; nil if none is.
    var wakeAt: Timestamp? {
        switch state {
        case .down(let until), .connecting(let until), .signingOn(let until),
            .draining(let until, _), .signingOff(let until):
            until
        case .up(let echoAt, _): network.contains(.echo) ? echoAt : nil
        case .ended: nil
        }
    }

    /// Takes an event.
    mutating func apply(_ event: LinkEvent, at now: Timestamp) -> [LinkAction] {
        switch event {
        case .connected: connected(at: now)
        case .disconnected: disconnected(at: now)
        case .heard: heard(at: now)
        case .answered(let message, let isTaken): answered(message, isTaken, at: now)
        case .tick: tick(at: now)
        case .drain(let until, let signsOff): drain(until, signsOff)
        case .idle: idle()
        }
    }

    private mutating func connected(at now: Timestamp) -> [LinkAction] {
        switch state {
        case .connecting:
            guard network.contains(.signOn) else { return comeUp(at: now) }
            state = .signingOn(until: now.after(times.answer))
            return [.send(.signOn)]
        // It came too late.
        case .down, .signingOn, .up, .draining, .signingOff, .ended: return [.close]
        }
    }

    private mutating func comeUp(at now: Timestamp) -> [LinkAction] {
        failures = 0
        return goOn(at: now) + [.up]
    }

    private mutating func goOn(at now: Timestamp) -> [LinkAction] {
        state = .up(echoAt: now.after(times.echo), unanswered: 0)
        return []
    }

    private mutating func disconnected(at now: Timestamp) -> [LinkAction] {
        switch state {
        case .up: return lose(at: now) + [.down]
        case .connecting, .signingOn: return lose(at: now)
        case .draining, .signingOff: return end([.down])
        case .down, .ended: return []
        }
    }

    /// Waits before it connects again: each time twice as long.
    private mutating func lose(at now: Timestamp) -> [LinkAction] {
        let wait = min(times.lastRetry, times.firstRetry << Int64(min(failures, 16)))
        failures += 1
        state = .down(until: now.after(wait))
        return []
    }

    private mutating func heard(at now: Timestamp) -> [LinkAction] {
        if case .up(let echoAt, _) = state { state = .up(echoAt: echoAt, unanswered: 0) }
        return []
    }

    private mutating func answered(
        _ message: NetworkMessage, _ isTaken: Bool, at now: Timestamp
    ) -> [LinkAction] {
        switch (message, state) {
        case (.signOn, .signingOn): isTaken ? comeUp(at: now) : lose(at: now) + [.close]
        case (.signOff, .signingOff): end([.down, .close])
        // The host may have forgotten the sign-on. A busy link asks too: declines are signs of the host.
        case (.echo, .up): isTaken ? goOn(at: now) : lose(at: now) + [.down, .close]
        case (.signOn, _), (.signOff, _), (.echo, _): []
        }
    }

    private mutating func tick(at now: Timestamp) -> [LinkAction] {
        guard let wakeAt, now >= wakeAt else { return [] }
        switch state {
        case .down:
            state = .connecting(until: now.after(times.connect))
            return [.connect]
        case .connecting, .signingOn: return lose(at: now) + [.close]
        case .up(_, let unanswered):
            guard unanswered < LinkMachine.echoesUnanswered else {
                return lose(at: now) + [.down, .close]
            }
            state = .up(echoAt: now.after(times.answer), unanswered: unanswered + 1)
            return [.send(.echo)]
        case .draining, .signingOff: return end([.down, .close])
        case .ended: return []
        }
    }

    private mutating func drain(_ until: Timestamp, _ signsOff: Bool) -> [LinkAction] {
        switch state {
        case .up:
            state = .draining(until: until, signsOff: signsOff && network.contains(.signOff))
            return []
        case .connecting, .signingOn: return end([.close])
        case .down: return end([])
        case .draining, .signingOff, .ended: return []
        }
    }

    private mutating func idle() -> [LinkAction] {
        guard case .draining(let until, let signsOff) = state else { return [] }
        guard signsOff else { return end([.down, .close]) }
        state = .signingOff(until: until)
        return [.send(.signOff)]
    }

    private mutating func end(_ actions: [LinkAction]) -> [LinkAction] {
        state = .ended
        return actions
    }

    /// After so many echoes without a sign of the host, the link is lost.
    private static let echoesUnanswered = 2
}

extension Timestamp {
    /// So many milliseconds later.
    func after(_ count: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(count)
        return Timestamp(milliseconds: overflow ? .max : sum)
    }
}
