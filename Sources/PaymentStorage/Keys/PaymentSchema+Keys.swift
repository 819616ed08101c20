import StorageKit

/// The tables of keys, and the guards over what is sealed under them.
extension PaymentSchema {
    /// A data key has one row for each master key that wraps it: two while the master key is being
    /// changed.
    private static let keyTables = """
        CREATE TABLE wrapped_keys (
            id TEXT NOT NULL,
            master_id TEXT NOT NULL,
            purpose TEXT NOT NULL CHECK (purpose IN ('sealing', 'hashing')),
            merchant TEXT,
            generation INTEGER NOT NULL CHECK (generation > 0),
            created_at INTEGER NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('active', 'retiring')),
            wrapped BLOB NOT NULL,
            PRIMARY KEY (id, master_id),
            CHECK ((purpose = 'sealing') = (merchant IS NOT NULL)),
            CHECK (purpose = 'sealing' OR state = 'active')
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX wrapped_keys_by_generation
            ON wrapped_keys (purpose, coalesce(merchant, ''), generation, master_id);
        CREATE TABLE key_shares (
            set_id TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            threshold INTEGER NOT NULL CHECK (threshold > 1),
            master_id TEXT NOT NULL,
            commitment BLOB NOT NULL CHECK (length(commitment) = 32),
            PRIMARY KEY (set_id, number)
        ) STRICT, WITHOUT ROWID;
        """

    /// A rotation that has not ended has no `finished_at`; there is one at most.
    private static let rotations = """
        CREATE TABLE rotations (
            number INTEGER PRIMARY KEY CHECK (number > 0),
            started_at INTEGER NOT NULL,
            finished_at INTEGER,
            old_master TEXT NOT NULL,
            new_master TEXT NOT NULL,
            step TEXT NOT NULL CHECK (step IN ('takingUp', 'resealing', 'finished')),
            pass INTEGER NOT NULL DEFAULT 1,
            at_table TEXT NOT NULL DEFAULT '',
            at_row INTEGER NOT NULL DEFAULT 0,
            resealed INTEGER NOT NULL DEFAULT 0,
            pass_changes INTEGER NOT NULL DEFAULT 0,
            pass_damaged INTEGER NOT NULL DEFAULT 0,
            CHECK ((step = 'finished') = (finished_at IS NOT NULL))
        ) STRICT;
        CREATE UNIQUE INDEX rotations_one_at_a_time ON rotations ((finished_at IS NULL))
            WHERE finished_at IS NULL;
        """

    /// No key is added during a rotation, which would not know of it, and none under a retired master key.
    private static let keyGuards = """
        CREATE TRIGGER wrapped_keys_insert BEFORE INSERT ON wrapped_keys
        WHEN EXISTS (SELECT 1 FROM rotations WHERE finished_at IS NULL)
            OR (NEW.purpose = 'sealing' AND NOT EXISTS (SELECT 1 FROM wrapped_keys
                WHERE purpose = 'hashing' AND master_id = NEW.master_id))
            OR (NEW.purpose = 'hashing' AND EXISTS (SELECT 1 FROM wrapped_keys
                WHERE purpose = 'hashing' AND id <> NEW.id))
        BEGIN SELECT RAISE(ABORT, 'no key may be added now'); END;

        """

    /// All of it; after the tables that hold what is sealed.
    static let keys =
        keyTables + rotations + keyGuards
        + SealedColumn.all.map(\.guards).joined(separator: "\n")
}
