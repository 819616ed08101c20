import PaymentDomain
import PaymentEngine
import Testing

@Suite(
    "Orders whose authorization takes no more captures, and was not released",
    .timeLimit(.minutes(5)))
struct ClosedHoldTests {
    private static let lifetime = Limits.authorizationLifetimeSeconds

    @Test("are open where such a void was refused: another payment of the order is no renewal")
    func refusedVoidOfTwo() async throws {
        try await withEngine { (fixture) async throws in
            let client = LifelongClient(fixture: fixture)
            let number = try await client.pay()
            try await client.capture(number, 200)
            let other = AuthorizeCommand(
                source: .stored(try await fixture.payment().handle, expiry: nil, securityCode: nil),
                orderReference: "order", amount: try usd(50))
            _ = try await client.send(.authorize(other), numbered: true)
            await fixture.acquirer.replies { _ in .refused(.doNotHonor) }
            #expect(try await client.cancel(number).refusal == .doNotHonor)
            await fixture.acquirer.replies { _ in .acknowledged(nil) }
            #expect(try await client.capture(number, 150).refusal == nil)
            #expect(try await client.found(number).payment?.amounts.captured == 150)
        }
    }
}
