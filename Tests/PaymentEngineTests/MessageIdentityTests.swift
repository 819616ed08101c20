import PaymentDomain
import StrictCoding
import PaymentEngine
import Testing

@Suite("The identity of a message", .timeLimit(.minutes(5)))
struct MessageIdentityTests {
    @Test(
        "has six digits for field 11 and twelve for field 37",
        arguments: [
            ("2026-01-01T00:59:59Z", 1, "000001", "600100000001"),
            ("2026-12-31T23:00:00Z", 999_999, "999999", "636523999999"),
            ("2028-12-31T09:00:00Z", 4711, "004711", "836609004711"),
        ] as [(String, Int64, String, String)])
    func digits(time: String, number: Int64, stan: String, reference: String) throws {
        let identity = MessageIdentity(
            traceNumber: number, transmittedAt: try #require(Timestamp(iso8601: time)))
        #expect(identity.stan == stan)
        #expect(identity.retrievalReference == reference)
    }

    @Test(
        "of a payment's authorization comes back in each of its messages, and is said to be repeated from the second try on"
    )
    func wholePayment() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.authorize()
            _ = try await fixture.capture(1000, final: true)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            _ = await fixture.worker.runOnce(at: fixture.clock.now.adding(seconds: 60))
            let asked = try #require(await fixture.acquirer.asked.first)
            let told = await fixture.acquirer.told(.capture)
            #expect(told.map(\.isRepetition) == [false, true])
            #expect(Set(told.map(\.identity)).count == 1)
            #expect(told.allSatisfy { $0.authorization.identity == asked.identity })
            #expect(told.allSatisfy { $0.identity != asked.identity })
        }
    }

    @Test("of a reversal is not said to be repeated when it is first sent")
    func reversal() async throws {
        try await withEngine { (fixture) async throws in
            await fixture.acquirer.answers { _ in .unknown }
            await fixture.acquirer.replies { _ in .unanswered }
            _ = try await fixture.authorize()
            let first = fixture.clock.now.adding(seconds: 60)
            for round in 0..<3 {
                _ = await fixture.worker.runOnce(at: first.adding(seconds: Int64(round) * 600))
            }
            let told = await fixture.acquirer.told(.reversal)
            #expect(told.map(\.isRepetition) == [false, true, true])
            #expect(Set(told.map(\.identity)).count == 1)
        }
    }
}
