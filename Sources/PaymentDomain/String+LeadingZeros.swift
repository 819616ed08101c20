extension String {
    /// The digits with zeros before them, so that they are at least this many: `7` to width 3 is `007`.
    package func withLeadingZeros(to width: Int) -> String {
        String(repeating: "0", count: max(0, width - utf8.count)) + self
    }
}
