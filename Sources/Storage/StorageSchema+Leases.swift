/// Whose turn it is to tell the acquirer of an advice.
extension StorageSchema {
    /// Version 3: each advice counts its leases, so that an answer under an old one is refused.
    static let leases = """
        ALTER TABLE deliveries ADD COLUMN lease INTEGER NOT NULL DEFAULT 0 CHECK (lease >= 0);
        """
}
