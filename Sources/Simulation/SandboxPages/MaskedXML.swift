/// An XML text with the values of its attributes and elements masked.
enum MaskedXML {
    private typealias Bytes = Substring.UTF8View

    private static let mark = (
        open: UInt8(ascii: "<"), close: UInt8(ascii: ">"), slash: UInt8(ascii: "/"),
        equals: UInt8(ascii: "=")
    )

    /// Nil if the tags of the text don't end.
    static func text(_ text: String) -> String? {
        var output = ""
        var rest = text[...].utf8
        var name: String?
        while let open = rest.firstIndex(of: mark.open) {
            output += content(rest[..<open], of: name)
            guard let close = rest[open...].firstIndex(of: mark.close) else { return nil }
            let tag = rest[rest.index(after: open)..<close]
            rest = rest[rest.index(after: close)...]
            // CDATA and comments have no place in a payment.
            guard tag.first != UInt8(ascii: "!") else { return nil }
            name = tag.first == mark.slash ? nil : elementName(tag)
            output += "<\(maskedTag(tag))>"
        }
        return output + content(rest, of: nil)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    private static func string(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: Array(bytes), as: UTF8.self)
    }

    private static func elementName(_ tag: Bytes) -> String {
        let name = tag.prefix { !isBlank($0) && $0 != mark.slash }
        return string(name.split(separator: UInt8(ascii: ":")).last ?? name)
    }

    private static func content(_ bytes: Bytes, of name: String?) -> String {
        guard !bytes.allSatisfy(isBlank) else { return string(bytes) }
        return value(bytes, of: name)
    }

    /// A value; behind a numeric reference may be anything.
    private static func value(_ bytes: Bytes, of name: String?) -> String {
        let text = string(bytes)
        return MaskRule.shown(text, of: text.contains("&#") ? nil : name)
    }

    /// A tag with the values of its attributes masked.
    private static func maskedTag(_ tag: Bytes) -> String {
        var output = ""
        var rest = tag
        while let equals = rest.firstIndex(of: mark.equals) {
            let before = rest[..<equals]
            let after = rest[rest.index(after: equals)...].drop(while: isBlank)
            guard let quote = after.first,
                quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = after.dropFirst().firstIndex(of: quote)
            else { return output + MaskRule.hidden }
            let name = before.split(whereSeparator: isBlank).last.map(string) ?? ""
            let quoted = after.dropFirst()[..<end]
            let isNamespace = name.hasPrefix("xmlns") || tag.first == UInt8(ascii: "?")
            output += "\(MaskRule.shownName(string(before)))=\(string([quote]))"
            output += isNamespace ? MaskRule.shownName(string(quoted)) : value(quoted, of: name)
            output += string([quote])
            rest = after[after.index(after: end)...]
        }
        return output + MaskRule.shownName(string(rest))
    }
}
