import Database
import MerchantStorage

/// The tables of the payment store, and the whole schema, in which those of merchants come too.
///
/// The CHECKs repeat the rules of `Payment` about its amounts, so that no statement, ours or an operator's, can break
/// them. Identifiers are 16-byte blobs; rows are appended by number, so that the table itself never grows in its
/// middle.
enum PaymentSchema {
    /// Version 1 is that of release 0.1.0. Once it is released its text doesn't change: each later version is a step.
    static let schema = DatabaseSchema(
        steps: [
            payments + traceNumbers + events + cards + batches + operations + transactions
                + registrations + profiles + orders + MerchantSchema.tables + keys + restores
        ])

    private static let paymentStates = [
        "authorizing", "authorized", "declined", "notSent", "outcomeUnknown", "reversed",
        "released", "credited",
    ]

    private static let closings = [
        "lastCapture", "abandoned", "abandonedAfterLastCapture", "renewed", "saleRefused",
    ]

    /// `version` is the number of the payment's last event, and 0 until the authorization ends. A payment that takes no
    /// capture is `closing`, and `closed_by` says why. `renews` is the row of the payment that this one renews. A payment that came to nothing and was
    /// `cancelled` is not renewed. Of the first `events_erased` versions the events were erased.
    private static let payments = """
        CREATE TABLE payments (
            row INTEGER PRIMARY KEY,
            id ANY NOT NULL UNIQUE,
            authorization_id ANY NOT NULL,
            merchant TEXT NOT NULL,
            line TEXT NOT NULL,
            order_reference TEXT NOT NULL,
            handle TEXT NOT NULL,
            is_new_card INTEGER NOT NULL,
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
            closing INTEGER NOT NULL DEFAULT 0,
            closed_by TEXT,
            renews INTEGER,
            cancelled INTEGER NOT NULL DEFAULT 0,
            version INTEGER NOT NULL DEFAULT 0,
            events_erased INTEGER NOT NULL DEFAULT 0,
            created_at INTEGER NOT NULL,
            answered_at INTEGER,
            authorized_at INTEGER,
            deadline INTEGER,
            authorization_code TEXT,
            network_reference TEXT,
            decline_reason TEXT,
            checks TEXT,
            apple_transaction ANY,
            issuer_prefix TEXT NOT NULL,
            last_four TEXT NOT NULL,
            original_last_four TEXT,
            network TEXT,
            expiry INTEGER,
            entry_mode TEXT NOT NULL,
            dialect TEXT NOT NULL,
            trace_number INTEGER NOT NULL,
            acquirer_reference ANY,
            merchant_number TEXT NOT NULL,
            terminal_number TEXT NOT NULL,
            category_code TEXT NOT NULL,
            metadata TEXT,
            request_id INTEGER,
            CHECK (authorized <= requested),
            CHECK (released + releasing + captured + capturing <= authorized),
            CHECK (refunded + refunding + uncapturing <= captured),
            CHECK (unrefunding <= refunded),
            CHECK (state IN ('authorized', 'released') OR authorized = 0),
            CHECK (state <> 'released' OR (authorized > 0 AND released = authorized)),
            CHECK (state <> 'authorized' OR authorized = 0 OR released < authorized),
            CHECK ((state IN ('authorized', 'released')) = (authorized_at IS NOT NULL)),
            CHECK ((state = 'authorizing') = (deadline IS NOT NULL)),
            CHECK (closing = 0 AND closed_by IS NULL OR closing = 1 AND closed_by IS NOT NULL
                AND (\(isOne(of: closings, "closed_by"))))
        ) STRICT;
        CREATE INDEX payments_by_merchant ON payments (merchant, row);
        CREATE INDEX payments_by_order ON payments (merchant, order_reference);
        CREATE INDEX payments_waiting ON payments (deadline) WHERE deadline IS NOT NULL;
        CREATE INDEX payments_renewing ON payments (renews) WHERE renews IS NOT NULL;
        """

    /// The first trace number that no process has reserved.
    private static let traceNumbers = """
        CREATE TABLE trace_numbers (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            next INTEGER NOT NULL CHECK (next BETWEEN 1 AND 999999)
        ) STRICT;
        INSERT INTO trace_numbers (id, next) VALUES (1, 1);
        """

    /// One row for each change of a payment, from the end of its authorization on: under the version that the change
    /// made, with the row of its operation, and the payment's state after it. A closed batch has a row too, under its
    /// number, of the payment 0, which doesn't exist. Every constraint costs each payment time, so the two keys are the
    /// only ones; `coster audit` compares the rest.
    ///
    /// `asked_as` is what events in the form of a client's protocol must say of the request: of a requested operation, and
    /// of a cancel.
    ///
    /// `number` is the order of all events, and each payment's are in order by it. SQLite commits in that order. On
    /// PostgreSQL a row can appear after one with a higher number: see ``EventCursor``.
    ///
    /// `erased_events` has one row: the highest number of an event that was erased.
    private static let events = """
        CREATE TABLE payment_events (
            number INTEGER PRIMARY KEY,
            payment INTEGER NOT NULL,
            sequence INTEGER NOT NULL,
            at INTEGER NOT NULL,
            kind TEXT NOT NULL,
            operation INTEGER,
            amount INTEGER,
            request_id INTEGER,
            asked_as TEXT,
            state TEXT NOT NULL,
            UNIQUE (payment, sequence)
        ) STRICT;
        CREATE TABLE erased_events (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            number INTEGER NOT NULL CHECK (number >= 0)
        ) STRICT;
        INSERT INTO erased_events (id, number) VALUES (1, 0);
        """
}

/// The table of the database's own past.
extension PaymentSchema {
    /// One row for each restore of a backup: the database doesn't have what happened between the two times.
    static let restores = """
        CREATE TABLE restores (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            restored_at INTEGER NOT NULL,
            last_payment_at INTEGER
        ) STRICT;
        """
}

/// Conditions on words, for the tables that every payment is written to.
///
/// `IN` with more than two words would mean the same, but SQLite makes a table of the words each time a row is checked,
/// which takes longer than the rest of the check.
extension PaymentSchema {
    /// That a column has one of these words; the most frequent comes first.
    static func isOne(of words: [String], _ column: String) -> String {
        words.map { "\(column) = '\($0)'" }.joined(separator: " OR ")
    }
}
