import Merchants
import PaymentDomain
import PaymentEngine
import Books

extension DatabaseStore {
    /// Gives a merchant's client its names and, where one of them needs it, its first secret; or,
    /// without a secret, a client that has one a further name that needs none.
    ///
    /// A name of another merchant that nobody can use any more is taken from it where that is asked
    /// for, on record: it may as well be one whose next secret is still to come. What was paid under
    /// the name stays that merchant's: payments, cards and keys of requests are bound to the merchant,
    /// and not to the client.
    ///
    /// - Parameters:
    ///   - isTaking: Whether names of other merchants are taken from them.
    ///   - kind: How the audit log has it.
    /// - Returns: The secret's number; nil where no name needs a secret.
    /// - Throws: `refused` with `merchantUnknown`, or `identityTaken` where a name is another
    ///   merchant's, and in use or not to be taken, or has its secret already and no other name is new.
    public func addClient(
        _ names: [ClientIdentity], secret: StoredSecret?, taking isTaking: Bool = false,
        as kind: AdministrativeAct.Kind = .credentialCreated, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64?> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: kind,
            subject: names.map { "\($0.merchant) \($0.dialect) \($0.name)" }.joined(separator: ", ")
        )
        return try await administer(act) { db in
            var hasSecret = false
            var isNew = false
            var unused: [(name: ClientIdentity, owner: MerchantID)] = []
            for name in names {
                guard try db.hasMerchant(name.merchant) else { return .failure(.merchantUnknown) }
                guard let owner = try db.owner(of: name.dialect, name.name) else {
                    isNew = true
                    continue
                }
                guard owner == name.merchant else {
                    guard isTaking, try !db.isUsed(name, by: owner, at: now) else {
                        return .failure(.identityTaken)
                    }
                    isNew = true
                    unused.append((name, owner))
                    continue
                }
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
            // After the new secret, so that it does not get the number of one that is on record.
            for (name, owner) in unused {
                try db.handOver(name, from: owner, secret: number, by: actor, at: now)
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
            guard try db.goodSecrets(of: name, at: now) < MerchantLimits.secretsAtOnce else {
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

    /// Takes names that need no secret from their merchant.
    ///
    /// - Parameter kind: How the audit log has it.
    /// - Throws: `refused` with `credentialUnknown` where the merchant has not got one of them.
    public func remove(
        _ names: [ClientIdentity], as kind: AdministrativeAct.Kind = .credentialRemoved,
        by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let act = AdministrativeAct(
            at: now, actor: actor, kind: kind,
            subject: names.map { "\($0.merchant) \($0.dialect) \($0.name)" }.joined(separator: ", ")
        )
        return try await administer(act) { db in
            for name in names {
                guard try db.owner(of: name.dialect, name.name) == name.merchant, name.isOpen
                else { return .failure(.credentialUnknown) }
            }
            for name in names {
                try db.change(
                    "DELETE FROM clients WHERE dialect = ? AND name = ? AND is_open = 1",
                    [name.dialect.bookValue, name.name.bookValue])
            }
            return .success(())
        }
    }

    /// All clients, by dialect and name.
    public func clients() async throws(StoreError) -> [ClientIdentity] {
        try await read { db in try db.clients() }
    }

    /// All secrets, oldest first.
    public func credentials() async throws(StoreError) -> [CredentialRecord] {
        try await read { db in try db.credentials() }
    }
}

extension BookConnection {
    fileprivate func owner(of dialect: String, _ name: String) throws -> MerchantID? {
        try first(
            "SELECT merchant FROM clients WHERE dialect = ? AND name = ?",
            [dialect.bookValue, name.bookValue]
        ) { MerchantID(try $0.text()) }
    }

    fileprivate func goodSecrets(of name: ClientIdentity, at now: Timestamp) throws -> Int {
        try first(
            """
            SELECT count(*) FROM credentials WHERE dialect = ? AND client = ?
                AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)
            """,
            [name.dialect.bookValue, name.name.bookValue, now.value]
        ) { try $0.count() } ?? 0
    }

    /// Whether anyone can come with a name: a secret of it is good or, where it needs none, one of
    /// its merchant's in its dialect.
    fileprivate func isUsed(
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
            [name.dialect.bookValue, owner.value.bookValue, now.value]
        ) { _ in true } ?? false
    }

    /// Gives a name that nobody uses to another merchant, without the secrets that it had, which have
    /// all ended.
    ///
    /// - Parameter secret: The number of the one that the other merchant has for it.
    fileprivate func handOver(
        _ name: ClientIdentity, from owner: MerchantID, secret: Int64?, by actor: String,
        at now: Timestamp
    ) throws {
        // They were never the other's. And by a clock that is put back, one that ended would be good again.
        try change(
            "DELETE FROM credentials WHERE dialect = ? AND client = ? AND number <> ?",
            [name.dialect.bookValue, name.name.bookValue, (secret ?? 0).bookValue])
        try changeOne(
            "UPDATE clients SET merchant = ?3, details = ?4 WHERE dialect = ?1 AND name = ?2",
            [
                name.dialect.bookValue, name.name.bookValue, name.merchant.value.bookValue,
                name.details.joined(separator: "\n").bookValue,
            ])
        try record(
            AdministrativeAct(
                at: now, actor: actor, kind: .credentialRemoved,
                subject: "\(owner) \(name.dialect) \(name.name)"),
            isChange: false)
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

extension BookConnection {
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
            else { throw BookError.corrupt }
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
                salt.map { .slow(SlowHash(salt: $0, hash: hash)) } ?? .keyed(hash)
            return CredentialRecord(
                number: number, dialect: dialect, identity: identity, secret: secret,
                createdAt: try columns.timestamp(), expiresAt: try columns.timestampOrNil(),
                revokedAt: try columns.timestampOrNil())
        }
    }
}
