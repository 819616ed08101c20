import Database
import Database

/// The tables of the sandbox acquirer. No card number is in them, nor anything that one could be
/// found by.
enum SandboxSchema {
    static let schema = DatabaseSchema(steps: [
        """
        CREATE TABLE authorizations (
            id ANY NOT NULL PRIMARY KEY,
            merchant_number TEXT NOT NULL,
            currency TEXT NOT NULL,
            last_four TEXT NOT NULL,
            requested INTEGER NOT NULL CHECK (requested >= 0),
            held INTEGER NOT NULL CHECK (held BETWEEN 0 AND requested),
            captured INTEGER NOT NULL DEFAULT 0 CHECK (captured >= 0),
            refunded INTEGER NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND captured),
            released INTEGER NOT NULL DEFAULT 0 CHECK (released >= 0),
            credited INTEGER NOT NULL DEFAULT 0 CHECK (credited BETWEEN 0 AND requested),
            reversed INTEGER NOT NULL DEFAULT 0 CHECK (reversed IN (0, 1)),
            CHECK (captured + released <= held),
            CHECK (reversed = 0 OR captured = 0),
            CHECK (credited = 0 OR held = 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE advices (
            row INTEGER PRIMARY KEY,
            id ANY NOT NULL UNIQUE,
            authorization_id ANY NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('capture', 'refund', 'release', 'captureVoid',
                'refundVoid', 'reversal')),
            currency TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount >= 0),
            tries INTEGER NOT NULL CHECK (tries > 0),
            outcome TEXT
        ) STRICT;
        """
    ])
}
