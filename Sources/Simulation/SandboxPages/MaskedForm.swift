/// A form, `name=value&name=value`, with its values masked, a field a line.
enum MaskedForm {
    private static let mostFields = 200

    /// Nil if the text isn't a form.
    static func text(_ text: String) -> String? {
        let fields = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard fields.count <= mostFields, text.utf8.contains(UInt8(ascii: "=")) else { return nil }
        return fields.map { field in
            let parts = field.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = decoded(parts[0])
            guard parts.count == 2 else { return MaskRule.shownName(name) }
            return "\(MaskRule.shownName(name))=\(MaskRule.shown(decoded(parts[1]), of: name))"
        }.joined(separator: "\n")
    }

    /// Source: WHATWG, URL, 5.1 (application/x-www-form-urlencoded). Malformed bytes become marks of replacement.
    private static func decoded(_ text: Substring.UTF8View) -> String {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2,
                let value = UInt8(digits, radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
