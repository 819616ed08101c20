import Database
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Loads the payments of a step, and locks them until the transaction ends; nil if there isn't one.
    func hold(_ subject: PaymentStep.Subject) throws -> HeldOrder? {
        switch subject {
        case .payment(let id): try hold(id).map(HeldOrder.init(of:))
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
        let listed = try list(name)
        guard let oldest = listed.last else { return nil }
        let (condition, values) = name.condition
        let loaded = try records(
            condition + " AND p.row >= ?\(values.count + 1) AND p.state <> 'authorizing'",
            values + [oldest.number.sqlValue], ending: ending)
        let held = Dictionary(
            loaded.map { ($0.record.payment.id, $0) }, uniquingKeysWith: { first, _ in first })
        let payments = try listed.map { listed in
            let record = held[listed.payment.id]?.record
            guard record != nil || listed.payment.state == .authorizing else {
                throw SQLError.corrupt
            }
            return OrderedPayment(
                record ?? PaymentRecord(begun: listed.payment), renews: listed.renews,
                number: listed.number)
        }
        return HeldOrder(OrderRecord(payments), held)
    }

    private func list(_ name: OrderName) throws -> [ListedPayment] {
        let (condition, values) = name.condition
        return try allRows(
            """
            SELECT \(PaymentColumns.payment), p.row, r.id
            FROM payments p LEFT JOIN payments r ON r.row = p.renews
            WHERE \(condition) ORDER BY p.row DESC LIMIT \(Limits.paymentsPerOrder)
            """,
            values
        ) { columns in
            ListedPayment(
                payment: try columns.payment(), number: try columns.integer(),
                renews: try columns.identifierOrNil().map { PaymentID(stored: $0) })
        }
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

extension DatabaseStore {
    /// A payment with its operations in one snapshot, or nil if there isn't one.
    package func record(of payment: PaymentID) async throws(StoreError) -> PaymentRecord? {
        try await read { db in try db.record(payment)?.record }
    }

    /// The payments of an order with their operations in one snapshot, or nil if there are none.
    package func order(_ name: OrderName) async throws(StoreError) -> OrderRecord? {
        try await read { db in try db.order(name) }
    }
}

/// A payment of an order without its operations.
private struct ListedPayment {
    let payment: Payment
    let number: Int64
    let renews: PaymentID?
}
