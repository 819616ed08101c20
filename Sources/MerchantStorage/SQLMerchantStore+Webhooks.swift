import CardVault
import Database
import PaymentDomain
import StorageKit
import Webhooks

/// The number of the newest event.
private let newestEvent = "(SELECT coalesce(max(e.number), 0) FROM payment_events e)"

extension SQLMerchantStore {
    /// Sets up an endpoint with its first secret.
    ///
    /// - Throws: `webhookRefused` with `webhookExists` or `tooManyWebhooks`, `refused` with `merchantUnknown`.
    package func create(
        _ endpoint: WebhookEndpoint, secret: SealedRecord, by actor: String
    ) async throws(AdministrationError) -> Administered<Void> {
        let now = endpoint.createdAt
        // The URL's path and query may hold a secret of the receiver's.
        let subject = """
            \(endpoint.id) \(endpoint.merchant) \(endpoint.url.address.host) \
            \(endpoint.format.rawValue)
            """
        return try await administer(.webhookCreated, subject, by: actor, at: now) { db in
            // The sandbox's own merchant is in no database.
            if endpoint.merchant != .sandbox { try db.requireMerchant(endpoint.merchant) }
            let count = try db.first(
                """
                SELECT count(*) FROM webhook_endpoints WHERE merchant = ? AND removed_at IS NULL
                """, endpoint.merchant
            ) { try $0.integer() }.orCorrupt
            guard count < WebhookLimits.endpoints else { throw WebhookFault.tooManyWebhooks }
            try db.skipEventsOfNobody()
            let isNew = try db.changesOne(
                """
                INSERT INTO webhook_endpoints
                    (id, merchant, url, kinds, format, created_at, takes_after)
                VALUES (?, ?, ?, ?, ?, ?, \(newestEvent)) ON CONFLICT DO NOTHING
                """,
                endpoint.id.value, endpoint.merchant, endpoint.url.description,
                endpoint.kinds.sorted().joined(separator: " "),
                endpoint.format.rawValue, now)
            guard isNew else { throw WebhookFault.webhookExists }
            try db.insert(secret, of: endpoint.id, endpoint.merchant, at: now)
        }
    }

    /// Gives an endpoint a new secret. The one before it signs too until the overlap ends; those before that are erased.
    ///
    /// - Throws: `webhookRefused` with `webhookUnknown` or `webhookDisabled`.
    package func rotate(
        _ endpoint: WebhookID, to secret: SealedRecord, overlapSeconds: Int64, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.webhookSecretRotated, endpoint.value, by: actor, at: now) { db in
            let merchant = try db.merchant(ofWebhook: endpoint)
            try db.change(
                "DELETE FROM webhook_secrets WHERE endpoint = ? AND expires_at IS NOT NULL",
                endpoint.value)
            try db.change(
                "UPDATE webhook_secrets SET expires_at = ?2 WHERE endpoint = ?1",
                endpoint.value, now.adding(seconds: overlapSeconds))
            try db.insert(secret, of: endpoint, merchant, at: now)
            try db.eraseWebhookSecrets(expiredAt: now)
        }
    }

    /// Sends an endpoint no more events. Its deliveries wait, and events that come meanwhile aren't queued for it.
    ///
    /// - Throws: `webhookRefused` with `webhookUnknown` or `webhookDisabled`.
    package func disable(
        _ endpoint: WebhookID, because reason: DisablingReason, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let subject = "\(endpoint) \(reason.rawValue)"
        return try await administer(.webhookDisabled, subject, by: actor, at: now) { db in
            _ = try db.merchant(ofWebhook: endpoint)
            try db.changeOne(
                """
                UPDATE webhook_endpoints
                SET disabled_at = ?2, disabled_by = ?3, takes_until = \(newestEvent) WHERE id = ?1
                """,
                endpoint.value, now, reason.rawValue)
        }
    }

    /// Sends an endpoint events again: what waits, when it is due, and what happens from now on. An endpoint that is
    /// enabled stays so.
    ///
    /// - Throws: `webhookRefused` with `webhookUnknown`.
    package func enable(
        _ endpoint: WebhookID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.webhookEnabled, endpoint.value, by: actor, at: now) { db in
            let isThere = try db.changesOne(
                """
                UPDATE webhook_endpoints
                SET disabled_at = NULL, disabled_by = NULL, failing_since = NULL,
                    takes_after = CASE WHEN disabled_at IS NULL THEN takes_after
                        ELSE \(newestEvent) END,
                    takes_until = NULL
                WHERE id = ? AND removed_at IS NULL
                """, endpoint.value)
            guard isThere else { throw WebhookFault.webhookUnknown }
        }
    }

    /// Removes an endpoint with its secrets and its URL. The worker erases its deliveries, which may be many.
    ///
    /// - Throws: `webhookRefused` with `webhookUnknown`.
    package func remove(
        _ endpoint: WebhookID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(.webhookRemoved, endpoint.value, by: actor, at: now) { db in
            let isRemoved = try db.changesOne(
                """
                UPDATE webhook_endpoints
                SET url = '', removed_at = ?2, disabled_at = ?2, disabled_by = 'operator'
                WHERE id = ?1 AND removed_at IS NULL
                """, endpoint.value, now)
            guard isRemoved else { throw WebhookFault.webhookUnknown }
            try db.change("DELETE FROM webhook_secrets WHERE endpoint = ?", endpoint.value)
        }
    }
}

