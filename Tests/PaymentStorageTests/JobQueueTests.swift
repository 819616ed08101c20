import Database
import SeededRandom
import Testing

@testable import PostgreSQLDatabase

@Suite("The line before a server's connections", .timeLimit(.minutes(5)))
struct JobQueueTests {
    private let whole = PostgreSQLLimits.changesPerCommit

    private static func job(shares: Bool) -> Job {
        var job = Job(run: { _ in .told }, fail: { _ in })
        if shares {
            job.part = BatchedStatement(sql: "SELECT 1", values: []) { _, _ in {} }
        }
        return job
    }

    private static func line(alone: Int = 0, sharing: Int = 0, idle: Int = 4) -> JobQueue {
        var line = JobQueue(connections: max(idle, 4))
        for number in 0..<idle { line.rests(number) }
        for _ in 0..<alone { line.append(job(shares: false)) }
        for _ in 0..<sharing { line.append(job(shares: true)) }
        return line
    }

    @Test("a thread that nothing could wake is not started: a failed eventfd is an error")
    func noBell() throws {
        let error = #expect(throws: SchemaError.self) { try WakeupEvent.made(-1) }
        guard case .cannotOpen(.unavailable, let reason?)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("eventfd"))
    }

    @Test("changes that can share a transaction are taken together, up to a whole one")
    func shares() {
        var line = JobQueueTests.line(sharing: whole + 3)
        #expect(line.next(for: 0).count == whole)
        #expect(line.waiting == 3)
    }

    @Test("single and shared jobs take turns")
    func turns() {
        var line = JobQueueTests.line(alone: 2, sharing: 2)
        let counts = (0..<3).map { line.next(for: $0).count }
        #expect(counts.sorted() == [1, 1, 2])
        #expect(line.waiting == 0)
    }

    @Test("one shared transaction is under way at once, until a whole one waits")
    func room() {
        var line = JobQueueTests.line()
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: 0).count == 1)
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: 1).isEmpty)
        for _ in 1..<whole { line.append(JobQueueTests.job(shares: true)) }
        #expect(line.toWake() != nil)
        // A thread that comes back makes room.
        #expect(line.next(for: 0).count == whole)
    }

    @Test("a job behind a held-up shared transaction overtakes it, and not before")
    func heldUp() {
        var line = JobQueueTests.line(sharing: 1)
        #expect(line.next(for: 0).count == 1)
        line.append(JobQueueTests.job(shares: true))
        #expect(line.toWake() == 3)
        #expect(line.next(for: 3).isEmpty)
        let begun = line.rests(3)
        #expect(begun == 1)
        // Nobody else need be woken, nor watch.
        line.append(JobQueueTests.job(shares: true))
        #expect(line.toWake() == nil)
        // What goes alone is another's.
        line.append(JobQueueTests.job(shares: false))
        #expect(line.toWake() == 2)
        #expect(line.next(for: 2).count == 1)
        #expect(line.next(for: 3, watched: begun).count == 2)
    }

    @Test(
        "shared transactions that are held up leave connections for what goes alone",
        arguments: [(connections: 3, held: 2), (4, 2), (8, 4)])
    func manyHeldUp(connections: Int, held: Int) {
        var line = JobQueue(connections: connections)
        for number in 0..<connections { line.rests(number) }
        for number in 0..<held {
            line.append(JobQueueTests.job(shares: true))
            #expect(line.next(for: number, watched: number).count == 1)
        }
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: held, watched: held).isEmpty)
        line.append(JobQueueTests.job(shares: false))
        #expect(line.next(for: held).count == 1)
        #expect(line.next(for: 0).isEmpty)
    }

    @Test("with two connections the second goes past the first")
    func twoConnections() {
        var line = JobQueue(connections: 2)
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: 0).count == 1)
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: 1).isEmpty)
        let begun = line.rests(1)
        #expect(line.next(for: 1, watched: begun).count == 1)
    }

    @Test("a job behind a shared transaction that ended in time goes with the next")
    func endedInTime() {
        var line = JobQueueTests.line(sharing: 1)
        #expect(line.next(for: 0).count == 1)
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: 3).isEmpty)
        let begun = line.rests(3)
        #expect(line.next(for: 0).count == 1)
        line.append(JobQueueTests.job(shares: true))
        #expect(line.next(for: 3, watched: begun).isEmpty)
        #expect(line.rests(3) == 2)
    }

    @Test("those who come before a shared transaction begins join it, as far as there is room")
    func joining() {
        var line = JobQueueTests.line(alone: 1, sharing: 1)
        #expect(line.next(for: 0).count == 1)
        for _ in 0..<3 { line.append(JobQueueTests.job(shares: true)) }
        let joined = line.joining(atMost: 2)
        #expect(joined.count == 2 && joined.allSatisfy { $0.part != nil })
        #expect(line.waiting == 2)
    }

    @Test(
        "a waiting job is never forgotten, whatever the threads do",
        arguments: [1, 2, 3, 4] as [UInt64])
    func noneForgotten(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var line = JobQueueTests.line(idle: 0)
        // Threads that are at a job; that were woken, or have ended one; and that sleep, of which some
        // watch and wake by themselves.
        var working: Set<Int> = []
        var coming = Set(0..<4)
        var asleep: [Int: Int?] = [:]
        func wake() {
            guard let woken = line.toWake() else { return }
            #expect(asleep.removeValue(forKey: woken) != nil, "seed \(seed)")
            coming.insert(woken)
        }
        func comes(_ number: Int, watched: Int?) {
            coming.remove(number)
            if line.next(for: number, watched: watched).isEmpty {
                asleep[number] = .some(line.rests(number))
            } else {
                working.insert(number)
                wake()
            }
        }
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<5, using: &dice) {
            case 0:
                line.append(JobQueueTests.job(shares: .random(using: &dice)))
                wake()
            case 1:
                let watching = asleep.filter { $0.value != nil }.keys
                guard let number = watching.randomElement(using: &dice),
                    let watched = asleep.removeValue(forKey: number)
                else { continue }
                comes(number, watched: watched)
            case 2:
                guard let number = working.randomElement(using: &dice) else { continue }
                working.remove(number)
                coming.insert(number)
            default:
                guard let number = coming.randomElement(using: &dice) else { continue }
                comes(number, watched: nil)
            }
            // Whoever is at a job may be held up there; of the others one must come.
            let isSeenTo = !coming.isEmpty || asleep.values.contains { $0 != nil }
            #expect(line.waiting == 0 || asleep.isEmpty || isSeenTo, "seed \(seed)")
        }
    }
}

