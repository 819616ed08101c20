import Books
import PaymentDomain
import PaymentEngine

extension BookConnection {
    /// Loads what a step is about, and holds it until the transaction ends; nil if there is none.
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
    /// other.
    func hold(_ name: OrderName) throws -> HeldOrder? {
        try hold("order/" + name.reference, of: name.merchant.value)
        var held: [PaymentID: HeldRecord] = [:]
        let order = try order(name) { payment in
            let record = try hold(payment)
            held[payment] = record
            return record?.record
        }
        return order.map { HeldOrder($0, held) }
    }

    /// The payments of an order as they are in this snapshot; nil if there are none.
    func order(_ name: OrderName) throws -> OrderRecord? {
        try order(name) { payment in try record(payment)?.record }
    }

    /// The newest payments of an order. Those that have an answer are loaded one after another, oldest first.
    private func order(
        _ name: OrderName, load: (PaymentID) throws -> PaymentRecord?
    ) throws -> OrderRecord? {
        let oldestFirst = try list(name).reversed()
        guard !oldestFirst.isEmpty else { return nil }
        let payments = try oldestFirst.map { listed in
            guard listed.payment.state != .authorizing else {
                return OrderedPayment(
                    PaymentRecord(begun: listed.payment), renews: listed.renews,
                    number: listed.number)
            }
            guard let record = try load(listed.payment.id) else { throw BookError.corrupt }
            return OrderedPayment(record, renews: listed.renews, number: listed.number)
        }
        return OrderRecord(payments.reversed())
    }

    private func list(_ name: OrderName) throws -> [ListedPayment] {
        var values = [name.merchant.value.bookValue, name.reference.bookValue]
        if let card = name.card { values.append(card.value.bookValue) }
        return try allRows(
            """
            SELECT \(PaymentColumns.payment), p.row, r.id
            FROM payments p LEFT JOIN payments r ON r.row = p.renews
            WHERE p.merchant = ? AND p.order_reference = ?\(name.card == nil ? "" : " AND p.handle = ?")
            ORDER BY p.row DESC LIMIT \(Limits.paymentsPerOrder)
            """,
            values
        ) { columns in
            ListedPayment(
                payment: try columns.payment(), number: try columns.integer(),
                renews: try columns.identifierOrNil().map { PaymentID(stored: $0) })
        }
    }
}

extension DatabaseStore {
    /// The payments of an order with their operations, as they were at one moment, or nil if there are none.
    public func order(_ name: OrderName) async throws(StoreError) -> OrderRecord? {
        try await read { db in try db.order(name) }
    }
}

/// A payment of an order without its operations.
private struct ListedPayment {
    let payment: Payment
    let number: Int64
    let renews: PaymentID?
}
