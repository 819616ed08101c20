import Merchants
import PaymentDomain
import Database
import Routing
import StorageKit

extension SQLMerchantStore {
    /// Sets up a merchant.
    ///
    /// - Throws: `refused` with ``Merchants/MerchantFault/merchantExists``.
    package func create(
        _ merchant: MerchantRecord, by actor: String
    ) async throws(AdministrationError) -> Administered<Void> {
        let now = merchant.createdAt
        return try await administer(.merchantCreated, merchant.id.value, by: actor, at: now) { db in
            try db.change(
                """
                INSERT INTO merchants (name, apple_merchant_identifier, merchant_number,
                    terminal_number, category_code, created_at)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                merchant.id, merchant.appleMerchantIdentifier, merchant.numbers.merchantNumber,
                merchant.numbers.terminalNumber, merchant.numbers.categoryCode, merchant.createdAt,
                or: .merchantExists)
        }
    }

    /// All merchants, by name.
    package func merchants() async throws(StoreError) -> [MerchantRecord] {
        try await read { db in try db.merchants() }
    }

    /// All that the database has of merchants and lines, as of one time: a name does not have its owner of before a change and its
    /// secret of after it.
    package func merchantRecords() async throws(StoreError) -> MerchantRecords {
        try await read { db in
            let lines = try db.lines()
            let routes = try db.routes()
            let webhooks = try db.webhooks()
            return try MerchantRecords(
                merchants: db.merchants(), certificates: db.certificates(), clients: db.clients(),
                credentials: db.credentials(), lines: lines.readable,
                unreadableLines: lines.unreadable, routes: routes.readable,
                unreadableRoutes: routes.unreadable,
                webhooks: webhooks.readable, unreadableWebhooks: webhooks.unreadable)
        }
    }
}

package struct MerchantRecords: Sendable {
    package var merchants: [MerchantRecord]
    package var certificates: [CertificateRecord]
    /// By protocol and name.
    package var clients: [ClientIdentity]
    package var credentials: [CredentialRecord]
    /// By name.
    package var lines: [LineRecord]
    /// Those whose rows aren't ours to read.
    package var unreadableLines: [UnreadableLine]
    package var routes: [MerchantID: RouteTable]
    /// The rules that end their merchants' tables, because their rows aren't ours to read.
    package var unreadableRoutes: [UnreadableRoute]
    /// By merchant, oldest first.
    package var webhooks: [WebhookRecord]
    /// Those whose rows aren't ours to read.
    package var unreadableWebhooks: [UnreadableWebhook]

    package init(
        merchants: [MerchantRecord] = [], certificates: [CertificateRecord] = [],
        clients: [ClientIdentity] = [], credentials: [CredentialRecord] = [],
        lines: [LineRecord] = [], unreadableLines: [UnreadableLine] = [],
        routes: [MerchantID: RouteTable] = [:], unreadableRoutes: [UnreadableRoute] = [],
        webhooks: [WebhookRecord] = [], unreadableWebhooks: [UnreadableWebhook] = []
    ) {
        self.merchants = merchants
        self.certificates = certificates
        self.clients = clients
        self.credentials = credentials
        self.lines = lines
        self.unreadableLines = unreadableLines
        self.routes = routes
        self.unreadableRoutes = unreadableRoutes
        self.webhooks = webhooks
        self.unreadableWebhooks = unreadableWebhooks
    }

    /// Whether there is a line over which money moves, also if it can't be used now.
    package var hasLiveLine: Bool {
        lines.contains { $0.definition.mode == .live }
            || unreadableLines.contains { $0.mode == .live }
    }
}

extension SQLConnection {
    fileprivate func merchants() throws -> [MerchantRecord] {
        try allRows(
            """
            SELECT name, apple_merchant_identifier, merchant_number, terminal_number,
                category_code, created_at
            FROM merchants ORDER BY name
            """
        ) { columns in
            let id = try columns.merchant()
            let apple = try columns.text()
            let (number, terminal, category) = try (columns.text(), columns.text(), columns.text())
            let numbers = try? AcquirerNumbers(
                merchantNumber: number, terminalNumber: terminal, categoryCode: category)
            return try MerchantRecord(
                id: id, appleMerchantIdentifier: apple, numbers: numbers.orCorrupt,
                createdAt: columns.timestamp())
        }
    }

    /// Refuses a change of a merchant that isn't set up.
    func requireMerchant(_ merchant: MerchantID) throws {
        guard try exists("SELECT 1 FROM merchants WHERE name = ?", merchant) else {
            throw MerchantFault.merchantUnknown
        }
    }
}
