import PaymentDomain
import Testing

@testable import ISO8583Line

/// An event some milliseconds after the start, and what the link does.
private struct Step: Sendable {
    let at: Int64
    let event: LinkEvent
    let actions: [LinkAction]

    init(_ at: Int64, _ event: LinkEvent, _ actions: [LinkAction] = []) {
        self.at = at
        self.event = event
        self.actions = actions
    }
}

private struct Walk: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var signsOn = true
    let steps: [Step]
    /// When the next tick is due; nil if none is.
    let wakeAt: Int64?
}

@Suite("A link to a host", .timeLimit(.minutes(5)))
struct LinkMachineTests {
    private static let start = Timestamp(milliseconds: 1_000_000)

    /// A drain that ends 900 milliseconds after the start.
    private static let end = LinkEvent.drain(until: start.after(900), signsOff: true)

    private static let signedOn = [
        Step(0, .tick, [.connect]), Step(10, .connected, [.send(.signOn)]),
        Step(20, .answered(.signOn, isTaken: true), [.up]),
    ]

    private static let walks = [
        Walk(testDescription: "connects, signs on, and is up", steps: signedOn, wakeAt: 60_020),
        Walk(
            testDescription: "without sign-on it is up once it is connected", signsOn: false,
            steps: [Step(0, .tick, [.connect]), Step(10, .connected, [.up])], wakeAt: 60_010),
        Walk(
            testDescription: "a connection that doesn't come about is tried again, each time later",
            steps: [
                Step(0, .tick, [.connect]), Step(10, .disconnected), Step(509, .tick),
                Step(510, .tick, [.connect]), Step(520, .disconnected),
                Step(1_520, .tick, [.connect]),
            ], wakeAt: 6_520),
        Walk(
            testDescription: "a connection that takes too long is given up",
            steps: [Step(0, .tick, [.connect]), Step(5_000, .tick, [.close])], wakeAt: 5_500),
        Walk(
            testDescription: "a connection that comes too late is closed",
            steps: [
                Step(0, .tick, [.connect]), Step(5_000, .tick, [.close]),
                Step(5_100, .connected, [.close]),
            ], wakeAt: 5_500),
        Walk(
            testDescription: "a sign-on that is refused ends the connection",
            steps: [
                Step(0, .tick, [.connect]), Step(10, .connected, [.send(.signOn)]),
                Step(20, .answered(.signOn, isTaken: false), [.close]),
            ], wakeAt: 520),
        Walk(
            testDescription: "a sign-on that isn't answered ends the connection",
            steps: [
                Step(0, .tick, [.connect]), Step(10, .connected, [.send(.signOn)]),
                Step(20_010, .tick, [.close]),
            ], wakeAt: 20_510),
        Walk(
            testDescription: "an idle link sends an echo, and goes on once anything is heard",
            steps: signedOn + [
                Step(60_020, .tick, [.send(.echo)]), Step(60_100, .heard),
                Step(60_100, .answered(.echo, isTaken: true)),
            ], wakeAt: 120_100),
        Walk(
            testDescription: "an echo that is refused ends the link, which then signs on again",
            steps: signedOn + [
                Step(60_020, .tick, [.send(.echo)]), Step(60_100, .heard),
                Step(60_100, .answered(.echo, isTaken: false), [.down, .close]),
            ], wakeAt: 60_600),
        Walk(
            testDescription: "two echoes without an answer end the link",
            steps: signedOn + [
                Step(60_020, .tick, [.send(.echo)]), Step(80_020, .tick, [.send(.echo)]),
                Step(100_020, .tick, [.down, .close]),
            ], wakeAt: 100_520),
        Walk(
            testDescription: "a link that is lost is down at once, and connects again",
            steps: signedOn + [
                Step(500, .disconnected, [.down]), Step(1_000, .tick, [.connect]),
            ], wakeAt: 6_000),
        Walk(
            testDescription:
                "a busy link sends echoes too, since a decline may mean a lost sign-on",
            steps: signedOn + [
                Step(50_000, .heard), Step(60_020, .tick, [.send(.echo)]), Step(60_030, .heard),
            ], wakeAt: 80_020),
        Walk(
            testDescription: "draining signs off, and ends when the host hangs up",
            steps: signedOn + [
                Step(500, end), Step(510, .idle, [.send(.signOff)]),
                Step(600, .disconnected, [.down]), Step(700, end), Step(900, .tick),
            ], wakeAt: nil),
        Walk(
            testDescription: "draining waits for the answers first, and for that to its sign-off",
            steps: signedOn + [
                Step(500, end), Step(510, .heard), Step(520, .idle, [.send(.signOff)]),
                Step(525, .idle), Step(530, .answered(.signOff, isTaken: false), [.down, .close]),
            ], wakeAt: nil),
        Walk(
            testDescription: "draining without a sign-off ends once nothing waits", signsOn: false,
            steps: [
                Step(0, .tick, [.connect]), Step(10, .connected, [.up]), Step(500, end),
                Step(520, .idle, [.down, .close]),
            ], wakeAt: nil),
        Walk(
            testDescription: "draining in favour of another link has no sign-off",
            steps: signedOn + [
                Step(500, .drain(until: start.after(900), signsOff: false)),
                Step(520, .idle, [.down, .close]),
            ], wakeAt: nil),
        Walk(
            testDescription: "draining ends by itself, if an answer never comes",
            steps: signedOn + [Step(500, end), Step(900, .tick, [.down, .close])], wakeAt: nil),
        Walk(
            testDescription: "so does signing off",
            steps: signedOn + [
                Step(500, end), Step(510, .idle, [.send(.signOff)]),
                Step(900, .tick, [.down, .close]),
            ], wakeAt: nil),
        Walk(
            testDescription: "a link that isn't up yet ends at once when it is drained",
            steps: [Step(0, .tick, [.connect]), Step(10, end, [.close])], wakeAt: nil),
        Walk(
            testDescription: "a link that waits ends at once when it is drained",
            steps: [Step(0, .tick, [.connect]), Step(10, .disconnected), Step(20, end)],
            wakeAt: nil),
    ]

