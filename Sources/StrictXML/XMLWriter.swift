/// Writes a document: no indentation, names from our source only, every text escaped.
///
/// A character that XML 1.0 cannot hold (control characters other than tab and line ends, U+FFFE,
/// U+FFFF) is left out: a reply must be readable whatever a text holds.
///
/// Source: XML 1.0 (fifth edition), production 2 (Char) and 2.4 (escaping).
package struct XMLWriter {
    /// The document so far.
    package private(set) var bytes: [UInt8]

    /// A document that begins with its XML declaration.
    package init() {
        bytes = []
        bytes.reserveCapacity(XMLLimits.usualReplyBytes)
        append(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    }

    /// Writes the root element, which declares the namespace for all that is inside.
    package mutating func root(
        _ name: StaticString, namespace: StaticString,
        attributes: [(StaticString, String?)] = [], _ content: (inout XMLWriter) -> Void
    ) {
        append("<")
        append(name)
        append(" xmlns=\"")
        append(namespace)
        append("\"")
        append(attributes)
        append(">")
        content(&self)
        close(name)
    }

    /// Writes an element with elements inside; attributes without a value are left out.
    package mutating func element(
        _ name: StaticString, attributes: [(StaticString, String?)] = [],
        _ content: (inout XMLWriter) -> Void
    ) {
        append("<")
        append(name)
        append(attributes)
        append(">")
        content(&self)
        close(name)
    }

    /// Writes an element with a text; attributes without a value are left out.
    package mutating func element(
        _ name: StaticString, _ text: String, attributes: [(StaticString, String?)] = []
    ) {
        append("<")
        append(name)
        append(attributes)
        append(">")
        escape(text, inAttribute: false)
        close(name)
    }

    /// Writes an element with nothing inside, as `<Name/>`.
    package mutating func empty(_ name: StaticString) {
        append("<")
        append(name)
        append("/>")
    }

    private mutating func close(_ name: StaticString) {
        append("</")
        append(name)
        append(">")
    }

    /// A text escaped for XML, between two tags or in an attribute.
    package static func escaped(_ text: String) -> String {
        var writer = XMLWriter()
        writer.bytes = []
        writer.escape(text, inAttribute: true)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private mutating func append(_ attributes: [(StaticString, String?)]) {
        for (name, value) in attributes {
            guard let value else { continue }
            append(" ")
            append(name)
            append("=\"")
            escape(value, inAttribute: true)
            append("\"")
        }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func escape(_ text: String, inAttribute: Bool) {
        // Nearly every text is plain: it is copied as it is.
        guard text.utf8.contains(where: isSpecial) else {
            bytes.append(contentsOf: text.utf8)
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x26: append("&amp;")
            case 0x3C: append("&lt;")
            case 0x3E: append("&gt;")
            case 0x22: append("&quot;")
            case 0x0D: append("&#13;")
            case 0x09 where inAttribute: append("&#9;")
            case 0x0A where inAttribute: append("&#10;")
            case 0x00..<0x09, 0x0B, 0x0C, 0x0E..<0x20, 0xFFFE, 0xFFFF: continue
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }

    /// Whether a byte may begin something that is written in another way.
    private func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00..<0x20, 0x22, 0x26, 0x3C, 0x3E, 0xEF: true
        default: false
        }
    }
}
