/// What version 4 of the tables changed.
extension StorageSchema {
    /// The index of rests that nobody gave up, in words that SQLite knows again: of `a + b < c` it makes
    /// `c > a + b` where it stands in a query, not where it stands in an index, so that it walked all
    /// payments in each round of the worker.
    static let version4 = """
        DROP INDEX payments_closing;
        CREATE INDEX payments_closing ON payments (row)
            WHERE closing = 1 AND state = 'authorized' AND capturing = 0
                AND authorized > released + releasing + captured;
        """
}
