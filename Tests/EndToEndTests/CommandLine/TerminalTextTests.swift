import PaymentDomain
import Testing

@testable import CosterCommands

@Suite("Stored text on a terminal", .timeLimit(.minutes(20)))
struct TerminalTextTests {
    @Test(
        "has its control and format characters escaped, and nothing else",
        arguments: [
            ("order-1", "order-1"), ("für Zoë – 注文", "für Zoë – 注文"), ("", ""),
            ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{1B}]0;title\u{7}", #"\u{1B}]0;title\u{7}"#),
            ("a\u{9B}2Jb", #"a\u{9B}2Jb"#), ("a\nb\r\n", #"a\u{A}b\u{D}\u{A}"#),
            ("a\0", #"a\u{0}"#), ("\u{202E}fdp", #"\u{202E}fdp"#), ("\u{2028}", #"\u{2028}"#),
            ("\u{7F}", #"\u{7F}"#),
        ])
    func escaped(text: String, shown: String) {
        #expect(text.terminalSafe == shown)
    }

    @Test("coster payments writes each payment on one line, whatever its order is called")
    func payments() throws {
        let handle = try #require(VaultHandle("4111110000001111"))
        let payment = Payment(
            id: PaymentID(), authorizationID: OperationID(), merchant: MerchantID("SHOP"),
            orderReference: "\u{1B}[1A\u{9B}2K\nall paid", handle: handle,
            requested: try dollars("14.99"), createdAt: Timestamp(seconds: 1_795_251_420))
        let line = PaymentTable.line(payment)
        #expect(!line.hasControlCharacter)
        #expect(line.contains(#"\u{1B}[1A\u{9B}2K\u{A}all paid"#))
    }
}
