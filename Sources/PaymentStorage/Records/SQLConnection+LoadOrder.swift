import Database
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Loads the payments of a step, and locks them until the transaction ends; nil if there isn't one.
    func hold(_ subject: PaymentStep.Subject) throws -> HeldOrder? {
        switch subject {
        case .payment(let id):
            try hold(id).map { HeldOrder(order: OrderRecord(of: $0.record), records: [$0]) }
        case .order(let name): try hold(name)
        }
    }

    /// Loads the payments of an order, and holds the order's name and their rows until the transaction ends; nil if there
    /// are none.
    ///
    /// The name comes first and then the rows in their order, so that two that hold the same order do not wait for each
    /// other. The row of a payment that is being authorized is in use by the acquirer's answer.
    func hold(_ name: OrderName) throws -> HeldOrder? {
        try hold("order/" + name.reference, of: name.merchant.value)
        return try load(name, ending: lockClause(for: "p"))
    }

    /// The payments of an order as they are in this snapshot; nil if there are none.
    func order(_ name: OrderName) throws -> OrderRecord? {
        try load(name, ending: "")?.order
    }

    private func load(_ name: OrderName, ending: String) throws -> HeldOrder? {
        let (condition, values) = name.condition
        let listed = try allRows(
            """
            SELECT \(PaymentColumns.payment), p.row, r.id
            FROM payments p LEFT JOIN payments r ON r.row = p.renews
            WHERE \(condition) ORDER BY p.row DESC LIMIT \(Limits.paymentsPerOrder)
            """,
            values
        ) { columns in
            try (
                payment: columns.payment(), number: columns.integer(),
                renews: columns.identifierOrNil().map { PaymentID(stored: $0) }
            )
        }
        guard let oldest = listed.last else { return nil }
        let loaded = try records(
            condition + " AND p.row >= ?\(values.count + 1) AND p.state <> 'authorizing'",
            values + [oldest.number.sqlValue], ending: ending)
        let found = Dictionary(
            loaded.map { ($0.record.payment.id, $0.record) },
            uniquingKeysWith: { first, _ in first })
        let payments = try listed.map { payment, number, renews in
            let isBegun = payment.state == .authorizing
            let begun = isBegun ? PaymentRecord(begun: payment) : nil
            let record = try (found[payment.id] ?? begun).orCorrupt
            return OrderedPayment(record, renews: renews, number: number)
        }
        return HeldOrder(order: OrderRecord(payments), records: loaded)
    }
}

extension OrderName {
    /// The condition on a payment `p` of the order, and its values.
    fileprivate var condition: (sql: String, values: [SQLValue]) {
        let order = "p.merchant = ?1 AND p.order_reference = ?2"
        let values = [merchant.value.sqlValue, reference.sqlValue]
        guard let card else { return (order, values) }
        return (order + " AND p.handle = ?3", values + [card.value.sqlValue])
    }
}

extension SQLPaymentStore {
    package func record(of payment: PaymentID) async throws(StoreError) -> PaymentRecord? {
        try await read { db in try db.record(payment)?.record }
    }

    package func order(_ name: OrderName) async throws(StoreError) -> OrderRecord? {
        try await read { db in try db.order(name) }
    }
}
