/// What the books remember of their own past.
extension StorageSchema {
    /// One row for each time that a backup was put back: what happened between the two moments is
    /// not in the books.
    static let restores = """
        CREATE TABLE restores (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            restored_at INTEGER NOT NULL,
            last_payment_at INTEGER
        ) STRICT;
        """
}
