import Books

/// The tables of the payment store.
///
/// What the doc comment of `Payment` says of its amounts is said here once more, so that no
/// statement, ours or an operator's, can break it. Identifiers are 16-byte blobs; rows are appended
/// by number, so that the table itself never grows in its middle.
enum StorageSchema {
    /// Version 1 was of builds that were never released; its books are refused.
    static let schema = BookSchema(
        firstVersion: 2,
        // In the order in which most changes of a server come to them.
        changed: ["cards", "operations", "deliveries", "payments", "batches"],
        steps: [
            payments + cards + batches + operations + transactions + registrations
                + administration + certificates + clients + keys + restores,
            version3, version4, version5, version6, version7, version8,
        ])

    private static let paymentStates = [
        "authorizing", "authorized", "declined", "notSent", "outcomeUnknown", "reversed",
        "released", "credited",
    ]

    private static let payments = """
        CREATE TABLE payments (
            row INTEGER PRIMARY KEY,
            id ANY NOT NULL UNIQUE,
            authorization_id ANY NOT NULL,
            merchant TEXT NOT NULL,
            order_reference TEXT NOT NULL,
            handle TEXT NOT NULL,
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            requested INTEGER NOT NULL CHECK (requested BETWEEN 0 AND 999999999999),
            state TEXT NOT NULL CHECK (\(isOne(of: paymentStates, "state"))),
            authorized INTEGER NOT NULL DEFAULT 0 CHECK (authorized >= 0),
            released INTEGER NOT NULL DEFAULT 0 CHECK (released >= 0),
            releasing INTEGER NOT NULL DEFAULT 0 CHECK (releasing >= 0),
            captured INTEGER NOT NULL DEFAULT 0 CHECK (captured >= 0),
            capturing INTEGER NOT NULL DEFAULT 0 CHECK (capturing >= 0),
            refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded >= 0),
            refunding INTEGER NOT NULL DEFAULT 0 CHECK (refunding >= 0),
            uncapturing INTEGER NOT NULL DEFAULT 0 CHECK (uncapturing >= 0),
            unrefunding INTEGER NOT NULL DEFAULT 0 CHECK (unrefunding >= 0),
            created_at INTEGER NOT NULL,
            authorized_at INTEGER,
            deadline INTEGER,
            authorization_code TEXT,
            network_reference TEXT,
            decline_reason TEXT,
            apple_transaction ANY,
            issuer_prefix TEXT NOT NULL,
            last_four TEXT NOT NULL,
            original_last_four TEXT,
            network TEXT,
            expiry INTEGER,
            entry_mode TEXT NOT NULL,
            dialect TEXT NOT NULL,
            trace_number TEXT NOT NULL,
            retrieval_reference TEXT NOT NULL,
            merchant_number TEXT NOT NULL,
            terminal_number TEXT NOT NULL,
            category_code TEXT NOT NULL,
            CHECK (authorized <= requested),
            CHECK (released + releasing + captured + capturing <= authorized),
            CHECK (refunded + refunding + uncapturing <= captured),
            CHECK (unrefunding <= refunded),
            CHECK (state IN ('authorized', 'released') OR authorized = 0),
            CHECK (state <> 'released' OR (authorized > 0 AND released = authorized)),
            CHECK (state <> 'authorized' OR authorized = 0 OR released < authorized),
            CHECK ((state IN ('authorized', 'released')) = (authorized_at IS NOT NULL)),
            CHECK ((state = 'authorizing') = (deadline IS NOT NULL))
        ) STRICT;
        CREATE INDEX payments_by_order ON payments (merchant, order_reference);
        CREATE INDEX payments_waiting ON payments (deadline) WHERE deadline IS NOT NULL;
        """

    private static let cards = """
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
                CHECK (\(isOne(of: ["scramble", "digits", "cardSecure"], "shape"))),
            fingerprint BLOB NOT NULL,
            handle TEXT NOT NULL,
            pan_key TEXT NOT NULL,
            sealed_pan BLOB NOT NULL,
            expiry INTEGER,
            UNIQUE (merchant, shape, fingerprint),
            UNIQUE (merchant, handle)
        ) STRICT;
        CREATE TABLE idempotency (
            row INTEGER PRIMARY KEY,
            merchant TEXT NOT NULL,
            dialect TEXT NOT NULL,
            key TEXT NOT NULL,
            request_digest BLOB NOT NULL,
            subject_kind TEXT NOT NULL CHECK (subject_kind IN ('payment', 'operation')),
            subject ANY NOT NULL,
            result_key TEXT,
            sealed_result BLOB,
            UNIQUE (merchant, dialect, key),
            CHECK ((sealed_result IS NULL) = (result_key IS NULL))
        ) STRICT;
        """

    private static let operations = """
        CREATE TABLE operations (
            row INTEGER PRIMARY KEY,
            id ANY NOT NULL UNIQUE,
            payment INTEGER NOT NULL REFERENCES payments (row),
            kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund', 'release', 'captureVoid',
                'refundVoid', 'credit')),
            amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999999),
            state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'refused', 'voiding',
                'voided')),
            refusal TEXT,
            target INTEGER REFERENCES operations (row),
            batch INTEGER REFERENCES batches (number),
            created_at INTEGER NOT NULL,
            answered_at INTEGER,
            CHECK ((state = 'refused') = (refusal IS NOT NULL)),
            CHECK ((state = 'pending') = (answered_at IS NULL)),
            CHECK (state NOT IN ('voiding', 'voided') OR kind IN ('capture', 'refund', 'credit')),
            CHECK (kind <> 'credit' OR state NOT IN ('pending', 'refused')),
            CHECK ((kind IN ('captureVoid', 'refundVoid')) = (target IS NOT NULL)),
            CHECK (batch IS NULL
                OR (state = 'confirmed' AND kind IN ('capture', 'refund', 'credit')))
        ) STRICT;
        CREATE INDEX operations_by_payment ON operations (payment);
        CREATE INDEX operations_unsettled ON operations (row)
            WHERE batch IS NULL AND state = 'confirmed' AND kind IN ('capture', 'refund', 'credit');
        CREATE INDEX operations_by_batch ON operations (batch) WHERE batch IS NOT NULL;
        CREATE INDEX operations_by_target ON operations (target) WHERE target IS NOT NULL;
        CREATE TABLE deliveries (
            id ANY NOT NULL PRIMARY KEY,
            payment INTEGER NOT NULL REFERENCES payments (row),
            kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund', 'release', 'captureVoid',
                'refundVoid', 'reversal')),
            amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 999999999999),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            due_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deliveries_due ON deliveries (due_at);
        CREATE INDEX deliveries_by_payment ON deliveries (payment);
        """

    private static let batches = """
        CREATE TABLE batches (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            closed_at INTEGER NOT NULL
        ) STRICT;
        CREATE TABLE batch_totals (
            batch INTEGER NOT NULL REFERENCES batches (number),
            currency TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund')),
            operations INTEGER NOT NULL CHECK (operations > 0),
            total INTEGER NOT NULL CHECK (total > 0),
            PRIMARY KEY (batch, currency, kind)
        ) STRICT, WITHOUT ROWID;
        """
}
