/// The encoding and version in a document's first bytes, checked before a parser sees any of it.
///
/// Source: XML 1.0 (fifth edition), productions 23 to 26 (XML declaration), 80 (encoding declaration) and appendix F
/// (detection of encodings).
enum XMLProlog {
    /// Checks the encoding, and the declaration if there is one.
    ///
    /// - Returns: The start of the document, after a byte order mark.
    static func start(of bytes: [UInt8]) throws(XMLReadError) -> Int {
        guard !bytes.isEmpty else { throw XMLReadError(.documentEmpty) }
        guard !looksWide(bytes) else { throw XMLReadError(.unsupportedEncoding) }
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        if isDeclaration(bytes, at: start) { try checkDeclaration(bytes, from: start) }
        return start
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let declarationStart = Array("<?xml".utf8)
    private static let declarationEnd = Array("?>".utf8)

    /// UTF-16 and UTF-32 have a zero byte or a byte order mark of their own within the first four
    /// bytes.
    private static func looksWide(_ bytes: [UInt8]) -> Bool {
        let first = bytes.prefix(4)
        if first.contains(0) { return true }
        return first.starts(with: [0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE])
    }

    private static func isDeclaration(_ bytes: [UInt8], at index: Int) -> Bool {
        let after = index + declarationStart.count
        return matches(bytes, declarationStart, at: index) && after < bytes.count
            && isXMLSpace(bytes[after])
    }

    private static func checkDeclaration(
        _ bytes: [UInt8], from index: Int
    ) throws(XMLReadError) {
        let limit = min(bytes.count, index + XMLLimits.declarationBytes)
        guard let end = find(bytes, declarationEnd, from: index, to: limit) else {
            throw XMLReadError(.malformed)
        }
        let declaration = bytes[index..<end]
        guard quoted("version", in: declaration) == "1.0" else {
            throw XMLReadError(.unsupportedVersion)
        }
        if let encoding = quoted("encoding", in: declaration) {
            guard ["utf-8", "utf8", "us-ascii"].contains(encoding.lowercased()) else {
                throw XMLReadError(.unsupportedEncoding)
            }
        }
    }

    /// The value of `name = "value"` within an XML declaration; the parser checks the rest of its grammar.
    private static func quoted(_ name: String, in bytes: ArraySlice<UInt8>) -> String? {
        let array = Array(bytes)
        guard let found = find(array, Array(name.utf8), from: 0, to: array.count) else {
            return nil
        }
        var index = afterSpace(array, from: found + name.utf8.count)
        guard index < array.count, array[index] == UInt8(ascii: "=") else { return nil }
        index = afterSpace(array, from: index + 1)
        guard index < array.count else { return nil }
        let mark = array[index]
        guard mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") else { return nil }
        guard let end = array[(index + 1)...].firstIndex(of: mark) else { return nil }
        return String(decoding: array[(index + 1)..<end], as: UTF8.self)
    }

    private static func afterSpace(_ bytes: [UInt8], from index: Int) -> Int {
        var index = index
        while index < bytes.count, isXMLSpace(bytes[index]) { index += 1 }
        return index
    }

    private static func matches(_ bytes: [UInt8], _ word: [UInt8], at index: Int) -> Bool {
        guard index + word.count <= bytes.count else { return false }
        for offset in word.indices where bytes[index + offset] != word[offset] { return false }
        return true
    }

    private static func find(
        _ bytes: [UInt8], _ word: [UInt8], from start: Int, to limit: Int
    ) -> Int? {
        var index = start
        while index + word.count <= limit {
            if matches(bytes, word, at: index) { return index }
            index += 1
        }
        return nil
    }
}
