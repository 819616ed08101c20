import ApplePayToken
import PaymentDomain
import Testing
import TokenFixtures

@Suite("Tokens that are refused, each with its own reason", .timeLimit(.minutes(5)))
struct RefusalTests {
    @Test("the envelope", arguments: Refusal.envelopes)
    func envelope(_ refusal: Refusal) async throws { try await expect(refusal) }

    @Test("the signature", arguments: Refusal.signatures)
    func signature(_ refusal: Refusal) async throws { try await expect(refusal) }

    @Test("the signer's certificates", arguments: Refusal.chains)
    func chain(_ refusal: Refusal) async throws { try await expect(refusal) }

    @Test("a token that was changed after signing", arguments: Refusal.changes)
    func change(_ refusal: Refusal) async throws { try await expect(refusal) }

    @Test("the keys and the encryption", arguments: Refusal.encryptions)
    func encryption(_ refusal: Refusal) async throws { try await expect(refusal) }

    @Test("the payload", arguments: Refusal.payloads)
    func payload(_ refusal: Refusal) async throws { try await expect(refusal) }

    @Test("the order", arguments: Refusal.orders)
    func order(_ refusal: Refusal) async throws { try await expect(refusal) }

    private func expect(_ refusal: Refusal) async throws {
        let fixture = try TokenFixture.shared()
        let payload = try refusal.make(fixture)
        // Twice: a refusal must not depend on what is remembered of the chain.
        for _ in 0..<2 {
            await #expect(throws: refusal.error) {
                try await fixture.open(payload, expecting: refusal.order)
            }
        }
    }
}