    @Test("goes its way", arguments: walks)
    private func walk(_ walk: Walk) {
        var machine = LinkMachine(
            LinkTimes(), walk.signsOn ? [.signOn, .signOff, .echo] : [.echo], at: Self.start)
        for step in walk.steps {
            let actions = machine.apply(step.event, at: Self.start.after(step.at))
            #expect(actions == step.actions, "\(step.event) at \(step.at)")
        }
        #expect(machine.wakeAt == walk.wakeAt.map { Self.start.after($0) })
    }

    @Test("waits no longer than its limit before it connects again")
    func longestWait() {
        var machine = LinkMachine(LinkTimes(), [.echo], at: Self.start)
        var now = Self.start
        for _ in 0..<40 {
            #expect(machine.apply(.tick, at: now) == [.connect])
            #expect(machine.apply(.disconnected, at: now) == [])
            let wait = machine.wakeAt?.milliseconds(since: now) ?? 0
            #expect((500...30_000).contains(wait))
            now = now.after(wait)
        }
        #expect(machine.apply(.tick, at: now) == [.connect])
        #expect(machine.apply(.connected, at: now) == [.up])
        #expect(machine.apply(.disconnected, at: now) == [.down])
        #expect(machine.wakeAt == now.after(500), "a link that was up is tried again soon")
    }

    @Test("does nothing that its state has no room for, and never traps")
    func everyPair() {
        let events: [LinkEvent] = [
            .connected, .disconnected, .heard, .answered(.signOn, isTaken: true),
            .answered(.signOn, isTaken: false), .answered(.echo, isTaken: true),
            .answered(.signOff, isTaken: true), .tick, Self.end, .idle,
        ]
        for first in events {
            for second in events {
                for third in events {
                    var machine = LinkMachine(
                        LinkTimes(), [.signOn, .signOff, .echo], at: Self.start)
                    _ = machine.apply(.tick, at: Self.start)
                    var wasUp = false
                    for event in [first, second, third] {
                        let actions = machine.apply(event, at: Self.start)
                        if actions.contains(.up) { wasUp = true }
                        #expect(!actions.contains(.down) || wasUp, "\(first) \(second) \(third)")
                        #expect(machine.isUp ? wasUp : true)
                    }
                }
            }
        }
    }
}
