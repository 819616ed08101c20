/// What version 5 of the tables changed: an index, and a column.
extension StorageSchema {
    /// Captures, refunds, releases and voids are found in the order in which they are due, also where many reversals
    /// wait, as these have been since version 4. And a batch knows whether it is still being closed.
    static let version5 = """
        DROP INDEX deliveries_due;
        CREATE INDEX deliveries_others ON deliveries (due_at) WHERE kind <> 'reversal';
        ALTER TABLE batches ADD COLUMN closing INTEGER NOT NULL DEFAULT 0
            CHECK (closing IN (0, 1));
        """
}