extension SQLConnection {
    /// All endpoints with their secrets, and those whose rows aren't ours to read: the others must go on.
    func webhooks() throws -> (readable: [WebhookRecord], unreadable: [UnreadableWebhook]) {
        let secrets = try allRows(
            """
            SELECT endpoint, key_id, sealed_secret, valid_from, expires_at
            FROM webhook_secrets ORDER BY number
            """
        ) { columns in
            try (
                endpoint: columns.text(),
                secret: WebhookSecretRecord(
                    sealed: columns.sealed(), validFrom: columns.timestamp(),
                    expiresAt: columns.timestampOrNil())
            )
        }
        let secretsByEndpoint = Dictionary(grouping: secrets, by: \.endpoint)
        let rows = try allRows(
            """
            SELECT id, merchant, url, kinds, format, created_at, disabled_at, disabled_by,
                failing_since
            FROM webhook_endpoints WHERE removed_at IS NULL ORDER BY merchant, created_at, id
            """
        ) { columns in
            let id = try columns.text()
            let secrets = (secretsByEndpoint[id] ?? []).map(\.secret)
            return (id: id, record: try? columns.webhook(id, secrets))
        }
        let unreadable = rows.filter { $0.record == nil }.map { UnreadableWebhook(id: $0.id) }
        return (rows.compactMap(\.record), unreadable)
    }

    /// Goes behind all events before there is a first endpoint: while there was none, nobody read them.
    func skipEventsOfNobody() throws {
        try change(
            """
            UPDATE webhook_cursor SET number = \(newestEvent)
            WHERE id = 1 AND number < \(newestEvent)
                AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.removed_at IS NULL)
            """)
    }

    /// The merchant of an endpoint that is in use.
    fileprivate func merchant(ofWebhook endpoint: WebhookID) throws -> MerchantID {
        let found = try first(
            """
            SELECT merchant, disabled_at FROM webhook_endpoints WHERE id = ? AND removed_at IS NULL
            """, endpoint.value
        ) { try (merchant: $0.merchant(), disabledAt: $0.timestampOrNil()) }
        guard let found else { throw WebhookFault.webhookUnknown }
        guard found.disabledAt == nil else { throw WebhookFault.webhookDisabled }
        return found.merchant
    }

    fileprivate func insert(
        _ secret: SealedRecord, of endpoint: WebhookID, _ merchant: MerchantID, at now: Timestamp
    ) throws {
        try changeOne(
            """
            INSERT INTO webhook_secrets (merchant, endpoint, key_id, sealed_secret, valid_from)
            VALUES (?, ?, ?, ?, ?)
            """,
            merchant, endpoint.value, secret.keyID, secret.bytes, now)
    }

    /// Erases the secrets of endpoints whose overlap has ended.
    @discardableResult
    func eraseWebhookSecrets(expiredAt now: Timestamp) throws -> Int {
        try change("DELETE FROM webhook_secrets WHERE expires_at <= ?", now)
    }
}

extension RowColumns {
    /// An endpoint, from its merchant's column on.
    fileprivate mutating func webhook(
        _ id: String, _ secrets: [WebhookSecretRecord]
    ) throws -> WebhookRecord {
        let name = try WebhookID(id).orCorrupt
        let merchant = try merchant()
        let url = try? WebhookURL(typed: text())
        let kinds = try text().split(separator: " ").map(String.init)
        let endpoint = try WebhookEndpoint(
            id: name, merchant: merchant, url: url.orCorrupt, kinds: Set(kinds),
            format: named(), createdAt: timestamp())
        return try WebhookRecord(
            endpoint: endpoint, disabledAt: timestampOrNil(), disabledBy: namedOrNil(),
            failingSince: timestampOrNil(), secrets: secrets)
    }
}
