import PaymentDomain
import PaymentEngine
import Testing

@Suite("A cancellation by the name of an order", .timeLimit(.minutes(20)))
struct CancelByOrderTests {
    private let command = CancelCommand(reference: .order("order", card: nil), amount: nil)

    private func cancel(_ client: LifelongClient) async throws -> RecordedResult {
        guard case .recorded(let result) = try await client.send(.cancel(command)) else {
            throw UnexpectedResult()
        }
        return result
    }

    @Test(
        "finds the try that holds money, whatever later ones came to",
        arguments: [AcquirerOutcome.unknown, .notSent, .declined(.doNotHonor, AcquirerChecks())])
    func laterTries(_ outcome: AcquirerOutcome) async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let sale = try await client.pay(sale: true)
            await world.acquirer.answers { _ in outcome }
            world.clock.advance(seconds: 1)
            _ = try await client.pay()
            let result = try await cancel(client)
            #expect(try await client.found(sale).payment?.state == .released)
            #expect(result.number == sale)
        }
    }

    @Test("that is repeated takes back no second payment of the order")
    func repetition() async throws {
        try await withWorld { (world) async throws in
            let client = LifelongClient(world: world)
            let first = try await client.pay()
            world.clock.advance(seconds: 1)
            let second = try await client.pay()
            #expect(try await cancel(client).number == second)
            await expectRefusal("depleted") { try await cancel(client) }
            #expect(try await client.found(first).payment?.state == .authorized)
        }
    }
}
