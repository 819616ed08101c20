import Merchants
import PaymentDomain
import PaymentEngine
import Database

extension SQLConnection {
    func owner(of dialect: String, _ name: String) throws -> MerchantID? {
        try first(
            "SELECT merchant FROM clients WHERE dialect = ? AND name = ?",
            [dialect.sqlValue, name.sqlValue]
        ) { MerchantID(try $0.text()) }
    }

    func goodSecrets(of name: ClientIdentity, at now: Timestamp) throws -> Int {
        try first(
            """
            SELECT count(*) FROM credentials WHERE dialect = ? AND client = ?
                AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
            """,
            [name.dialect.sqlValue, name.name.sqlValue, now.value]
        ) { try $0.count() } ?? 0
    }

    /// Whether any client can use a name: it has a valid secret or, if it needs none, it is one of its merchant's in
    /// its dialect.
    func isUsed(
        _ name: ClientIdentity, by owner: MerchantID, at now: Timestamp
    ) throws -> Bool {
        guard name.isOpen else { return try goodSecrets(of: name, at: now) > 0 }
        return try first(
            """
            SELECT 1 FROM clients c
            JOIN credentials s ON s.dialect = c.dialect AND s.client = c.name
            WHERE c.dialect = ? AND c.merchant = ? AND s.revoked_at IS NULL
                AND (s.expires_at IS NULL OR s.expires_at > ?)
            LIMIT 1
            """,
            [name.dialect.sqlValue, owner.value.sqlValue, now.value]
        ) { _ in true } ?? false
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
            [name.dialect.sqlValue, name.name.sqlValue, (secret ?? 0).sqlValue])
        try changeOne(
            "UPDATE clients SET merchant = ?3, details = ?4 WHERE dialect = ?1 AND name = ?2",
            [
                name.dialect.sqlValue, name.name.sqlValue, name.merchant.value.sqlValue,
                name.details.joined(separator: "\n").sqlValue,
            ])
        try record(
            AdministrativeAct(
                at: now, actor: actor, kind: .credentialRemoved,
                subject: "\(owner) \(name.dialect) \(name.name)"),
            isChange: false)
    }

    func insert(_ name: ClientIdentity) throws {
        try change(
            """
            INSERT INTO clients (dialect, name, merchant, details, is_open)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                name.dialect.sqlValue, name.name.sqlValue, name.merchant.value.sqlValue,
                name.details.joined(separator: "\n").sqlValue, (name.isOpen ? 1 : 0).sqlValue,
            ])
    }

    func insert(
        _ secret: StoredSecret, of dialect: String, _ client: String, at now: Timestamp
    ) throws -> Int64 {
        let kept: (kind: String, salt: SQLValue, hash: [UInt8]) =
            switch secret {
            case .keyed(let code): ("keyed", .null, code)
            case .slow(let slow): ("slow", slow.salt.sqlValue, slow.hash)
            }
        let number = try first(
            """
            INSERT INTO credentials (dialect, client, kind, salt, hash, created_at)
            VALUES (?, ?, ?, ?, ?, ?) RETURNING number
            """,
            [
                dialect.sqlValue, client.sqlValue, kept.kind.sqlValue, kept.salt,
                kept.hash.sqlValue, now.value,
            ]
        ) { try $0.integer() }
        guard let number else { throw SQLError.corrupt }
        return number
    }
}

extension SQLConnection {
    func clients() throws -> [ClientIdentity] {
        try allRows(
            """
            SELECT dialect, name, merchant, details, is_open FROM clients
            ORDER BY dialect, name
            """, []
        ) { columns in
            let dialect = try columns.text()
            let name = try columns.text()
            let merchant = MerchantID(try columns.text())
            let details = try columns.text().split(separator: "\n").map(String.init)
            let isOpen = try columns.integer() != 0
            guard
                let identity = try? ClientIdentity(
                    dialect: dialect, name: name, merchant: merchant, details: details,
                    isOpen: isOpen)
            else { throw SQLError.corrupt }
            return identity
        }
    }

    func credentials() throws -> [CredentialRecord] {
        try allRows(
            """
            SELECT number, dialect, client, salt, hash, created_at, expires_at, revoked_at
            FROM credentials ORDER BY number
            """, []
        ) { columns in
            let number = try columns.integer()
            let dialect = try columns.text()
            let identity = try columns.text()
            let salt = try columns.bytesOrNil()
            let hash = try columns.bytes()
            let secret: StoredSecret =
                salt.map { .slow(ScryptHash(salt: $0, hash: hash)) } ?? .keyed(hash)
            return CredentialRecord(
                number: number, dialect: dialect, identity: identity, secret: secret,
                createdAt: try columns.timestamp(), expiresAt: try columns.timestampOrNil(),
                revokedAt: try columns.timestampOrNil())
        }
    }
}
