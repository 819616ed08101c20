/// What version 6 of the tables changed: a column, and its index.
extension StorageSchema {
    /// A refund of one capture names it, so that no capture gives back another's money. Refunds of a payment as a whole
    /// name none, and those of before neither.
    static let version6 = """
        ALTER TABLE operations ADD COLUMN of_capture INTEGER REFERENCES operations (row)
            CHECK (of_capture IS NULL OR kind = 'refund');
        CREATE INDEX operations_of_capture ON operations (of_capture)
            WHERE of_capture IS NOT NULL;
        """
}
