import StorageFixtures
import Database
import PaymentDomain
import PaymentEngine
import Synchronization
import Testing

@testable import PaymentStorage

@Suite("Trace numbers", .timeLimit(.minutes(5)), .onBothDatabases)
struct TraceNumberTests {
    private let fixture: StoreFixture
    private var store: SQLPaymentStore { fixture.store }

    init() async throws {
        fixture = try await StoreFixture()
    }

    @Test("no two processes draw the same one")
    func processes() async throws {
        let other = try await fixture.openedAgain()
        defer { try? other.close() }
        var drawn: Set<Int64> = []
        for _ in 0..<StorageLimits.traceNumbersPerBlock + 10 {
            #expect(drawn.insert(try await store.traceNumber()).inserted)
            #expect(drawn.insert(try await other.traceNumber()).inserted)
        }
        #expect(drawn.allSatisfy(MessageIdentity.traceNumbers.contains))
    }

    @Test("those after 999999 begin again at 1")
    func wrapped() async throws {
        let block = Int64(StorageLimits.traceNumbersPerBlock)
        try fixture.execute("UPDATE trace_numbers SET next = \(999_999 - block / 2)")
        let drawn = try await draw(StorageLimits.traceNumbersPerBlock)
        #expect(drawn.first == 999_999 - block / 2)
        #expect(Set(drawn).count == drawn.count)
        #expect(drawn.max() == 999_999 && drawn.min() == 1)
    }

    @Test("numbers from before a restore are far from later ones")
    func restored() async throws {
        let before = try await store.traceNumber()
        _ = try await store.recordRestore(at: StoreFixture.now)
        let other = try await fixture.openedAgain()
        defer { try? other.close() }
        let after = try await other.traceNumber()
        #expect(abs(after - before) >= 299_000 && abs(after - before) <= 702_000)
    }

    private func draw(_ count: Int) async throws -> [Int64] {
        var drawn: [Int64] = []
        for _ in 0..<count { drawn.append(try await store.traceNumber()) }
        return drawn
    }
}

@Suite("A block of trace numbers", .timeLimit(.minutes(5)))
struct TraceNumberBlockTests {
    private let block = Int64(StorageLimits.traceNumbersPerBlock)
    private let numbers = TraceNumbers()

    @Test("is reserved once, however many find that too few are left")
    func once() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let count = Mutex(0)
        let reserve: @Sendable () async throws -> Range<Int64> = { [block] in
            count.withLock { $0 += 1 }
            for await _ in gate.stream { break }
            return 1..<block + 1
        }
        let waiting = (0..<64).map { _ in numbers.reservation(by: reserve) }
        gate.continuation.yield()
        for reservation in waiting { try await #require(reservation).value }
        #expect(count.withLock { $0 } == 1)
        #expect(numbers.reservation(by: reserve) == nil)
        #expect(try numbers.draw() == 1)
    }

    @Test("is reserved meanwhile once few of the last one are left, and again if that failed")
    func meanwhile() async throws {
        try await numbers.reservation { [block] in 1..<block + 1 }?.value
        for _ in 0...block - Int64(StorageLimits.traceNumbersLow) { _ = try numbers.draw() }
        let isTried = AsyncStream<Void>.makeStream()
        #expect(
            numbers.reservation {
                isTried.continuation.yield()
                throw StoreError.unavailable
            } == nil, "enough are left to go on")
        for await _ in isTried.stream { break }
        while try numbers.draw() < block - 10 {}
        await #expect(throws: StoreError.unavailable) {
            try await numbers.reservation { throw StoreError.unavailable }?.value
        }
        try await numbers.reservation { 5..<7 }?.value
        #expect(try numbers.draw() > block - 10, "what is left comes first")
    }

    @Test("gives nothing once it is used up")
    func empty() async throws {
        try await numbers.reservation { 5..<7 }?.value
        #expect(try numbers.draw() == 5)
        #expect(try numbers.draw() == 6)
        #expect(throws: SQLError.unavailable) { try numbers.draw() }
    }
}
