/// What version 3 of the tables added.
extension StorageSchema {
    /// Each advice counts its leases, so that an answer under an old one is refused; and a payment
    /// knows that its last capture was made, or is on its way, so that no other comes between that
    /// and the release of what is left.
    static let version3 = """
        ALTER TABLE deliveries ADD COLUMN lease INTEGER NOT NULL DEFAULT 0 CHECK (lease >= 0);
        ALTER TABLE payments ADD COLUMN closing INTEGER NOT NULL DEFAULT 0
            CHECK (closing IN (0, 1));
        ALTER TABLE operations ADD COLUMN is_last INTEGER NOT NULL DEFAULT 0
            CHECK (is_last IN (0, 1) AND (is_last = 0 OR kind = 'capture'));
        CREATE INDEX payments_closing ON payments (row)
            WHERE closing = 1 AND state = 'authorized' AND capturing = 0
                AND released + releasing + captured < authorized;
        """
}