extension JobQueueTests {
    @Test(
        "a thread with a connection is woken before one that would have to connect, and instead of it"
    )
    func connectedFirst() {
        var line = JobQueueTests.line(alone: 1)
        line.connected = [1]
        #expect(line.toWake() == 1)
        #expect(line.toWake() == nil)
        line.append(JobQueueTests.job(shares: false))
        #expect(line.toWake() == 3, "nobody else has one")
    }

    @Test("a thread without a connection gets one before it takes jobs, if others have one")
    func connectsFirst() {
        var line = JobQueueTests.line(alone: 1, idle: 2)
        #expect(line.connectsFirst(0) == false, "it may find that there is no server")
        line.connected = [2]
        #expect(line.connectsFirst(0) == true)
        #expect(line.toWake() == nil, "one that connects is enough for one that waits")
        line.append(JobQueueTests.job(shares: true))
        #expect(line.toWake() == nil)
        #expect(line.next(for: 2).count == 1)
        #expect(line.next(for: 2).count == 1)
        #expect(line.connectsFirst(0) == false, "nobody waits any more")
        line.append(JobQueueTests.job(shares: true))
        #expect(line.connectsFirst(2) == false)
        #expect(line.connectsFirst(1) == true)
    }

    @Test(
        "a job is not left to connecting threads while one with a connection sleeps",
        arguments: [1, 2, 3, 4] as [UInt64])
    func noneLeftToConnect(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var line = JobQueueTests.line(idle: 0)
        // Threads that are at a job; that connect before they take one; that are on their way; that sleep.
        var working: Set<Int> = []
        var connecting: Set<Int> = []
        var coming = Set(0..<4)
        var asleep: Set<Int> = []
        func wake() {
            guard let woken = line.toWake() else { return }
            #expect(asleep.remove(woken) != nil, "seed \(seed)")
            coming.insert(woken)
        }
        func comes(_ number: Int) {
            coming.remove(number)
            if line.connectsFirst(number) {
                connecting.insert(number)
                wake()
            } else if line.next(for: number).isEmpty {
                line.rests(number)
                asleep.insert(number)
            } else {
                working.insert(number)
                wake()
            }
        }
        for _ in 0..<20_000 {
            switch Int.random(in: 0..<6, using: &dice) {
            case 0:
                guard line.waiting < 8 else { continue }
                line.append(JobQueueTests.job(shares: false))
                wake()
            case 1:
                guard let number = working.randomElement(using: &dice) else { continue }
                working.remove(number)
                line.connected.insert(number)
                coming.insert(number)
            case 2:
                guard let number = connecting.randomElement(using: &dice) else { continue }
                connecting.remove(number)
                if Bool.random(using: &dice) { line.connected.insert(number) }
                coming.insert(number)
            case 3:
                // A connection ends, which who sleeps beside it sees.
                let those = line.connected.subtracting(working)
                guard let number = those.randomElement(using: &dice) else { continue }
                line.connected.remove(number)
                guard asleep.remove(number) != nil else { continue }
                line.comes(number)
                coming.insert(number)
            default:
                guard let number = coming.randomElement(using: &dice) else { continue }
                comes(number)
            }
            guard line.waiting > 0, coming.isEmpty else { continue }
            #expect(asleep.isDisjoint(with: line.connected), "seed \(seed)")
            #expect(asleep.isEmpty || !connecting.isEmpty, "seed \(seed)")
        }
    }
}
