import Merchants
import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Gives a merchant's client its names and, where one of them needs it, its first secret; or,
    /// without a secret, a client that has one a further name that needs none.
    ///
    /// - Returns: The secret's number; nil where no name needs a secret.
    /// - Throws: `refused` with `merchantUnknown`, or `identityTaken` where a name is another
    ///   merchant's, or has its secret already and no other name is new.
    public func addClient(
        _ names: [ClientIdentity], secret: StoredSecret?, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64?> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .credentialCreated,
            subject: names.map { "\($0.merchant) \($0.dialect) \($0.name)" }.joined(separator: ", ")
        )
        return try await administer(act) { db in
            var hasSecret = false
            var isNew = false
            for name in names {
                guard try db.hasMerchant(name.merchant) else { return .failure(.merchantUnknown) }
                guard let owner = try db.owner(of: name.dialect, name.name) else {
                    isNew = true
                    continue
                }
                guard owner == name.merchant else { return .failure(.identityTaken) }
                // A name without a secret may come with several clients of its merchant.
                if !name.isOpen { hasSecret = true }
            }
            guard !hasSecret || (isNew && secret == nil) else { return .failure(.identityTaken) }
            var number: Int64?
            for name in names {
                try db.insert(name)
                if let secret, !name.isOpen {
                    number = try db.insert(secret, of: name.dialect, name.name, at: now)
                }
            }
            return .success(number)
        }
    }

    /// Gives a client a further secret; those that it has stay good for an overlap.
    ///
    /// - Throws: `refused` with `credentialUnknown` where this merchant has no client of that name,
    ///   or `tooManySecrets`.
    public func rotate(
        _ name: ClientIdentity, to secret: StoredSecret, overlapSeconds: Int64, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .credentialRotated,
            subject: "\(name.merchant) \(name.dialect) \(name.name)")
        let end = now.adding(seconds: overlapSeconds)
        return try await administer(act) { db in
            guard try db.owner(of: name.dialect, name.name) == name.merchant, !name.isOpen else {
                return .failure(.credentialUnknown)
            }
            let good = try db.first(
                """
                SELECT count(*) FROM credentials WHERE dialect = ? AND client = ?
                    AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
                """,
                [name.dialect.bookValue, name.name.bookValue, now.value]
            ) { try $0.count() }
            guard good ?? 0 < MerchantLimits.secretsAtOnce else {
                return .failure(.tooManySecrets)
            }
            try db.change(
                """
                UPDATE credentials SET expires_at = ?3
                WHERE dialect = ?1 AND client = ?2 AND (expires_at IS NULL OR expires_at > ?3)
                """,
                [name.dialect.bookValue, name.name.bookValue, end.value])
            return .success(
                try db.insert(secret, of: name.dialect, name.name, at: now))
        }
    }

    /// Ends a secret at once.
    ///
    /// - Throws: `refused` with `credentialUnknown` where this merchant has no such secret, or it
    ///   ended before.
    public func revoke(
        credential number: Int64, of merchant: MerchantID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: .credentialRevoked, subject: "\(merchant) \(number)")
        return try await administer(act) { db in
            let ended = try db.change(
                """
                UPDATE credentials SET revoked_at = ?3
                WHERE number = ?1 AND revoked_at IS NULL AND EXISTS (
                    SELECT 1 FROM clients c WHERE c.dialect = credentials.dialect
                        AND c.name = credentials.client AND c.merchant = ?2)
                """,
                [number.bookValue, merchant.value.bookValue, now.value])
            return ended == 1 ? .success(()) : .failure(.credentialUnknown)
        }
    }

    /// All clients, by dialect and name.
    public func clients() async throws(StoreError) -> [ClientIdentity] {
        try await read { db in
            try db.allRows(
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
                else { throw BookError.corrupt }
                return identity
            }
        }
    }

    /// All secrets, oldest first.
    public func credentials() async throws(StoreError) -> [CredentialRecord] {
        try await read { db in
            try db.allRows(
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
                    salt.map { .slow(SlowHash(salt: $0, hash: hash)) } ?? .keyed(hash)
                return CredentialRecord(
                    number: number, dialect: dialect, identity: identity, secret: secret,
                    createdAt: try columns.timestamp(), expiresAt: try columns.timestampOrNil(),
                    revokedAt: try columns.timestampOrNil())
            }
        }
    }
}

extension BookConnection {
    fileprivate func owner(of dialect: String, _ name: String) throws -> MerchantID? {
        try first(
            "SELECT merchant FROM clients WHERE dialect = ? AND name = ?",
            [dialect.bookValue, name.bookValue]
        ) { MerchantID(try $0.text()) }
    }

    fileprivate func insert(_ name: ClientIdentity) throws {
        try change(
            """
            INSERT INTO clients (dialect, name, merchant, details, is_open)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                name.dialect.bookValue, name.name.bookValue, name.merchant.value.bookValue,
                name.details.joined(separator: "\n").bookValue, (name.isOpen ? 1 : 0).bookValue,
            ])
    }

    fileprivate func insert(
        _ secret: StoredSecret, of dialect: String, _ client: String, at now: Timestamp
    ) throws -> Int64 {
        let kept: (kind: String, salt: BookValue, hash: [UInt8]) =
            switch secret {
            case .keyed(let code): ("keyed", .null, code)
            case .slow(let slow): ("slow", slow.salt.bookValue, slow.hash)
            }
        let number = try first(
            """
            INSERT INTO credentials (dialect, client, kind, salt, hash, created_at)
            VALUES (?, ?, ?, ?, ?, ?) RETURNING number
            """,
            [
                dialect.bookValue, client.bookValue, kept.kind.bookValue, kept.salt,
                kept.hash.bookValue, now.value,
            ]
        ) { try $0.integer() }
        guard let number else { throw BookError.corrupt }
        return number
    }
}
