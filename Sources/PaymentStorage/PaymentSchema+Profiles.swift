import PaymentDomain

/// The tables of customers' profiles.
extension PaymentSchema {
    /// A profile counts its accounts, so that no number is given to a second card. Each account names a row of `cards` and
    /// holds no card number; holder and expiry are sealed. One account of each profile is its default.
    static let profiles = """
        CREATE TABLE profiles (
            row INTEGER PRIMARY KEY,
            merchant TEXT NOT NULL,
            id TEXT NOT NULL,
            accounts INTEGER NOT NULL
                CHECK (accounts BETWEEN 1 AND \(Limits.accountsPerProfile)),
            UNIQUE (merchant, id)
        ) STRICT;
        CREATE TABLE profile_accounts (
            row INTEGER PRIMARY KEY,
            merchant TEXT NOT NULL,
            profile TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            is_default INTEGER NOT NULL,
            handle TEXT NOT NULL,
            match_hash BLOB NOT NULL,
            content_key TEXT NOT NULL,
            sealed_content BLOB NOT NULL,
            UNIQUE (merchant, profile, number)
        ) STRICT;
        CREATE UNIQUE INDEX profile_accounts_default ON profile_accounts (merchant, profile)
            WHERE is_default = 1;
        CREATE INDEX profile_accounts_by_match ON profile_accounts (merchant, match_hash);
        """
}
