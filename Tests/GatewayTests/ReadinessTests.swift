import Gateway
import Synchronization
import Testing

/// Books behind a door, and a clock that a test moves; both count how often they are looked at.
private final class WatchedDatabase: Sendable {
    private struct State {
        var uptime = Duration.seconds(5)
        var askers = 0
        var looks = 0
        var areUsable: Bool
    }

    private let state: Mutex<State>
    let door = Door()

    init(areUsable: Bool) {
        state = Mutex(State(areUsable: areUsable))
    }

    var looks: Int { state.withLock { $0.looks } }
    /// How often the moment was asked for, which is once for each who asks for an answer.
    var askers: Int { state.withLock { $0.askers } }

    func set(areUsable: Bool) { state.withLock { $0.areUsable = areUsable } }
    func pass(_ time: Duration) { state.withLock { $0.uptime += time } }

    func probe(time: Duration) -> ReadinessProbe {
        ReadinessProbe(
            time: time,
            uptime: {
                self.state.withLock { state in
                    state.askers += 1
                    return state.uptime
                }
            },
            look: {
                self.state.withLock { $0.looks += 1 }
                await self.door.pass()
                return self.state.withLock { $0.areUsable }
            })
    }
}

@Suite("Whether the database can be read is checked once for all who ask", .timeLimit(.minutes(5)))
struct ReadinessTests {
    @Test(
        "a request during a check gets its result, yes or no", .timeLimit(.minutes(20)),
        arguments: [true, false])
    func together(areUsable: Bool) async {
        let database = WatchedDatabase(areUsable: areUsable)
        database.door.shut()
        // Nothing is kept: whoever comes too late for the look makes another.
        let probe = database.probe(time: .zero)
        await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<5 { tasks.addTask { await probe.answer() } }
            while database.askers < 5, !Task.isCancelled { await Task.yield() }
            database.door.open()
            for await answer in tasks { #expect(answer == areUsable) }
        }
        #expect(database.looks == 1)
    }

    @Test("an answer is kept for its time, then there is a new look", arguments: [true, false])
    func kept(areUsable: Bool) async {
        let database = WatchedDatabase(areUsable: areUsable)
        let probe = database.probe(time: .milliseconds(250))
        #expect(await probe.answer() == areUsable)
        database.set(areUsable: !areUsable)
        database.pass(.milliseconds(249))
        #expect(await probe.answer() == areUsable)
        #expect(database.looks == 1)
        database.pass(.milliseconds(1))
        #expect(await probe.answer() != areUsable)
        #expect(database.looks == 2)
    }

    @Test("an answer that was long in coming is kept from its coming on", .timeLimit(.minutes(20)))
    func slow() async {
        let database = WatchedDatabase(areUsable: true)
        database.door.shut()
        let probe = database.probe(time: .milliseconds(250))
        async let first = probe.answer()
        await database.door.waitUntilWaiting(1)
        database.pass(.seconds(10))
        database.door.open()
        let answer = await first
        #expect(answer)
        #expect(await probe.answer())
        #expect(database.looks == 1)
    }
}
