import PaymentDomain
import Testing

@testable import PaymentEngine

@Suite("A message to a line that names the card", .timeLimit(.minutes(5)))
struct CardInMessageTests {
    private static let naming: LineCapabilities = {
        var capabilities = LineCapabilities.all
        capabilities.namesCardInMessages = true
        return capabilities
    }()

    @Test("has the card of its payment, whether its request or a worker sends it")
    func named() async throws {
        let acquirer = ScriptedAcquirer(Self.naming)
        try await withEngine(acquirer: acquirer) { (fixture) async throws in
            #expect(try await fixture.authorize().outcome == .approved)
            await acquirer.replies { _ in .unanswered }
            _ = try? await fixture.capture(400, final: false)
            let later = fixture.clock.now.adding(seconds: 3600)
            _ = await fixture.worker.runOnce(at: later)
            let asked = try #require(await acquirer.asked.first)
            let cards = await acquirer.told(.capture).map(\.card)
            #expect(cards.count == 2)
            #expect(
                cards.allSatisfy { $0 == CardInMessage(pan: asked.pan, expiry: asked.expiry) })
        }
    }

    @Test("prints neither the card number nor its end")
    func printing() throws {
        let card = CardInMessage(
            pan: try PAN(digits: "4761340000000019"), expiry: CardExpiry(year: 2031, month: 12))
        var text = ""
        dump(card, to: &text)
        for text in [text, "\(card)", String(reflecting: card)] {
            #expect(text.contains("CardInMessage"))
            #expect(!text.contains("476134") && !text.contains("2031"))
        }
    }
}
