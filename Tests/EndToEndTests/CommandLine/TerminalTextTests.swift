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

    @Test(
        "a table has one line for each row, whatever its cells are called",
        arguments: [true, false])
    func rows(isAligned: Bool) {
        var table = TextTable(.init("order"), .init("amount", isNumber: true))
        table.add("\u{1B}[1A\u{9B}2K\nall paid", "14.99")
        let lines = table.lines(isAligned: isAligned)
        #expect(lines.count == 2)
        #expect(lines[1].contains(#"\u{1B}[1A\u{9B}2K\u{A}all paid"#))
        #expect(!lines[1].replacing("\t", with: "").hasControlCharacter)
    }
}
