import StrictCoding

/// What a dialect answers to each refusal: a table that its target embeds, one refusal on each line.
///
///     # code         operation  what the dialect writes
///     not-sent       -          503   200   The card network could not be reached.
///     not-sent       apple-pay  400   200   The applePayTokenID is used up.
///
/// ``TSV`` reads it. The row of the operation counts, or else that
/// of `-`.
package struct RefusalTable: Sendable {
    /// A code of ours, and what its row is for.
    package struct Key: Sendable, Hashable {
        package let code: String
        package let operation: String

        package init(_ code: String, _ operation: String = RefusalTable.other) {
            self.code = code
            self.operation = operation
        }
    }

    /// The operation of a row that is for all that have no row of their own.
    package static let other = "-"

    /// The keys in their order, so that a test can find one that is there twice.
    package let keys: [Key]
    private let columns: [Key: [String]]

    /// Reads the text of a table. Lines without a code and an operation are left out.
    package init(_ bytes: [UInt8]) {
        let rows = TSV.rows(bytes).filter { $0.count >= 2 }
        keys = rows.map { Key($0[0], $0[1]) }
        columns = Dictionary(zip(keys, rows.map { Array($0.dropFirst(2)) })) { first, _ in first }
    }

    /// What the dialect writes; nil for a code without a row.
    package func columns(_ code: String, for operation: String = other) -> [String]? {
        columns[Key(code, operation)] ?? columns[Key(code)]
    }
}
