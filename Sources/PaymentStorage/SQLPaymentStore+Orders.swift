import Database
import PaymentDomain
import StorageKit

extension SQLPaymentStore {
    /// Writes an order, unless there is one of its name.
    ///
    /// - Returns: The order of that name, as the database has it.
    package func create(_ order: WebOrder) async throws(StoreError) -> WebOrder {
        try await write { db in
            try db.change(
                """
                INSERT INTO orders (id, merchant, reference, currency, amount, captures, description,
                    items, created_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """,
                order.id.value, order.merchant, order.reference, order.amount.currency.code,
                order.amount.minorUnits, order.capturesAtOnce, order.description,
                order.items.storedText, order.createdAt, order.expiresAt)
            return try db.order(order.id).orCorrupt
        }
    }

    /// The order of a name; nil if there isn't one.
    package func order(_ id: WebOrderID) async throws(StoreError) -> WebOrder? {
        try await read { db in try db.order(id) }
    }

    /// The newest orders of a merchant, newest first, at most `limit`.
    package func orders(
        of merchant: MerchantID, upTo limit: Int
    ) async throws(StoreError) -> [WebOrder] {
        try await read { db in
            try db.allRows(
                """
                SELECT \(OrderColumns.all) FROM orders WHERE merchant = ? ORDER BY row DESC LIMIT ?
                """,
                merchant, limit
            ) { try $0.order() }
        }
    }
}

private enum OrderColumns {
    static let all = """
        id, merchant, reference, currency, amount, captures, description, items, created_at, expires_at
        """
}

extension SQLConnection {
    fileprivate func order(_ id: WebOrderID) throws -> WebOrder? {
        try first("SELECT \(OrderColumns.all) FROM orders WHERE id = ?", id.value) {
            try $0.order()
        }
    }
}

extension RowColumns {
    fileprivate mutating func order() throws -> WebOrder {
        let id = try WebOrderID(typed: text()).orCorrupt
        let merchant = try merchant()
        let reference = try text()
        let currency = try currency()
        let amount = try money(in: currency)
        let captures = try flag()
        let description = try textOrNil()
        let items = try [WebOrder.Item](stored: text(), in: currency).orCorrupt
        var order = try WebOrder(
            id: id, merchant: merchant, amount: amount, reference: reference,
            createdAt: timestamp(), expiresAt: timestamp())
        order.description = description
        order.items = items
        order.capturesAtOnce = captures
        return order
    }
}

extension [WebOrder.Item] {
    /// A line for each item. No label has a control character.
    fileprivate var storedText: String {
        map { "\($0.amount.minorUnits)\t\($0.label)" }.joined(separator: "\n")
    }

    fileprivate init?(stored text: String, in currency: Currency) {
        var items: [WebOrder.Item] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2, let units = Int64(parts[0]),
                let amount = try? Money(minorUnits: units, currency: currency)
            else { return nil }
            items.append(WebOrder.Item(label: String(parts[1]), amount: amount))
        }
        self = items
    }
}
