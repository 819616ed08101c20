/// Writes one JSON object, or an array of objects: no white space, names from our source only, every text escaped.
///
/// Escapes beyond the needs of JSON make the object safe inside a script as well: `<`, `>`, `&` and `/` end no element
/// of HTML, and U+2028 and U+2029 end no line of a script.
///
/// Source: RFC 8259, sections 4 to 7; ECMA-262, 12.3 (line terminators).
package struct JSONWriter {
    /// The object so far; whole once ``object(_:)`` returned.
    package private(set) var bytes: [UInt8] = []

    /// A text to be written.
    package init() {
        bytes.reserveCapacity(512)
    }

    /// Writes the object that is the whole text.
    package mutating func object(_ content: (inout Object) -> Void) {
        var object = Object(writer: self)
        // The bytes have one owner, so that appending copies none of them.
        bytes = []
        object.writer.append("{")
        content(&object)
        object.writer.append("}")
        self = object.writer
    }

    /// Writes the array of objects that is the whole text.
    package mutating func array<Element>(
        _ elements: [Element], _ content: (inout Object, Element) -> Void
    ) {
        append("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            object { content(&$0, element) }
        }
        append("]")
    }

    /// Writes the object of texts that is the whole text. Here the names are texts as well.
    package mutating func object(texts: [(name: String, text: String)]) {
        append("{")
        for (index, member) in texts.enumerated() {
            if index > 0 { append(",") }
            append(quoted: member.name)
            append(":")
            append(quoted: member.text)
        }
        append("}")
    }

    /// An object that is being written.
    package struct Object {
        fileprivate var writer: JSONWriter
        private var isEmpty = true

        fileprivate init(writer: JSONWriter) {
            self.writer = writer
        }

        /// A member with a text.
        package mutating func member(_ name: StaticString, _ text: String) {
            begin(name)
            writer.append(quoted: text)
        }

        /// A member with a text, if there is one.
        package mutating func member(_ name: StaticString, optional text: String?) {
            if let text { member(name, text) }
        }

        /// A member with a value that a writer has written, if there is one.
        package mutating func member(_ name: StaticString, written value: String?) {
            guard let value else { return }
            begin(name)
            writer.bytes.append(contentsOf: value.utf8)
        }

        /// A member with a text or null.
        package mutating func member(_ name: StaticString, nullable text: String?) {
            begin(name)
            if let text { writer.append(quoted: text) } else { writer.append("null") }
        }

        /// A member that is true or false.
        package mutating func member(_ name: StaticString, _ flag: Bool) {
            begin(name)
            writer.append(flag ? "true" : "false")
        }

        /// A member with a whole number.
        package mutating func member(_ name: StaticString, _ number: Int64) {
            begin(name)
            writer.bytes.append(contentsOf: String(number).utf8)
        }

        /// A member with an object.
        package mutating func member(
            _ name: StaticString, _ content: (inout Object) -> Void
        ) {
            begin(name)
            writer.object(content)
        }

        /// A member with an array of objects.
        package mutating func member<Element>(
            _ name: StaticString, _ elements: [Element],
            _ content: (inout Object, Element) -> Void
        ) {
            begin(name)
            writer.array(elements, content)
        }

        /// A member with an array of texts.
        package mutating func member(_ name: StaticString, texts: [String]) {
            begin(name)
            writer.append("[")
            for (index, text) in texts.enumerated() {
                if index > 0 { writer.append(",") }
                writer.append(quoted: text)
            }
            writer.append("]")
        }

        private mutating func begin(_ name: StaticString) {
            if !isEmpty { writer.append(",") }
            isEmpty = false
            writer.append(quoted: "\(name)")
            writer.append(":")
        }
    }

    private mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func append(quoted text: String) {
        append("\"")
        // Nearly every text is plain: it is copied as it is.
        if text.utf8.contains(where: isSpecial) {
            for scalar in text.unicodeScalars { append(escaped: scalar) }
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        append("\"")
    }

    /// Whether a byte may begin something that is written in another way.
    private func isSpecial(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x00..<0x20, 0x22, 0x26, 0x2F, 0x3C, 0x3E, 0x5C, 0x7F, 0xE2: true
        default: false
        }
    }

    private mutating func append(escaped scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22: append("\\\"")
        case 0x5C: append("\\\\")
        case 0x2F: append("\\/")
        case 0x00..<0x20, 0x3C, 0x3E, 0x26, 0x7F, 0x2028, 0x2029:
            append("\\u")
            for shift in [12, 8, 4, 0] as [UInt32] {
                bytes.append(Self.hexDigits[Int(scalar.value >> shift & 15)])
            }
        default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
