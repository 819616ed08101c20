/// Bytes made of parts, each behind its length, so that two different lists of parts never make the
/// same bytes.
///
/// `("ab", "c")` and `("a", "bc")` would be one and the same if they were merely joined.
package struct LengthPrefixed {
    /// All parts, each behind its length.
    package private(set) var bytes: [UInt8] = []

    /// Starts with a label, so that bytes made for one purpose never serve another.
    package init(label: String, capacity: Int = 128) {
        bytes.reserveCapacity(capacity)
        append(label)
    }

    /// Adds a text, as UTF-8.
    package mutating func append(_ text: String) {
        appendCount(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    /// Adds bytes.
    package mutating func append(_ part: [UInt8]) {
        appendCount(part.count)
        bytes.append(contentsOf: part)
    }

    private mutating func appendCount(_ count: Int) {
        withUnsafeBytes(of: UInt64(count).bigEndian) { bytes.append(contentsOf: $0) }
    }
}
