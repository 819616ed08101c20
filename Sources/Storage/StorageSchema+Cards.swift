/// The tables of cards, and of keys and tokens that can be used once.
extension StorageSchema {
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
                CHECK (\(isOne(of: ["scramble", "digits", "sixteenDigits"], "shape"))),
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
