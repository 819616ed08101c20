/// What version 7 of the tables added: a column.
extension StorageSchema {
    /// Which payments the books had when an operation was written: none of a later row. What came first is not for moments
    /// to say, which are of the clocks of two servers. Operations of before have none.
    static let version7 = """
        ALTER TABLE operations ADD COLUMN seen INTEGER CHECK (seen >= payment);
        """
}
