import Foundation
import Testing

@testable import StrictCoding

@Suite("A JSON writer", .timeLimit(.minutes(5)))
struct JSONWriterTests {
    private func written(_ content: (inout JSONWriter.Object) -> Void) -> String {
        var writer = JSONWriter()
        writer.object(content)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("writes members in order and without spaces")
    func shape() {
        let text = written { root in
            root.member("a", "1")
            root.member("b", true)
            root.member("c", -12)
            root.member("d") { $0.member("e", "") }
            root.member("f", ["x", "y"]) { $0.member("g", $1) }
            root.member("h", [String]()) { $0.member("g", $1) }
            root.member("i", optional: nil)
            root.member("j") { _ in }
            root.member("k", texts: ["x", ""])
            root.member("l", texts: [])
        }
        #expect(
            text == """
                {"a":"1","b":true,"c":-12,"d":{"e":""},"f":[{"g":"x"},{"g":"y"}],"h":[],"j":{},\
                "k":["x",""],"l":[]}
                """)
    }

    static let texts = [
        "plain", "a \" b \\ c", "</script><!--", "a/b", "\u{0}\u{1F}\u{7F}\t\r\n",
        "\u{2028}\u{2029}", "€ 👩‍👧 ü \u{FFFE}", "", "&amp; 'x'",
    ]

    @Test("escapes so that a reader gets the same text back", arguments: texts)
    func roundTrip(_ text: String) throws {
        let bytes = Data(written { $0.member("a", text) }.utf8)
        let read = try #require(
            try JSONSerialization.jsonObject(with: bytes) as? [String: String])
        #expect(read["a"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }

    @Test("writes nothing that means something inside a script", arguments: texts)
    func scriptSafe(_ text: String) {
        let written = written { $0.member("a", text) }
        for scalar in written.unicodeScalars {
            #expect(
                scalar.value >= 0x20 && !["<", ">", "&", "\u{2028}", "\u{2029}"].contains(scalar))
        }
        #expect(!written.contains("</"))
    }

    @Test("escapes as its rules say, to the character")
    func golden() {
        #expect(
            written { $0.member("a", "</s>\u{2028}\n\"\\&") }
                == #"{"a":"\u003C\/s\u003E\u2028\u000A\"\\\u0026"}"#)
    }
}
