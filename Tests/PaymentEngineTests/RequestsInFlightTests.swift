import PaymentDomain
import Testing

@testable import PaymentEngine

@Suite("Requests that wait for others", .timeLimit(.minutes(5)))
struct RequestsInFlightTests {
    private let first = IdempotencyKey(merchant: EngineFixture.shop, dialect: "test", key: "1")
    private let second = IdempotencyKey(merchant: EngineFixture.shop, dialect: "test", key: "2")

    @Test("are refused as in progress if too many wait, and other requests go on")
    func tooMany() async throws {
        let inFlight = RequestsInFlight(mostWaiting: 0)
        try await inFlight.enter(first)
        await #expect(throws: PaymentRefusal.inFlight) { try await inFlight.enter(first) }
        try await inFlight.enter(second)
        inFlight.leave(first)
        try await inFlight.enter(first)
    }

    @Test("make room for others that wait, once they are let in")
    func counted() async throws {
        let inFlight = RequestsInFlight(mostWaiting: 1)
        let key = first
        try await inFlight.enter(key)
        for _ in 0..<3 {
            let next = Task { try await inFlight.enter(key) }
            while inFlight.waiting == 0 {
                try Task.checkCancellation()
                await Task.yield()
            }
            await #expect(throws: PaymentRefusal.inFlight) { try await inFlight.enter(key) }
            inFlight.leave(key)
            try await next.value
            #expect(inFlight.waiting == 0)
        }
    }

    @Test("are let in one after another")
    func turns() async throws {
        let inFlight = RequestsInFlight(mostWaiting: 64)
        let key = first
        for _ in 0..<2 {
            let most = Maximum()
            await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        guard (try? await inFlight.enter(key)) != nil else { return false }
                        await most.enter()
                        await Task.yield()
                        await most.leave()
                        inFlight.leave(key)
                        return true
                    }
                }
                for await isIn in group { #expect(isIn) }
            }
            #expect(await most.value == 1)
        }
    }
}

/// How many were somewhere at once, at most.
private actor Maximum {
    private(set) var value = 0
    private var count = 0

    func enter() {
        count += 1
        value = max(value, count)
    }

    func leave() { count -= 1 }
}
