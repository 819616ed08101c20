import PaymentDomain

/// The tables of clients' names: transactions, and registrations.
extension PaymentSchema {
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

/// The tables of cards, and of keys and tokens that can be used once.
extension PaymentSchema {
    /// A request that claimed a key led to a payment, to an operation, or to nothing, which it found to do of a payment.
    ///
    /// A card that an anonymous request stored has `expires_at` until its merchant uses it. A card that was erased keeps
    /// its row without a number, so that the same number gets the same handle again, and no other number gets it.
    static let cards = """
        CREATE TABLE spent_tokens (
            merchant TEXT NOT NULL,
            apple_transaction ANY NOT NULL,
            payment_id ANY,
            spent_at INTEGER NOT NULL,
            PRIMARY KEY (merchant, apple_transaction)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE cards (
            row INTEGER PRIMARY KEY,
            merchant TEXT NOT NULL,
            shape TEXT NOT NULL
                CHECK (\(isOne(of: HandleShape.allCases.map(\.rawValue), "shape"))),
            fingerprint BLOB NOT NULL,
            handle TEXT NOT NULL,
            pan_key TEXT,
            sealed_pan BLOB,
            expiry INTEGER,
            expires_at INTEGER,
            UNIQUE (merchant, shape, fingerprint),
            UNIQUE (merchant, handle),
            CHECK ((sealed_pan IS NULL) = (pan_key IS NULL)),
            CHECK (expires_at IS NULL OR sealed_pan IS NOT NULL)
        ) STRICT;
        CREATE INDEX cards_expiring ON cards (expires_at) WHERE expires_at IS NOT NULL;
        CREATE TABLE idempotency (
            row INTEGER PRIMARY KEY,
            merchant TEXT NOT NULL,
            dialect TEXT NOT NULL,
            key TEXT NOT NULL,
            request_digest BLOB NOT NULL,
            subject_kind TEXT NOT NULL
                CHECK (\(isOne(of: ["payment", "operation", "nothing"], "subject_kind"))),
            subject ANY NOT NULL,
            UNIQUE (merchant, dialect, key)
        ) STRICT;
        """
}
