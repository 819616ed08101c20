/// The table of the database's own past.
extension StorageSchema {
    /// One row for each restore of a backup: the database doesn't have what happened between the two times.
    static let restores = """
        CREATE TABLE restores (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            restored_at INTEGER NOT NULL,
            last_payment_at INTEGER
        ) STRICT;
        """
}
