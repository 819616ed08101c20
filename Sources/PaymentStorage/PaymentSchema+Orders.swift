import PaymentDomain

/// The table of web shops' orders.
extension PaymentSchema {
    /// A row is written once. What became of an order, its tries show: the idempotency keys `ID/1`, `ID/2`, …
    ///
    /// `items` has a line for each item: minor units, a tab, the label.
    static let orders = """
        CREATE TABLE orders (
            row INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            merchant TEXT NOT NULL,
            reference TEXT NOT NULL,
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999),
            captures INTEGER NOT NULL CHECK (captures IN (0, 1)),
            description TEXT,
            items TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            CHECK (created_at < expires_at)
        ) STRICT;
        CREATE INDEX orders_by_merchant ON orders (merchant, row);
        CREATE TRIGGER orders_are_not_changed BEFORE UPDATE ON orders
            BEGIN SELECT RAISE(ABORT, 'orders are only added'); END;
        CREATE TRIGGER orders_are_not_deleted BEFORE DELETE ON orders
            BEGIN SELECT RAISE(ABORT, 'orders are only added'); END;
        """
}
