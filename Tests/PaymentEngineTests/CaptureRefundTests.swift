import AppleSimulator
import PaymentDomain
import PaymentEngine
import Testing

@Suite("Refunds of one capture among several", .timeLimit(.minutes(5)))
struct CaptureRefundTests {
    /// A payment of 1000 with captures of 600 and 300.
    private func withCaptures(
        _ body: (NumberedClient, RecordedResult, RecordedResult) async throws -> Void
    ) async throws {
        try await withEngine { (fixture) async throws in
            let client = NumberedClient(fixture: fixture)
            let paid = try await client.pay(.applePay(.fields(try fixture.token().fields)))
            let first = try await client.capture(paid.number, 600)
            let second = try await client.capture(paid.number, 300)
            try await body(client, first, second)
            #expect(try await fixture.payment().amounts.isSound)
        }
    }

    @Test("without an amount it is what the capture took, and not what the payment did")
    func whole() async throws {
        try await withCaptures { (client, first, second) async throws in
            #expect(try await client.refund(first.number, nil).amount == (try usd(600)))
            await expectRefusal("amount-exceeded") { try await client.refund(first.number, nil) }
            #expect(try await client.refund(second.number, nil).amount == (try usd(300)))
        }
    }

    @Test("without an amount it is what earlier refunds of the capture have left")
    func rest() async throws {
        try await withCaptures { (client, first, second) async throws in
            _ = try await client.refund(first.number, 100)
            await expectRefusal("amount-exceeded") { try await client.refund(first.number, 501) }
            #expect(try await client.refund(first.number, nil).amount == (try usd(500)))
            await expectRefusal("amount-exceeded") { try await client.refund(second.number, 301) }
        }
    }

    @Test("of a capture that was taken back there is nothing to refund, though others stand")
    func voided() async throws {
        try await withCaptures { (client, first, second) async throws in
            _ = try await client.void(first.number)
            await expectRefusal("wrong-state") { try await client.refund(first.number, 300) }
            await expectRefusal("wrong-state") { try await client.refund(first.number, nil) }
            #expect(try await client.refund(second.number, 300).refusal == nil)
        }
    }

    @Test("a capture of which something was refunded is not taken back")
    func noVoid() async throws {
        try await withCaptures { (client, first, second) async throws in
            let refund = try await client.refund(first.number, 1)
            await expectRefusal("wrong-state") { try await client.void(first.number) }
            #expect(try await client.void(second.number).refusal == nil)
            _ = try await client.void(refund.number)
            #expect(try await client.void(first.number).refusal == nil)
        }
    }

    @Test("while the acquirer is silent about the void of a capture, who asks is to ask again")
    func silence() async throws {
        try await withCaptures { (client, first, second) async throws in
            await client.fixture.acquirer.replies { _ in .unanswered }
            _ = try await client.void(first.number)
            await expectRefusal("in-flight") { try await client.refund(first.number, 100) }
            await expectRefusal("amount-exceeded") { try await client.refund(first.number, 601) }
            #expect(try await client.refund(second.number, 100).isAnswered == false)
        }
    }

    @Test("the same refund sent again is the first one, even if nothing is left")
    func repeated() async throws {
        try await withCaptures { (client, first, _) async throws in
            let refunded = try await client.refund(first.number, nil, rule: "credit 1")
            let again = try await client.refund(first.number, nil, rule: "credit 1")
            #expect(again.isRepetition && again.number == refunded.number)
            #expect(try await client.fixture.payment().amounts.refunded == 600)
        }
    }
}
