import Testing

@testable import PostgreSQLBooks

@Suite("The line before a server's connections")
struct LineTests {
    private struct SeededGenerator: RandomNumberGenerator {
        var seed: UInt64

        /// Source: Sebastiano Vigna, SplitMix64.
        mutating func next() -> UInt64 {
            seed &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (seed ^ (seed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private let whole = PostgreSQLLimits.changesPerCommit

    private static func job(shares: Bool) -> Job {
        var job = Job(run: { _ in .told }, fail: { _ in })
        if shares {
            job.part = SharedPart(sql: "SELECT 1", values: []) { _, _ in {} }
        }
        return job
    }

    private static func line(alone: Int = 0, sharing: Int = 0, idle: Int = 4) -> Line {
        var line = Line()
        for number in 0..<idle { line.rests(number) }
        for _ in 0..<alone { line.append(job(shares: false)) }
        for _ in 0..<sharing { line.append(job(shares: true)) }
        return line
    }

    @Test("changes that can share a transaction are taken together, up to a whole one")
    func shares() {
        var line = LineTests.line(sharing: whole + 3)
        #expect(line.next(for: 0).count == whole)
        #expect(line.waiting == 3)
    }

    @Test("what goes alone and what is shared take turns")
    func turns() {
        var line = LineTests.line(alone: 2, sharing: 2)
        let counts = (0..<3).map { line.next(for: $0).count }
        #expect(counts.sorted() == [1, 1, 2])
        #expect(line.waiting == 0)
    }

    @Test("few shared transactions are under way at once, until a whole one waits")
    func room() {
        var line = LineTests.line()
        for number in 0..<PostgreSQLLimits.sharedTransactionsAtOnce {
            line.append(LineTests.job(shares: true))
            #expect(line.next(for: number).count == 1)
        }
        line.append(LineTests.job(shares: true))
        #expect(line.toWake() == nil)
        for _ in 1..<whole { line.append(LineTests.job(shares: true)) }
        #expect(line.toWake() != nil)
        // A thread that comes back makes room.
        #expect(line.next(for: 0).count == whole)
    }

    @Test(
        "who waits is never forgotten, whatever the threads do",
        arguments: [1, 2, 3, 4] as [UInt64])
    func noneForgotten(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var line = LineTests.line(idle: 0)
        // Threads that work, and threads that sleep until they are woken.
        var busy = Set(0..<4)
        var asleep: Set<Int> = []
        for _ in 0..<20_000 {
            if Int.random(in: 0..<3, using: &generator) == 0 {
                line.append(LineTests.job(shares: .random(using: &generator)))
                if let woken = line.toWake() {
                    #expect(asleep.remove(woken) != nil, "seed \(seed)")
                    busy.insert(woken)
                }
            } else if let number = busy.randomElement(using: &generator) {
                if line.next(for: number).isEmpty {
                    line.rests(number)
                    busy.remove(number)
                    asleep.insert(number)
                } else if let woken = line.toWake() {
                    #expect(asleep.remove(woken) != nil, "seed \(seed)")
                    busy.insert(woken)
                }
            }
            #expect(line.waiting == 0 || !busy.isEmpty, "seed \(seed)")
        }
    }
}
