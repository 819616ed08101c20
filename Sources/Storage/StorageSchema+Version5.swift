/// What version 5 of the tables changed: an index.
extension StorageSchema {
    /// Captures, refunds, releases and voids are found in the order in which they are due, also where many reversals
    /// wait, as these have been since version 4.
    static let version5 = """
        DROP INDEX deliveries_due;
        CREATE INDEX deliveries_others ON deliveries (due_at) WHERE kind <> 'reversal';
        """
}
