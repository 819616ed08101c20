/// The tables of merchants, their clients and certificates, lines and routes, and the audit log.
package enum MerchantSchema {
    /// All of them. The tables of payments may follow, and guards on what is sealed.
    package static let tables = administration + certificates + clients + lines + webhooks

    /// `administration` has one row. Its configuration version (`epoch`) grows with every change that running servers
    /// must load; its `acts` and `head` are the end of the audit log's chain.
    private static let administration = """
        CREATE TABLE administration (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            epoch INTEGER NOT NULL CHECK (epoch >= 0),
            acts INTEGER NOT NULL CHECK (acts >= 0),
            head BLOB NOT NULL
        ) STRICT;
        INSERT INTO administration (id, epoch, acts, head) VALUES (1, 0, 0, zeroblob(32));
        CREATE TABLE acts (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            at INTEGER NOT NULL,
            actor TEXT NOT NULL,
            kind TEXT NOT NULL,
            subject TEXT NOT NULL,
            result TEXT NOT NULL,
            link BLOB NOT NULL
        ) STRICT;
        CREATE TRIGGER acts_are_not_changed BEFORE UPDATE ON acts
            BEGIN SELECT RAISE(ABORT, 'acts are only appended'); END;
        CREATE TRIGGER acts_are_not_deleted BEFORE DELETE ON acts
            BEGIN SELECT RAISE(ABORT, 'acts are only appended'); END;
        CREATE TABLE nodes (
            id TEXT PRIMARY KEY,
            started_at INTEGER NOT NULL,
            seen_at INTEGER NOT NULL,
            epoch INTEGER NOT NULL,
            keys_epoch INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE merchants (
            name TEXT PRIMARY KEY,
            apple_merchant_identifier TEXT NOT NULL,
            merchant_number TEXT NOT NULL,
            terminal_number TEXT NOT NULL,
            category_code TEXT NOT NULL,
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// A private key lies here sealed, and is erased when its certificate is retired.
    private static let certificates = """
        CREATE TABLE certificates (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            merchant TEXT NOT NULL REFERENCES merchants (name),
            purpose TEXT NOT NULL CHECK (purpose IN ('payment-processing',
                'merchant-identity')),
            algorithm TEXT NOT NULL CHECK (algorithm IN ('ec', 'rsa')),
            state TEXT NOT NULL CHECK (state IN ('pending', 'active', 'retired')),
            public_key_hash BLOB NOT NULL,
            key_id TEXT,
            sealed_key BLOB,
            certificate BLOB,
            not_before INTEGER,
            not_after INTEGER,
            created_at INTEGER NOT NULL,
            UNIQUE (merchant, public_key_hash),
            CHECK ((sealed_key IS NULL) = (key_id IS NULL)),
            CHECK ((state = 'retired') = (sealed_key IS NULL)),
            CHECK (state <> 'active' OR certificate IS NOT NULL),
            CHECK (state <> 'pending' OR certificate IS NULL),
            CHECK ((certificate IS NULL) = (not_after IS NULL)),
            CHECK ((not_before IS NULL) = (not_after IS NULL))
        ) STRICT;
        """

    /// A client's name belongs to one merchant; it has as many secrets as are good at once.
    private static let clients = """
        CREATE TABLE clients (
            dialect TEXT NOT NULL,
            name TEXT NOT NULL,
            merchant TEXT NOT NULL REFERENCES merchants (name),
            details TEXT NOT NULL,
            is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
            PRIMARY KEY (dialect, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE credentials (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            dialect TEXT NOT NULL,
            client TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('keyed', 'slow')),
            salt BLOB,
            hash BLOB NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            revoked_at INTEGER,
            FOREIGN KEY (dialect, client) REFERENCES clients (dialect, name),
            CHECK ((kind = 'slow') = (salt IS NOT NULL))
        ) STRICT;
        CREATE INDEX credentials_by_client ON credentials (dialect, client);
        """

    /// A line that a payment went over is `used` from then on, and stays. A line has one secret without an end, which is
    /// sent. During an overlap it has the other secret too. The sandbox's own merchant and its own line are not in the
    /// database.
    private static let lines = """
        CREATE TABLE lines (
            name TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            mode TEXT NOT NULL CHECK (mode IN ('test', 'live')),
            configuration TEXT NOT NULL,
            used INTEGER NOT NULL DEFAULT 0 CHECK (used IN (0, 1)),
            created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE line_credentials (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            line TEXT NOT NULL REFERENCES lines (name),
            key_id TEXT NOT NULL,
            sealed_secret BLOB NOT NULL,
            valid_from INTEGER NOT NULL,
            expires_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX line_credentials_in_use ON line_credentials (line)
            WHERE expires_at IS NULL;
        CREATE TABLE routes (
            merchant TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            network TEXT,
            currency TEXT,
            amount_from INTEGER,
            amount_to INTEGER,
            dialect TEXT,
            line TEXT NOT NULL REFERENCES lines (name),
            merchant_number TEXT,
            otherwise TEXT REFERENCES lines (name),
            otherwise_merchant_number TEXT,
            PRIMARY KEY (merchant, number),
            CHECK ((amount_from IS NULL) = (amount_to IS NULL)),
            CHECK (amount_from IS NULL OR currency IS NOT NULL),
            CHECK (otherwise IS NULL OR otherwise <> line)
        ) STRICT, WITHOUT ROWID;
        """

    /// An endpoint has one secret without an end, and during an overlap the one before it too. Both sign. A removed one
    /// has none, is disabled too, and is there until its deliveries are erased.
    ///
    /// `webhook_cursor` has one row: the deliveries of all events up to its number are queued. A pending delivery is due
    /// at a time: for its next try, or when the lease of the present one ends. It waits as long as its endpoint is
    /// disabled. An endpoint gets the events behind `takes_after`, the newest when it was created or
    /// last enabled, and up to `takes_until`, the newest when it was disabled.
    private static let webhooks = """
        CREATE TABLE webhook_endpoints (
            id TEXT PRIMARY KEY,
            merchant TEXT NOT NULL,
            url TEXT NOT NULL,
            kinds TEXT NOT NULL,
            format TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            takes_after INTEGER NOT NULL CHECK (takes_after >= 0),
            takes_until INTEGER,
            failing_since INTEGER,
            failed_at INTEGER,
            disabled_at INTEGER,
            disabled_by TEXT CHECK (disabled_by IN ('operator', 'gone', 'failing')),
            removed_at INTEGER,
            CHECK ((disabled_at IS NULL) = (disabled_by IS NULL)),
            CHECK (removed_at IS NULL OR disabled_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX webhook_endpoints_by_url ON webhook_endpoints (merchant, url)
            WHERE removed_at IS NULL;
        CREATE TABLE webhook_secrets (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            merchant TEXT NOT NULL,
            endpoint TEXT NOT NULL REFERENCES webhook_endpoints (id),
            key_id TEXT NOT NULL,
            sealed_secret BLOB NOT NULL,
            valid_from INTEGER NOT NULL,
            expires_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX webhook_secrets_in_use ON webhook_secrets (endpoint)
            WHERE expires_at IS NULL;
        CREATE TABLE webhook_cursor (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL CHECK (number >= 0)
        ) STRICT;
        INSERT INTO webhook_cursor (id, number) VALUES (1, 0);
        CREATE TABLE webhook_deliveries (
            endpoint TEXT NOT NULL REFERENCES webhook_endpoints (id),
            event TEXT NOT NULL,
            queued_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'exhausted')),
            tries INTEGER NOT NULL CHECK (tries >= 0),
            lease INTEGER NOT NULL CHECK (lease >= 0),
            due_at INTEGER,
            last_at INTEGER,
            last_status INTEGER,
            last_error TEXT,
            PRIMARY KEY (endpoint, event),
            CHECK ((state = 'pending') = (due_at IS NOT NULL)),
            CHECK (state = 'pending' OR last_at IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint, due_at)
            WHERE due_at IS NOT NULL;
        CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (last_at)
            WHERE due_at IS NULL;
        """
}
