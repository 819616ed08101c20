/// The tables of operations, of the outbox, and of batches.
extension PaymentSchema {
    /// An operation is `accepted` once its client heard that it is final before the acquirer answered. The void of a
    /// capture with `gives_up_hold` releases the remainder too. After a final capture no other may come. A refund of
    /// one capture names it in `of_capture`; a refund of the payment as a whole names none. `replaces` is the amount
    /// that was captured before, and is captured again if this capture is refused. The capture of a sale, `is_sale`,
    /// was booked with the approval. `seen` is the newest payment that the database had when the operation was written:
    /// times are of the clocks of two servers, and don't show what came first.
    ///
    /// An operation has the trace number of its message, but for a credit, which goes with its authorization. A
    /// reversal has that of its authorization, and its own time in `transmitted_at`.
    ///
    /// A message in the outbox counts its leases, so that an answer under an old one is refused. Reversals and other
    /// messages are found in the order in which they are due, each by an index of its own. A message has its payment's
    /// line, so that those of a silent line are passed over.
    static let operations = """
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
            accepted INTEGER NOT NULL DEFAULT 0,
            target INTEGER REFERENCES operations (row),
            of_capture INTEGER REFERENCES operations (row),
            replaces INTEGER,
            is_final INTEGER NOT NULL DEFAULT 0,
            is_sale INTEGER NOT NULL DEFAULT 0,
            gives_up_hold INTEGER NOT NULL DEFAULT 0,
            batch INTEGER REFERENCES batches (number),
            seen INTEGER NOT NULL CHECK (seen >= payment),
            trace_number INTEGER,
            acquirer_reference ANY,
            created_at INTEGER NOT NULL,
            answered_at INTEGER,
            CHECK ((state = 'refused') = (refusal IS NOT NULL)),
            CHECK ((state = 'pending') = (answered_at IS NULL)),
            CHECK (state NOT IN ('voiding', 'voided') OR kind IN ('capture', 'refund', 'credit')),
            CHECK (kind <> 'credit' OR state NOT IN ('pending', 'refused')),
            CHECK ((kind IN ('captureVoid', 'refundVoid')) = (target IS NOT NULL)),
            CHECK (of_capture IS NULL OR kind = 'refund'),
            CHECK (is_final IN (0, 1) AND (is_final = 0 OR kind = 'capture')),
            CHECK (batch IS NULL
                OR (state = 'confirmed' AND kind IN ('capture', 'refund', 'credit')))
        ) STRICT;
        CREATE INDEX operations_by_payment ON operations (payment);
        CREATE INDEX operations_unsettled ON operations (row)
            WHERE batch IS NULL AND state = 'confirmed' AND kind IN ('capture', 'refund', 'credit');
        CREATE INDEX operations_by_batch ON operations (batch) WHERE batch IS NOT NULL;
        CREATE INDEX operations_by_target ON operations (target) WHERE target IS NOT NULL;
        CREATE INDEX operations_of_capture ON operations (of_capture)
            WHERE of_capture IS NOT NULL;
        CREATE TABLE deliveries (
            id ANY NOT NULL PRIMARY KEY,
            payment INTEGER NOT NULL REFERENCES payments (row),
            line TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund', 'release', 'captureVoid',
                'refundVoid', 'reversal')),
            amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 999999999999),
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            transmitted_at INTEGER NOT NULL,
            due_at INTEGER NOT NULL,
            lease INTEGER NOT NULL DEFAULT 0 CHECK (lease >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX deliveries_by_payment ON deliveries (payment);
        CREATE INDEX deliveries_reversals ON deliveries (due_at, line) WHERE kind = 'reversal';
        CREATE INDEX deliveries_others ON deliveries (due_at, line) WHERE kind <> 'reversal';
        """

    /// A batch knows whether it is still being closed.
    static let batches = """
        CREATE TABLE batches (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            closed_at INTEGER NOT NULL,
            closing INTEGER NOT NULL DEFAULT 0 CHECK (closing IN (0, 1))
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
