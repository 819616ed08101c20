/// What version 4 of the tables changed: two indexes.
extension StorageSchema {
    /// The rests that nobody gave up are found by words that SQLite knows again: of `a + b < c` in a
    /// query it makes `c > a + b`, but not in an index, so that it walked all payments in each round of
    /// the worker. And reversals are found in the order in which they are due, among whatever waits.
    static let version4 = """
        DROP INDEX payments_closing;
        CREATE INDEX payments_closing ON payments (row)
            WHERE closing = 1 AND state = 'authorized' AND capturing = 0
                AND authorized > released + releasing + captured;
        CREATE INDEX deliveries_reversals ON deliveries (due_at) WHERE kind = 'reversal';
        """
}
