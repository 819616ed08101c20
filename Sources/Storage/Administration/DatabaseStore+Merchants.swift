import Merchants
import PaymentDomain
import PaymentEngine
import Database

extension DatabaseStore {
    /// Sets up a merchant.
    ///
    /// - Throws: `refused` with ``Merchants/MerchantFault/merchantExists``.
    package func create(
        _ merchant: MerchantRecord, by actor: String
    ) async throws(AdministrationError) -> Administered<Void> {
        let act = AdministrativeAct(
            at: merchant.createdAt, actor: actor, kind: .merchantCreated,
            subject: merchant.id.value)
        return try await administer(act) { db in
            let made = try db.change(
                """
                INSERT INTO merchants (name, apple_merchant_identifier, merchant_number,
                    terminal_number, category_code, created_at)
                VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                [
                    merchant.id.value.sqlValue, merchant.appleMerchantIdentifier.sqlValue,
                    merchant.numbers.merchantNumber.sqlValue,
                    merchant.numbers.terminalNumber.sqlValue,
                    merchant.numbers.categoryCode.sqlValue, merchant.createdAt.value,
                ])
            return made == 1 ? .success(()) : .failure(.merchantExists)
        }
    }

    /// All merchants, by name.
    package func merchants() async throws(StoreError) -> [MerchantRecord] {
        try await read { db in try db.merchants() }
    }

    /// All that the database has of merchants, as of one time: a name does not have its owner of before a change and its
    /// secret of after it.
    package func merchantRecords() async throws(StoreError) -> MerchantRecords {
        try await read { db in
            MerchantRecords(
                merchants: try db.merchants(), certificates: try db.certificates(),
                clients: try db.clients(), credentials: try db.credentials())
        }
    }
}

/// All that the database has of merchants.
package struct MerchantRecords: Sendable {
    package var merchants: [MerchantRecord]
    package var certificates: [CertificateRecord]
    /// By protocol and name.
    package var clients: [ClientIdentity]
    package var credentials: [CredentialRecord]

    package init(
        merchants: [MerchantRecord] = [], certificates: [CertificateRecord] = [],
        clients: [ClientIdentity] = [], credentials: [CredentialRecord] = []
    ) {
        self.merchants = merchants
        self.certificates = certificates
        self.clients = clients
        self.credentials = credentials
    }
}

extension SQLConnection {
    fileprivate func merchants() throws -> [MerchantRecord] {
        try allRows(
            """
            SELECT name, apple_merchant_identifier, merchant_number, terminal_number,
                category_code, created_at
            FROM merchants ORDER BY name
            """, []
        ) { columns in
            let id = MerchantID(try columns.text())
            let apple = try columns.text()
            let number = try columns.text()
            let terminal = try columns.text()
            let category = try columns.text()
            guard
                let numbers = try? AcquirerNumbers(
                    merchantNumber: number, terminalNumber: terminal, categoryCode: category)
            else { throw SQLError.corrupt }
            return MerchantRecord(
                id: id, appleMerchantIdentifier: apple, numbers: numbers,
                createdAt: try columns.timestamp())
        }
    }
}

extension SQLConnection {
    func hasMerchant(_ merchant: MerchantID) throws -> Bool {
        try first("SELECT 1 FROM merchants WHERE name = ?", [merchant.value.sqlValue]) { _ in true
        } ?? false
    }
}
