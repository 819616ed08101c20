/// A processor's own code of an answer: a merchant that speaks that processor's protocol gets the very code.
package struct ProcessorCode: Sendable, Hashable {
    /// Whose table of codes it is of, such as `cnpapi`.
    package let table: String
    package let code: String

    /// A code; nil unless both have 1 to ``longest`` letters and digits.
    package init?(table: String, code: String) {
        guard [table, code].allSatisfy(Self.isWord) else { return nil }
        self.table = table
        self.code = code
    }

    /// The most characters of either.
    package static let longest = 16

    private static func isWord(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
            }
    }
}
