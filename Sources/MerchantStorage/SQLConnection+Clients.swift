import Merchants
import PaymentDomain
import Database
import StorageKit

extension SQLConnection {
    /// The merchant that has a name; nil if it is free.
    func owner(of name: ClientIdentity) throws -> MerchantID? {
        try first(
            "SELECT merchant FROM clients WHERE dialect = ? AND name = ?", name.dialect, name.name
        ) { try $0.merchant() }
    }

    /// The names that a client takes over from other merchants, each with its merchant.
    ///
    /// - Throws: A ``Merchants/MerchantFault`` if the client may not have the names; see
    ///   ``SQLMerchantStore/addClient(_:secret:taking:as:by:at:)``.
    func unusedNames(
        among names: [ClientIdentity], taking isTaking: Bool, withSecret: Bool, at now: Timestamp
    ) throws -> [(name: ClientIdentity, owner: MerchantID)] {
        var hasSecret = false
        var isNew = false
        var unused: [(name: ClientIdentity, owner: MerchantID)] = []
        for name in names {
            try requireMerchant(name.merchant)
            let owner = try self.owner(of: name)
            guard owner != name.merchant else {
                // A name without a secret may come with several clients of its merchant.
                if !name.isOpen { hasSecret = true }
                continue
            }
            isNew = true
            guard let owner else { continue }
            guard isTaking, try !isUsed(name, by: owner, at: now) else {
                throw MerchantFault.identityTaken
            }
            unused.append((name, owner))
        }
        guard !hasSecret || (isNew && !withSecret) else { throw MerchantFault.identityTaken }
        return unused
    }

    func goodSecrets(of name: ClientIdentity, at now: Timestamp) throws -> Int {
        try first(
            """
            SELECT count(*) FROM credentials WHERE dialect = ? AND client = ?
                AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
            """,
            name.dialect, name.name, now
        ) { try $0.count() }.orCorrupt
    }

    /// Whether any client can use a name: it has a valid secret or, if it needs none, it is one of its merchant's in
    /// its dialect.
    func isUsed(_ name: ClientIdentity, by owner: MerchantID, at now: Timestamp) throws -> Bool {
        guard name.isOpen else { return try goodSecrets(of: name, at: now) > 0 }
        return try exists(
            """
            SELECT 1 FROM clients c
            JOIN credentials s ON s.dialect = c.dialect AND s.client = c.name
            WHERE c.dialect = ? AND c.merchant = ? AND s.revoked_at IS NULL
                AND (s.expires_at IS NULL OR s.expires_at > ?)
            LIMIT 1
            """,
            name.dialect, owner, now)
    }

    /// Gives a name that nobody uses to another merchant, without the secrets that it had, which have
    /// all ended.
    ///
    /// - Parameter secret: The number of the one that the other merchant has for it.
    func handOver(
        _ name: ClientIdentity, from owner: MerchantID, secret: Int64?, by actor: String,
        at now: Timestamp
    ) throws {
        // They were never the other's. And by a clock that is put back, one that ended would be good again.
        try change(
            "DELETE FROM credentials WHERE dialect = ? AND client = ? AND number <> ?",
            name.dialect, name.name, secret ?? 0)
        try changeOne(
            "UPDATE clients SET merchant = ?3, details = ?4 WHERE dialect = ?1 AND name = ?2",
            name.dialect, name.name, name.merchant, name.details.joined(separator: "\n"))
        try record(
            AuditEntry(
                at: now, actor: actor, kind: .credentialRemoved,
                subject: "\(owner) \(name.dialect) \(name.name)"))
    }

    func insert(_ name: ClientIdentity) throws {
        try change(
            """
            INSERT INTO clients (dialect, name, merchant, details, is_open)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            name.dialect, name.name, name.merchant, name.details.joined(separator: "\n"),
            name.isOpen)
    }

    func insert(
        _ secret: StoredSecret, of name: ClientIdentity, at now: Timestamp
    ) throws -> Int64 {
        let (kind, salt, hash): (String, [UInt8]?, [UInt8]) =
            switch secret {
            case .keyed(let code): ("keyed", nil, code)
            case .slow(let slow): ("slow", slow.salt, slow.hash)
            }
        return try first(
            """
            INSERT INTO credentials (dialect, client, kind, salt, hash, created_at)
            VALUES (?, ?, ?, ?, ?, ?) RETURNING number
            """,
            name.dialect, name.name, kind, salt, hash, now
        ) { try $0.integer() }.orCorrupt
    }

    func clients() throws -> [ClientIdentity] {
        try allRows(
            """
            SELECT dialect, name, merchant, details, is_open FROM clients
            ORDER BY dialect, name
            """
        ) { columns in
            let dialect = try columns.text()
            let name = try columns.text()
            let merchant = try columns.merchant()
            let details = try columns.text().split(separator: "\n").map(String.init)
            let isOpen = try columns.flag()
            return try
                (try? ClientIdentity(
                    dialect: dialect, name: name, merchant: merchant, details: details,
                    isOpen: isOpen))
                .orCorrupt
        }
    }

    func credentials() throws -> [CredentialRecord] {
        try allRows(
            """
            SELECT number, dialect, client, salt, hash, created_at, expires_at, revoked_at
            FROM credentials ORDER BY number
            """
        ) { columns in
            try CredentialRecord(
                number: columns.integer(), dialect: columns.text(), identity: columns.text(),
                secret: columns.secret(), createdAt: columns.timestamp(),
                expiresAt: columns.timestampOrNil(), revokedAt: columns.timestampOrNil())
        }
    }
}

extension RowColumns {
    fileprivate mutating func secret() throws -> StoredSecret {
        let salt = try bytesOrNil()
        let hash = try bytes()
        return salt.map { .slow(ScryptHash(salt: $0, hash: hash)) } ?? .keyed(hash)
    }
}
