/// Conditions on words, for the tables that every payment is written to.
///
/// `IN` with more than two words would mean the same, but SQLite makes a table of the words each time a row is checked,
/// which takes longer than the rest of the check.
extension StorageSchema {
    /// That a column has one of these words; the most frequent comes first.
    static func isOne(of words: [String], _ column: String) -> String {
        words.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
    }
}
