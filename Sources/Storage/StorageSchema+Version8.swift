/// What version 8 of the tables changed: a card can expire, and its number can be erased.
extension StorageSchema {
    /// The columns of the sealed number are made again, since no database can take `NOT NULL` from a column in the
    /// other's words. A card that an anonymous request stored has `expires_at` until its merchant uses it. A card that
    /// was erased keeps its row, so that the same number gets the same handle again, and no other number gets it.
    static let version8 = """
        DROP TRIGGER cards_sealed_insert;
        DROP TRIGGER cards_sealed_update;
        ALTER TABLE cards ADD COLUMN kept_key TEXT;
        ALTER TABLE cards ADD COLUMN kept_pan BLOB
            CHECK ((kept_pan IS NULL) = (kept_key IS NULL));
        UPDATE cards SET kept_key = pan_key, kept_pan = sealed_pan;
        ALTER TABLE cards DROP COLUMN sealed_pan;
        ALTER TABLE cards DROP COLUMN pan_key;
        ALTER TABLE cards RENAME COLUMN kept_key TO pan_key;
        ALTER TABLE cards RENAME COLUMN kept_pan TO sealed_pan;
        ALTER TABLE cards ADD COLUMN expires_at INTEGER
            CHECK (expires_at IS NULL OR sealed_pan IS NOT NULL);
        CREATE INDEX cards_expiring ON cards (expires_at) WHERE expires_at IS NOT NULL;
        \(SealedColumn.cards.guards)
        """
}
