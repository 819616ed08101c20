import Merchants
import PaymentDomain
import Database
import StorageKit

extension SQLMerchantStore {
    /// Gives a merchant's client its names and, if one of them needs it, its first secret; or, without a secret, adds a
    /// name that needs none to a client.
    ///
    /// A name of another merchant that no client can use any more can be taken over, on record: its next secret may be
    /// still to come. Payments, cards and idempotency keys stay with the merchant that made them, because they are
    /// bound to the merchant and not to the client.
    ///
    /// - Parameters:
    ///   - isTaking: Whether names of other merchants are taken over.
    ///   - kind: The kind of the audit log entry.
    /// - Returns: The secret's number; nil if no name needs a secret.
    /// - Throws: `refused` with `merchantUnknown`, or `identityTaken` if a name is another merchant's and in use or not
    ///   to be taken over, or if it already has its secret and no other name is new.
    package func addClient(
        _ names: [ClientIdentity], secret: StoredSecret?, taking isTaking: Bool = false,
        as kind: AuditEntry.Kind = .credentialCreated, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64?> {
        try await administer(kind, subject(of: names), by: actor, at: now) { db in
            let unused = try db.unusedNames(
                among: names, taking: isTaking, withSecret: secret != nil, at: now)
            var number: Int64?
            for name in names {
                try db.insert(name)
                if let secret, !name.isOpen { number = try db.insert(secret, of: name, at: now) }
            }
            // After the new secret, so that it does not get the number of one that is on record.
            for (name, owner) in unused {
                try db.handOver(name, from: owner, secret: number, by: actor, at: now)
            }
            return number
        }
    }

    /// Gives a client a further secret; those that it has stay good for an overlap.
    ///
    /// - Throws: `refused` with `credentialUnknown` where this merchant has no client of that name,
    ///   or `tooManySecrets`.
    package func rotate(
        _ name: ClientIdentity, to secret: StoredSecret, overlapSeconds: Int64, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Int64> {
        try await administer(.credentialRotated, subject(of: [name]), by: actor, at: now) { db in
            guard try db.owner(of: name) == name.merchant, !name.isOpen else {
                throw MerchantFault.credentialUnknown
            }
            guard try db.goodSecrets(of: name, at: now) < MerchantLimits.secretsAtOnce else {
                throw MerchantFault.tooManySecrets
            }
            try db.change(
                """
                UPDATE credentials SET expires_at = ?3
                WHERE dialect = ?1 AND client = ?2 AND (expires_at IS NULL OR expires_at > ?3)
                """,
                name.dialect, name.name, now.adding(seconds: overlapSeconds))
            return try db.insert(secret, of: name, at: now)
        }
    }

    /// Ends a secret at once.
    ///
    /// - Throws: `refused` with `credentialUnknown` where this merchant has no such secret, or it
    ///   ended before.
    package func revoke(
        credential number: Int64, of merchant: MerchantID, by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        let subject = "\(merchant) \(number)"
        return try await administer(.credentialRevoked, subject, by: actor, at: now) { db in
            try db.change(
                """
                UPDATE credentials SET revoked_at = ?3
                WHERE number = ?1 AND revoked_at IS NULL AND EXISTS (
                    SELECT 1 FROM clients c WHERE c.dialect = credentials.dialect
                        AND c.name = credentials.client AND c.merchant = ?2)
                """,
                number, merchant, now, or: .credentialUnknown)
        }
    }

    /// Gives a merchant a name that needs no secret, or the name's new details; without details those that it has stay.
    ///
    /// - Parameters:
    ///   - kind: The kind of the audit log entry.
    ///   - taken: The fault if the name is another merchant's.
    /// - Throws: `refused` with `merchantUnknown`, or with `taken`.
    package func set(
        _ name: ClientIdentity, as kind: AuditEntry.Kind, taken: MerchantFault, by actor: String,
        at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(kind, subject(of: [name]), by: actor, at: now) { db in
            try db.requireMerchant(name.merchant)
            if let owner = try db.owner(of: name), owner != name.merchant { throw taken }
            try db.insert(name)
            guard !name.details.isEmpty else { return }
            try db.changeOne(
                "UPDATE clients SET details = ?3 WHERE dialect = ?1 AND name = ?2",
                name.dialect, name.name, name.details.joined(separator: "\n"))
        }
    }

    /// Removes names that need no secret from their merchant.
    ///
    /// - Parameter kind: The kind of the audit log entry.
    /// - Throws: `refused` with `credentialUnknown` if the merchant doesn't have one of them.
    package func remove(
        _ names: [ClientIdentity], as kind: AuditEntry.Kind = .credentialRemoved,
        by actor: String, at now: Timestamp
    ) async throws(AdministrationError) -> Administered<Void> {
        try await administer(kind, subject(of: names), by: actor, at: now) { db in
            for name in names {
                guard try db.owner(of: name) == name.merchant, name.isOpen
                else { throw MerchantFault.credentialUnknown }
            }
            for name in names {
                try db.change(
                    "DELETE FROM clients WHERE dialect = ? AND name = ? AND is_open = 1",
                    name.dialect, name.name)
            }
        }
    }

    /// All clients, by dialect and name.
    package func clients() async throws(StoreError) -> [ClientIdentity] {
        try await read { db in try db.clients() }
    }

    /// All secrets, oldest first.
    package func credentials() async throws(StoreError) -> [CredentialRecord] {
        try await read { db in try db.credentials() }
    }
}

/// How the audit log calls some names.
private func subject(of names: [ClientIdentity]) -> String {
    names.map { "\($0.merchant) \($0.dialect) \($0.name)" }.joined(separator: ", ")
}
