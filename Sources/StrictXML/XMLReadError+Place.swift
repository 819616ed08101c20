extension XMLReadError.Place {
    /// Looks for the usual faults in a document that was refused; nil if it has another one.
    ///
    /// A byte that is not UTF-8 and a control character refuse a document before its markup is
    /// read, so they are looked for first.
    init?(in bytes: [UInt8]) {
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            self.init(.notUTF8, at: error.byteOffsets.lowerBound, in: bytes)
            return
        }
        let isControl = { (byte: UInt8) in
            byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
        }
        if let index = bytes.firstIndex(where: isControl) {
            self.init(.controlCharacter, at: index, in: bytes)
        } else if let index = XMLReadError.Place.bareAmpersand(in: bytes) {
            self.init(.bareAmpersand, at: index, in: bytes)
        } else {
            return nil
        }
    }

    private init(_ cause: Cause, at index: Int, in bytes: [UInt8]) {
        self.cause = cause
        line = bytes[..<index].count { $0 == 0x0A } + 1
    }

    /// The first `&` that no name or number and `;` follow, outside CDATA sections and comments.
    ///
    /// Source: XML 1.0, productions 66 and 68.
    private static func bareAmpersand(in bytes: [UInt8]) -> Int? {
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "&"):
                guard beginsReference(bytes[(index + 1)...]) else { return index }
                index += 1
            case UInt8(ascii: "<"):
                guard let end = endOfUnread(bytes[index...]) else { return nil }
                index = end
            default: index += 1
            }
        }
        return nil
    }

    /// The end of a CDATA section or a comment, which hold no references; behind the `<` of
    /// anything else.
    private static func endOfUnread(_ text: ArraySlice<UInt8>) -> Int? {
        if text.starts(with: "<![CDATA[".utf8) {
            return text.firstRange(of: "]]>".utf8)?.upperBound
        }
        if text.starts(with: "<!--".utf8) { return text.firstRange(of: "-->".utf8)?.upperBound }
        return text.startIndex + 1
    }

    private static func beginsReference(_ text: ArraySlice<UInt8>) -> Bool {
        let name = text.prefix(64).prefix { byte in
            let letter = byte | 0x20
            return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter)
                || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "#") || byte >= 0x80
                || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        }
        let end = name.endIndex
        return !name.isEmpty && end < text.endIndex && text[end] == UInt8(ascii: ";")
    }
}
