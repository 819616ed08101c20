import KeyCustody
import StorageFixtures
import StorageKit
import MerchantStorage
import Database
import CardVault
import PaymentDomain
import PaymentEngine
import Testing

@testable import PaymentStorage

/// Books with the keys of two merchants and of a line, and records of every kind under them.
struct KeysFixture: Sendable {
    static let merchant = StoreFixture.merchant
    static let other = MerchantID("OTHER")
    static let line = LineID("east")
    static let now = StoreFixture.now

    let database: StoreFixture
    let master: MasterKey
    let vault: CardVault
    var store: SQLPaymentStore { database.store }

    init() async throws {
        database = try await StoreFixture(hasKey: false)
        master = try MasterKey(bytes: [UInt8](repeating: 3, count: 32))
        vault = CardVault(
            keys: try await database.store.openVaultKeys(
                master: master,
                merchants: [KeysFixture.merchant, KeysFixture.other, KeysFixture.line.keyOwner],
                at: KeysFixture.now))
    }

    /// The vault of a process that opens the books now.
    func opened(with master: MasterKey? = nil) async throws -> CardVault {
        let master = master ?? self.master
        let keys = try VaultKeys.opened(
            master: master, existing: try await store.wrappedKeys())
        return CardVault(keys: keys)
    }

    /// Writes cards, a registration, a profile, a private key, and the secrets of a line and an endpoint.
    func fill(cards: Int = 1) async throws {
        for index in 0..<cards {
            _ = try await store.begin(try await intent(number: index))
        }
        let id = try #require(RegistrationID("registration"))
        _ = try await store.register(
            StoredRegistration(
                id: id, merchant: KeysFixture.other,
                sealedContent: try vault.seal(
                    [8],
                    for: AssociatedData(
                        merchant: KeysFixture.other, subject: id.value, kind: .registration)),
                expiresAt: KeysFixture.now.adding(seconds: 60)))
        try await keepPrivateKey()
        try await keepAccount()
        _ = try await store.merchantStore.create(
            try LineFixture.line(KeysFixture.line.value),
            secret: try vault.seal([7], for: KeysFixture.line.secretBinding), by: "test",
            at: KeysFixture.now)
        let endpoint = try WebhookFixture.endpoint(of: KeysFixture.merchant)
        _ = try await store.merchantStore.create(
            endpoint,
            secret: try vault.seal([6], for: endpoint.id.secretBinding(of: KeysFixture.merchant)),
            by: "test")
    }

    /// An intent under the key that the vault seals with now; every second of them waits for its
    /// outcome.
    func intent(number: Int) async throws -> AuthorizationIntent {
        let card = "411111000\(String(1_000_000 + number).dropFirst(3))1111"
        var intent = try StoreFixture.intent(card: card, key: "key \(number)")
        let pan = try PAN(digits: "4111111111111111")
        intent.card = ProposedCard(
            handle: intent.card.handle, fingerprint: Array("print \(number)".utf8),
            expiry: intent.card.expiry,
            sealPAN: { [vault] (merchant, handle) throws(VaultError) in
                try vault.seal(pan, merchant: merchant, handle: handle)
            })
        return intent
    }

    private func keepAccount() async throws {
        let handle = try await intent(number: 0).card.handle
        let change = AccountChange(
            merchant: KeysFixture.merchant, target: .newProfile(ProfileID(random: 1)),
            isDefault: false, match: [1],
            record: { [vault] (binding, _) throws(VaultError) in
                AccountRecord(
                    handle: handle, match: [1], sealedContent: try vault.seal([6], for: binding))
            })
        guard case .saved = try await store.save(change) else { throw StoreError.corrupt }
    }

    private func keepPrivateKey() async throws {
        let hash = [UInt8](repeating: 0xAB, count: 32)
        let subject = String(repeating: "ab", count: 32)
        let record = try vault.seal(
            [9],
            for: AssociatedData(
                merchant: KeysFixture.merchant, subject: subject, kind: .privateKey))
        try await store.write { db in
            try db.change(
                """
                INSERT INTO merchants VALUES (?, 'merchant.example', '1', '1', '5411', 0)
                ON CONFLICT DO NOTHING
                """, [KeysFixture.merchant.value.sqlValue])
            try db.change(
                """
                INSERT INTO certificates (merchant, purpose, algorithm, state, public_key_hash,
                    key_id, sealed_key, created_at)
                VALUES (?, 'payment-processing', 'ec', 'pending', ?, ?, ?, 0)
                """,
                [
                    KeysFixture.merchant.value.sqlValue, hash.sqlValue,
                    record.keyID.sqlValue, record.bytes.sqlValue,
                ])
        }
    }

    /// Every sealed record of every table.
    func records() async throws -> [(column: SealedColumn, row: RetiringRow)] {
        try await store.read { db in
            try SealedColumn.all.flatMap { column in
                try db.allRows(
                    """
                    SELECT \(column.row), \(column.owner), \(column.subject), \(column.key),
                        \(column.sealed)
                    FROM \(column.table) WHERE \(column.key) IS NOT NULL
                    ORDER BY \(column.row)
                    """
                ) { columns in
                    let row = RetiringRow(
                        row: try columns.integer(),
                        binding: AssociatedData(
                            merchant: MerchantID(try columns.text()),
                            subject: try column.subject(&columns), kind: column.kind),
                        record: try columns.sealed())
                    return (column, row)
                }
            }
        }
    }

    /// A rotation that is begun, and the keys with which it is carried out.
    func begun(
        to next: MasterKey? = nil, shares: ShareCommitments? = nil
    ) async throws -> RotationRecord {
        let plan = try RotationPlan(
            existing: try await store.wrappedKeys(), from: master, to: next ?? master,
            shares: shares, at: KeysFixture.now.adding(seconds: 100))
        guard case .begun(let rotation, _) = try await store.begin(plan, by: "test") else {
            throw StoreError.corrupt
        }
        return rotation
    }

    /// A running server that takes up the keys in the books: this fixture's vault.
    var server: KeyRotation.Servers {
        let (store, vault, master) = (store, vault, master)
        return { _ in
            guard let kept = try? await store.wrappedKeys() else { return false }
            // After the end of a change of masters the old one opens nothing; the server keeps
            // what it has.
            if let keys = try? VaultKeys.opened(master: master, existing: kept) {
                vault.replace(keys)
            }
            return true
        }
    }

    /// What carries a rotation out, with one running server.
    func rotation(
        servers: KeyRotation.Servers? = nil
    ) async throws -> KeyRotation {
        let keys = try VaultKeys.opened(
            master: master, existing: try await store.wrappedKeys())
        return KeyRotation(
            store: store, keys: keys, servers: servers ?? server, by: "test",
            now: { KeysFixture.now.adding(seconds: 200) })
    }
}
