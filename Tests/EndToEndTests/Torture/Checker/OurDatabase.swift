import Database
import PaymentDomain
import PaymentEngine
import PostgreSQLDatabase

@testable import PaymentStorage

/// Our books, read while servers work on them and while they are dead.
struct OurDatabase: Sendable {
    /// Where they are.
    enum Place: Sendable {
        case folder(String)
        case database(String)
    }

    let place: Place

    /// What is open.
    struct Open: Sendable, Hashable {
        let payments: Int
        let advices: Int
        /// The messages that are sent last, in words.
        var latest: [String] = []

        var isNothing: Bool { payments == 0 && advices == 0 }
    }

    /// Opens a folder's database for reading. On a busy machine its server may hold it for longer than a reader waits.
    private static func reader(of folder: String) async throws -> SQLPaymentStore {
        for _ in 0..<5 {
            if let store = try? await SQLPaymentStore(readingOnly: folder) { return store }
            await TortureClock.pause(.milliseconds(500))
        }
        return try await SQLPaymentStore(readingOnly: folder)
    }

    /// Lends the books; to be read alone they are never brought up to date, nor is their log emptied.
    func lend<Value: Sendable>(
        isWriting: Bool = false, _ body: (SQLPaymentStore) async throws -> Value
    ) async throws -> Value {
        let store: SQLPaymentStore
        switch place {
        case .folder(let folder):
            store =
                try await isWriting
                ? SQLPaymentStore(folder: folder) : Self.reader(of: folder)
        case .database(let url):
            guard let address = PostgreSQLAddress(url) else { throw NoSuchPlace() }
            store = try await SQLPaymentStore(database: address, mayMigrate: false, connections: 1)
        }
        do {
            let value = try await body(store)
            try store.close()
            return value
        } catch {
            // The first error is the one that counts.
            try? store.close()
            throw error
        }
    }

    /// Makes the holds of an order older than issuers keep one, beside the servers.
    func age(order: String) async throws {
        let lifetime = Limits.authorizationLifetimeSeconds * 1000
        try await lend(isWriting: true) { store in
            _ = try await store.write { db in
                try db.change(
                    """
                    UPDATE payments SET authorized_at = authorized_at - ?
                    WHERE order_reference = ? AND authorized_at IS NOT NULL
                    """, [lifetime.sqlValue, order.sqlValue])
            }
        }
    }

    /// What waits for an outcome or an answer.
    func open() async throws -> Open {
        try await lend { store in
            try await store.read { db in
                let payments = try db.allRows(
                    """
                    SELECT count(*) FROM payments WHERE state IN ('authorizing', 'outcomeUnknown')
                    """
                ) { try $0.count() }
                let advices = try db.allRows("SELECT count(*) FROM deliveries") {
                    try $0.count()
                }
                let latest = try db.allRows(
                    """
                    SELECT kind, line, attempts, lease, due_at, transmitted_at FROM deliveries
                    ORDER BY due_at DESC LIMIT 5
                    """
                ) { columns in
                    "\(try columns.text()) over \(try columns.text()), attempts "
                        + "\(try columns.integer()), lease \(try columns.integer()), due at "
                        + "\(try columns.integer()), sent at \(try columns.integer())"
                }
                return Open(
                    payments: payments.first ?? 0, advices: advices.first ?? 0, latest: latest)
            }
        }
    }

    /// The newest payments, or all.
    func payments(newest: Int = .max) async throws -> [OurPayment] {
        try await lend { store in
            try await store.read { db in
                var payments = try db.allRows(
                    """
                    SELECT \(PaymentColumns.payment) FROM payments p ORDER BY p.row DESC LIMIT ?
                    """, [newest.sqlValue]
                ) { columns in OurPayment(try columns.payment()) }
                guard newest == .max else { return payments }
                let operations = try db.allRows(
                    """
                    SELECT p.id, o.id, o.kind, o.amount, o.state
                    FROM operations o JOIN payments p ON p.row = o.payment
                    """
                ) { columns in
                    (
                        payment: try columns.identifier(),
                        operation: OurPayment.Operation(
                            id: try columns.identifier(), kind: try columns.text(),
                            amount: try columns.integer(), state: try columns.text())
                    )
                }
                let byPayment = Dictionary(grouping: operations, by: \.payment)
                for index in payments.indices {
                    payments[index].operations =
                        byPayment[payments[index].id]?.map(\.operation) ?? []
                }
                return payments
            }
        }
    }
}

extension OurPayment {
    init(_ payment: Payment) {
        id = payment.id.value
        authorizationID = payment.authorizationID.value
        order = payment.orderReference
        requested = payment.requested.minorUnits
        state = payment.state
        amounts = payment.amounts
    }
}

/// A database URL that is none.
struct NoSuchPlace: Error {}
