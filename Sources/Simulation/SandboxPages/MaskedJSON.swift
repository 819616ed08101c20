import StrictCoding

/// A JSON text with its strings and numbers masked, a member a line.
///
/// The text is read twice: strictly, so that the scanner below sees only well-formed JSON, and then byte by byte, which
/// keeps the members in their order.
struct MaskedJSON {
    private var rest: Substring.UTF8View
    private var output = ""
    /// The member that is being read; an array's elements have the array's name.
    private var name: String?
    /// The members that hold the open objects and arrays.
    private var owners: [String?] = []

    /// Nil if the text isn't JSON.
    static func text(_ text: String) -> String? {
        guard (try? JSONValue(reading: Array(text.utf8))) != nil else { return nil }
        var masked = MaskedJSON(rest: text[...].utf8)
        masked.run()
        return masked.output
    }

    private init(rest: Substring.UTF8View) { self.rest = rest }

    private mutating func run() {
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "{"), UInt8(ascii: "["): open(byte)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): close(byte)
            case UInt8(ascii: ","): line(",")
            case UInt8(ascii: ":"): output += ": "
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number(byte)
            case _ where Self.isBlank(byte): break
            default: output += Self.character(byte)
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func character(_ byte: UInt8) -> String {
        String(decoding: [byte], as: UTF8.self)
    }

    private mutating func open(_ mark: UInt8) {
        rest = rest.drop(while: Self.isBlank)
        owners.append(name)
        let isEmpty = rest.first == UInt8(ascii: "}") || rest.first == UInt8(ascii: "]")
        if isEmpty { output += Self.character(mark) } else { line(Self.character(mark)) }
    }

    private mutating func close(_ mark: UInt8) {
        name = owners.popLast() ?? nil
        let isEmpty = output.hasSuffix("{") || output.hasSuffix("[")
        if !isEmpty { line("") }
        output += Self.character(mark)
    }

    private mutating func line(_ end: String) {
        output += end + "\n" + String(repeating: "  ", count: owners.count)
    }

    private mutating func string() {
        let start = rest
        var isEscaped = false
        var count = 0
        while let next = rest.popFirst(), isEscaped || next != UInt8(ascii: "\"") {
            isEscaped = !isEscaped && next == UInt8(ascii: "\\")
            count += 1
        }
        let text = String(decoding: start.prefix(count), as: UTF8.self)
            .replacing("\\/", with: "/")
        rest = rest.drop(while: Self.isBlank)
        // Behind an escape may be anything.
        let isPlain = !text.utf8.contains(UInt8(ascii: "\\"))
        if rest.first == UInt8(ascii: ":") {
            // A bare "value" says nothing: its owner does, as in {"amount":{"value":1}}.
            name = text == "value" ? owners.last ?? nil : text
            output += "\"\(isPlain ? MaskRule.shownName(text) : MaskRule.hidden)\""
        } else {
            output += "\"\(MaskRule.shown(text, of: isPlain ? name : nil))\""
        }
    }

    private mutating func number(_ first: UInt8) {
        let tail = rest.prefix { byte in
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
        }
        rest = rest.dropFirst(tail.count)
        output += MaskRule.shown(String(decoding: [first] + tail, as: UTF8.self), of: name)
    }
}
