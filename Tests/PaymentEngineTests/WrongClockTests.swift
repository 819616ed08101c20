import PaymentDomain
import PaymentEngine
import Testing

@Suite("The database shows what came first, not clocks", .timeLimit(.minutes(5)))
struct WrongClockTests {
    /// Two seconds are what operators are told that clocks may differ by.
    private static let differences: [Int64] = [-30, -2, 0, 2, 30]

    /// What another server does, whose clock differs from the first one's.
    private func otherServer<Value>(
        _ difference: Int64, _ fixture: EngineFixture, _ work: () async throws -> Value
    ) async throws -> Value {
        fixture.clock.advance(seconds: difference)
        defer { fixture.clock.advance(seconds: -difference) }
        return try await work()
    }

    @Test(
        "an order with a failed new try, then debited or cancelled, is not renewed",
        arguments: differences, [true, false])
    func usedUpAfter(difference: Int64, isDebited: Bool) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            try await fixture.tryInVain()
            try await otherServer(difference, fixture) {
                if isDebited {
                    _ = try await fixture.capture(1000)
                } else {
                    _ = try await fixture.release(1000)
                }
            }
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .unavailable && !funds.renewalAttempted)
            await expectRefusal(isDebited ? "depleted" : "wrong-state") {
                try await fixture.capture(1000)
            }
        }
    }

    @Test(
        "an order that was cancelled, and then failed again, is renewed",
        arguments: differences)
    func usedUpBefore(difference: Int64) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            _ = try await otherServer(difference, fixture) { try await fixture.release(1000) }
            try await fixture.tryInVain()
            let funds = try await fixture.confirmFunds(1000, renews: true)
            #expect(funds.availability == .available && funds.renewalAttempted)
        }
    }

    @Test(
        "a cancel of a whole order releases the authorizations from before, and no later one",
        arguments: differences)
    func allHolds(difference: Int64) async throws {
        try await withEngine { (fixture) async throws in
            let holds = try await fixture.twoHolds()
            for isRepeated in [false, true] {
                _ = try await otherServer(difference, fixture) {
                    try await fixture.release(nil, key: "a")
                }
                #expect(try await fixture.remaining(holds) == [0, 0])
                guard !isRepeated else { break }
                _ = try await fixture.authorize()
            }
            #expect(try await fixture.payment().amounts.remaining == 1000)
        }
    }

    @Test(
        "a refused release of a renewed authorization is not sent again",
        arguments: differences)
    func refusedRest(difference: Int64) async throws {
        try await withEngine { (fixture) async throws in
            _ = try await fixture.authorize()
            fixture.clock.advance(seconds: Limits.authorizationLifetimeSeconds)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await fixture.confirmFunds(1000, renews: true).renewalAttempted)
            for _ in 0..<3 {
                _ = try await otherServer(difference, fixture) {
                    await fixture.worker.runOnce(at: fixture.clock.now)
                }
            }
            #expect(await fixture.acquirer.told(.release).count == 1)
        }
    }
}
