import CardVault
import Database
import Merchants
import PaymentDomain
import Routing
import StorageKit

extension SQLMerchantStore {
    /// Sets up a line with its first secret.
    ///
    /// - Throws: `lineRefused` with ``Routing/LineFault/lineExists``, also for the name of the sandbox's own line.
    package func create(
        _ line: LineDefinition, secret: SealedRecord, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let subject = "\(line.id) \(line.kind.rawValue) \(line.mode.rawValue)"
        return try await administer(.lineCreated, subject, by: actor, at: now) { db in
            // That line is in no database.
            guard line.id != .sandbox else { throw LineFault.lineExists }
            let isNew = try db.changesOne(
                """
                INSERT INTO lines (name, kind, mode, configuration, created_at)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                line.id, line.kind.rawValue, line.mode.rawValue, line.configuration, now)
            guard isNew else { throw LineFault.lineExists }
            try db.insert(secret, of: line.id, at: now)
        }
    }

    /// Changes a line, whose payments go on over it.
    ///
    /// - Parameter secret: A secret in place of all that it has, for another user; nil leaves them.
    /// - Throws: `lineRefused` with `lineUnknown`, `lineUnreadable`, or why there is no such line.
    package func change(
        _ line: LineID, by change: LineChange, secret: SealedRecord?, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<LineDefinition> {
        let summary = [change.summary, secret == nil ? "" : "secret"].filter { !$0.isEmpty }
        let subject = "\(line) \(summary.joined(separator: ", "))"
        return try await administer(.lineChanged, subject, by: actor, at: now) { db in
            try db.requireLine(line)
            let record = try db.lines().readable.first { $0.id == line }
            guard let record else { throw LineFault.lineUnreadable }
            let changed = try change.applied(to: record.definition)
            try db.changeOne(
                "UPDATE lines SET configuration = ?2 WHERE name = ?1", line, changed.configuration)
            if let secret {
                try db.change("DELETE FROM line_credentials WHERE line = ?", line)
                try db.insert(secret, of: line, at: now)
            }
            return changed
        }
    }

    /// Gives a line a new secret. The one before it is kept for an overlap; those before that are erased.
    ///
    /// - Throws: `lineRefused` with `lineUnknown`.
    package func rotate(
        _ line: LineID, to secret: SealedRecord, overlapSeconds: Int64, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.lineSecretRotated, line.value, by: actor, at: now) { db in
            try db.requireLine(line)
            try db.change(
                "DELETE FROM line_credentials WHERE line = ? AND expires_at IS NOT NULL", line)
            try db.change(
                "UPDATE line_credentials SET expires_at = ?2 WHERE line = ?1",
                line, now.adding(seconds: overlapSeconds))
            try db.insert(secret, of: line, at: now)
            try db.eraseLineSecrets(expiredAt: now)
        }
    }

    /// Uses the secret before the newest one again, if its overlap has not ended; the two change places.
    ///
    /// - Throws: `lineRefused` with `lineUnknown` or `noPreviousSecret`.
    package func restoreSecret(
        of line: LineID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.lineSecretRestored, line.value, by: actor, at: now) { db in
            try db.requireLine(line)
            let previous = try db.first(
                "SELECT number, expires_at FROM line_credentials WHERE line = ? AND expires_at > ?",
                line, now
            ) { try (number: $0.integer(), expiresAt: $0.timestamp()) }
            guard let previous else { throw LineFault.noPreviousSecret }
            // Never two in use, not even in between.
            try db.changeOne(
                "UPDATE line_credentials SET expires_at = ?2 WHERE line = ?1 AND expires_at IS NULL",
                line, previous.expiresAt)
            try db.changeOne(
                "UPDATE line_credentials SET expires_at = NULL, valid_from = ?2 WHERE number = ?1",
                previous.number, now)
        }
    }

    /// Removes a line with its secrets.
    ///
    /// - Throws: `lineRefused` with `lineUnknown` or `lineInUse`.
    package func remove(
        _ line: LineID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.lineRemoved, line.value, by: actor, at: now) { db in
            try db.requireUnused(line)
            try db.change("DELETE FROM line_credentials WHERE line = ?", line)
            try db.changeOne("DELETE FROM lines WHERE name = ?", line)
        }
    }

    /// Erases the secrets of lines and endpoints whose overlap has ended.
    ///
    /// - Returns: How many there were.
    package func eraseSecrets(expiredAt now: Timestamp) async throws(StoreError) -> Int {
        try await write { db in
            try db.eraseLineSecrets(expiredAt: now) + db.eraseWebhookSecrets(expiredAt: now)
        }
    }
}

extension SQLConnection {
    /// All lines by name, and those whose rows aren't ours to read: the others must go on.
    func lines() throws -> (readable: [LineRecord], unreadable: [UnreadableLine]) {
        let secrets = try allRows(
            """
            SELECT line, number, key_id, sealed_secret, valid_from, expires_at
            FROM line_credentials ORDER BY number
            """
        ) { columns in
            try (
                line: columns.line(),
                secret: LineSecretRecord(
                    number: columns.integer(), sealed: columns.sealed(),
                    validFrom: columns.timestamp(), expiresAt: columns.timestampOrNil())
            )
        }
        let secretsByLine = Dictionary(grouping: secrets, by: \.line)
        let rows = try allRows(
            "SELECT name, kind, mode, configuration, created_at FROM lines ORDER BY name"
        ) { columns in
            let id = try columns.line()
            let (kind, mode) = try (columns.text(), columns.text())
            let definition = try LineDefinition(
                id: id, kind: kind, mode: mode, configuration: columns.text())
            return try (
                line: UnreadableLine(id: id, mode: mode), definition: definition,
                createdAt: columns.timestamp()
            )
        }
        let readable = rows.compactMap { line, definition, createdAt in
            definition.map {
                LineRecord(
                    definition: $0, createdAt: createdAt,
                    secrets: (secretsByLine[line.id] ?? []).map(\.secret))
            }
        }
        return (readable, rows.filter { $0.definition == nil }.map(\.line))
    }

    fileprivate func requireLine(_ line: LineID) throws {
        guard try exists("SELECT 1 FROM lines WHERE name = ?", line) else {
            throw LineFault.lineUnknown
        }
    }

    /// Refuses a change of a line that a payment went over or a route names. A payment that comes meanwhile waits, and
    /// then finds no line: see ``use(_:)``.
    fileprivate func requireUnused(_ line: LineID) throws {
        let isUsed = try first(
            "SELECT used FROM lines l WHERE name = ? \(lockClause(for: "l"))", line
        ) { try $0.flag() }
        guard let isUsed else { throw LineFault.lineUnknown }
        let isNamed = try exists("SELECT 1 FROM routes WHERE line = ?1 OR otherwise = ?1", line)
        guard !isUsed, !isNamed else { throw LineFault.lineInUse }
    }

    /// Marks a line as one that a payment goes over, so that nobody removes it. It stays marked for ever, and a payment
    /// that finds the mark needs no lock of the row, for which payments would queue.
    ///
    /// The sandbox's own line is in no database.
    ///
    /// - Returns: False if the line is gone.
    package func use(_ line: LineID) throws -> Bool {
        try line == .sandbox
            || exists("SELECT 1 FROM lines WHERE name = ? AND used = 1", line)
            || changesOne("UPDATE lines SET used = 1 WHERE name = ?", line)
    }

    fileprivate func insert(_ secret: SealedRecord, of line: LineID, at now: Timestamp) throws {
        try changeOne(
            """
            INSERT INTO line_credentials (line, key_id, sealed_secret, valid_from)
            VALUES (?, ?, ?, ?)
            """,
            line, secret.keyID, secret.bytes, now)
    }

    @discardableResult
    fileprivate func eraseLineSecrets(expiredAt now: Timestamp) throws -> Int {
        try change("DELETE FROM line_credentials WHERE expires_at <= ?", now)
    }
}
