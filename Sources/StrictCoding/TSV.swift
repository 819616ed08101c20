/// The tables that targets embed: a row on each line, columns divided by one tab. A line that begins with `#` is a comment.
package enum TSV {
    /// The rows of a table, in their order. An empty column is a column.
    package static func rows(_ bytes: [UInt8]) -> [[String]] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    }

    /// The rows that have so many columns.
    package static func rows(_ bytes: [UInt8], columns: Int) -> [[String]] {
        rows(bytes).filter { $0.count == columns }
    }
}
