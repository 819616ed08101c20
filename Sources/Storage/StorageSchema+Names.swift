/// The tables of clients' names: transactions, and registrations.
extension StorageSchema {
    private static let beginning = ["authorization", "sale", "forcedCapture", "credit"]
    private static let following = ["capture", "refund", "void", "release"]

    /// A transaction that begins a payment has no operation before the payment's outcome.
    static let transactions = """
        CREATE TABLE transactions (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            merchant TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (\(isOne(of: beginning + following, "kind"))),
            client_name TEXT,
            order_reference TEXT,
            payment INTEGER NOT NULL REFERENCES payments (row),
            operation INTEGER REFERENCES operations (row),
            created_at INTEGER NOT NULL,
            CHECK (kind <> 'authorization' OR operation IS NULL),
            CHECK (operation IS NOT NULL OR \(isOne(of: beginning, "kind")))
        ) STRICT;
        CREATE INDEX transactions_by_name ON transactions (merchant, client_name)
            WHERE client_name IS NOT NULL;
        CREATE INDEX transactions_by_payment ON transactions (payment);
        """

    /// A registration is spent by a payment or by keeping its card; what was sealed under it is
    /// erased with that.
    static let registrations = """
        CREATE TABLE registrations (
            row INTEGER PRIMARY KEY,
            merchant TEXT NOT NULL,
            id TEXT NOT NULL,
            content_key TEXT,
            sealed_content BLOB,
            expires_at INTEGER NOT NULL,
            spent_by_payment ANY,
            kept_handle TEXT,
            UNIQUE (merchant, id),
            CHECK ((sealed_content IS NULL) = (content_key IS NULL)),
            CHECK (spent_by_payment IS NULL OR kept_handle IS NULL),
            CHECK (sealed_content IS NULL
                OR (spent_by_payment IS NULL AND kept_handle IS NULL))
        ) STRICT;
        CREATE INDEX registrations_by_end ON registrations (expires_at);
        CREATE INDEX registrations_kept ON registrations (expires_at)
            WHERE sealed_content IS NOT NULL;
        """
}
