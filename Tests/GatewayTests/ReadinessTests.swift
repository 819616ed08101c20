import Gateway
import Synchronization
import Testing

/// Books behind a door, and a clock that a test moves; both count how often they are looked at.
private final class WatchedBooks: Sendable {
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
        let books = WatchedBooks(areUsable: areUsable)
        books.door.shut()
        // Nothing is kept: whoever comes too late for the look makes another.
        let probe = books.probe(time: .zero)
        await withTaskGroup(of: Bool.self) { tasks in
            for _ in 0..<5 { tasks.addTask { await probe.answer() } }
            while books.askers < 5, !Task.isCancelled { await Task.yield() }
            books.door.open()
            for await answer in tasks { #expect(answer == areUsable) }
        }
        #expect(books.looks == 1)
    }

    @Test("an answer is kept for its time, then there is a new look", arguments: [true, false])
    func kept(areUsable: Bool) async {
        let books = WatchedBooks(areUsable: areUsable)
        let probe = books.probe(time: .milliseconds(250))
        #expect(await probe.answer() == areUsable)
        books.set(areUsable: !areUsable)
        books.pass(.milliseconds(249))
        #expect(await probe.answer() == areUsable)
        #expect(books.looks == 1)
        books.pass(.milliseconds(1))
        #expect(await probe.answer() != areUsable)
        #expect(books.looks == 2)
    }

    @Test("an answer that was long in coming is kept from its coming on", .timeLimit(.minutes(20)))
    func slow() async {
        let books = WatchedBooks(areUsable: true)
        books.door.shut()
        let probe = books.probe(time: .milliseconds(250))
        async let first = probe.answer()
        await books.door.waitUntilWaiting(1)
        books.pass(.seconds(10))
        books.door.open()
        let answer = await first
        #expect(answer)
        #expect(await probe.answer())
        #expect(books.looks == 1)
    }
}
