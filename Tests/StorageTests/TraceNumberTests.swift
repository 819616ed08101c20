import Database
import PaymentDomain
import PaymentEngine
import Testing

@testable import Storage

@Suite("Trace numbers", .timeLimit(.minutes(5)), .onBothDatabases)
struct TraceNumberTests {
    private let fixture: StoreFixture
    private var store: DatabaseStore { fixture.store }

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

    @Test("what was drawn after a backup is far from what is drawn after its restore")
    func restored() async throws {
        let before = try await store.traceNumber()
        _ = try await store.recordRestore(at: StoreFixture.now)
        let other = try await fixture.openedAgain()
        defer { try? other.close() }
        let after = try await other.traceNumber()
        #expect(abs(after - before) >= 400_000 && abs(after - before) <= 600_000)
    }

    private func draw(_ count: Int) async throws -> [Int64] {
        var drawn: [Int64] = []
        for _ in 0..<count { drawn.append(try await store.traceNumber()) }
        return drawn
    }
}

@Suite("A block of trace numbers", .timeLimit(.minutes(5)))
struct TraceNumberBlockTests {
    @Test("is reserved first if few are left, meanwhile if half are, and by one alone")
    func needs() throws {
        let numbers = TraceNumbers()
        #expect(numbers.need() == .first)
        numbers.add(1..<Int64(StorageLimits.traceNumbersPerBlock) + 1)
        #expect(numbers.need() == .none)
        for _ in 0...StorageLimits.traceNumbersPerBlock / 2 { _ = try numbers.draw() }
        #expect(numbers.need() == .meanwhile)
        #expect(numbers.need() == .none)
        numbers.add(nil)
        #expect(numbers.need() == .meanwhile)
        while numbers.need() != .first { _ = try numbers.draw() }
        #expect(try numbers.draw() > 0, "enough are left for what is being written")
    }

    @Test("gives nothing once it is used up")
    func empty() throws {
        let numbers = TraceNumbers()
        numbers.add(5..<7)
        #expect(try numbers.draw() == 5)
        #expect(try numbers.draw() == 6)
        #expect(throws: SQLError.unavailable) { try numbers.draw() }
    }
}
