import Database
import PaymentDomain
import PaymentEngine

/// A payment as an operator looks at it.
package struct PaymentSummary: Sendable, Hashable {
    package let authorization: StoredAuthorization
    /// Why the issuer refused; nil if it did not.
    package let declineReason: DeclineReason?

    package var payment: Payment { authorization.payment }
    package var details: AuthorizationDetails { authorization.details }
}

/// A step in the life of a payment.
package struct PaymentHistoryStep: Sendable, Hashable {
    package let at: Timestamp
    /// What happened, in the word of the event: `requested`, `approved`, `confirmed` and so on.
    package let event: String
    /// The operation that it happened to, such as `capture`; nil if it happened to the authorization.
    package let operation: String?
    /// The amount that it was about; nil if it moved none.
    package let amount: Money?
    /// The trace number of the message to the acquirer; nil if none was sent.
    package let traceNumber: Int64?
    /// The payment's state afterwards.
    package let state: PaymentState
    /// The request that took the step; nil if the server took it by itself.
    package let requestID: RequestIdentifier?
}

/// A payment and all its steps, the oldest first.
package struct PaymentHistory: Sendable, Hashable {
    package let summary: PaymentSummary
    package let steps: [PaymentHistoryStep]
}

extension SQLPaymentStore {
    /// The newest payments of all merchants, for people to look at; at most ``StorageLimits/recentPayments``.
    package func recentPayments(_ limit: Int) async throws(StoreError) -> [PaymentSummary] {
        try await read { db in
            let most = min(max(limit, 0), StorageLimits.recentPayments)
            return try db.allRows(
                "SELECT \(HistoryColumns.summary) FROM payments p ORDER BY p.row DESC LIMIT ?", most
            ) { columns in try columns.summary() }
        }
    }

    /// The payments that an operator names: the one with this identifier, or else the newest of all merchants with this
    /// order reference, at most ``Limits/paymentsPerOrder``.
    package func histories(_ name: String) async throws(StoreError) -> [PaymentHistory] {
        try await read { db in
            // An order reference may look like an identifier.
            var found = try db.summaries("p.id", name.lowercased().identifier)
            if found.isEmpty { found = try db.summaries("p.order_reference", name.sqlValue) }
            return try found.map { summary in
                PaymentHistory(summary: summary, steps: try db.steps(of: summary.payment))
            }
        }
    }
}

extension SQLConnection {
    /// The newest payments whose column has a value.
    fileprivate func summaries(_ column: String, _ value: SQLValue) throws -> [PaymentSummary] {
        try allRows(
            """
            SELECT \(HistoryColumns.summary) FROM payments p WHERE \(column) = ?
            ORDER BY p.row DESC LIMIT \(Limits.paymentsPerOrder)
            """, value
        ) { columns in try columns.summary() }
    }

    /// The intent, which is no event, and the events.
    fileprivate func steps(of payment: Payment) throws -> [PaymentHistoryStep] {
        let currency = payment.requested.currency
        let intent = try allRows(
            "SELECT trace_number, request_id FROM payments WHERE id = ?", payment.id
        ) { columns in
            try PaymentHistoryStep(
                at: payment.createdAt, event: PaymentEventKind.requested.rawValue, operation: nil,
                amount: payment.requested, traceNumber: columns.integer(), state: .authorizing,
                requestID: columns.requestIDOrNil())
        }
        let events = try allRows(
            """
            SELECT e.at, e.kind, o.kind, coalesce(e.amount, o.amount), o.trace_number, e.state,
                e.request_id
            FROM payment_events e JOIN payments p ON p.row = e.payment
                LEFT JOIN operations o ON o.row = e.operation
            WHERE p.id = ? ORDER BY e.sequence
            """, payment.id
        ) { columns in
            try PaymentHistoryStep(
                at: columns.timestamp(), event: columns.text(), operation: columns.textOrNil(),
                amount: columns.moneyOrNil(in: currency), traceNumber: columns.integerOrNil(),
                state: columns.named(), requestID: columns.requestIDOrNil())
        }
        return intent + events
    }
}

private enum HistoryColumns {
    static let summary = "\(PaymentColumns.authorization), p.decline_reason"
}

extension RowColumns {
    fileprivate mutating func summary() throws -> PaymentSummary {
        try PaymentSummary(authorization: authorization(), declineReason: namedOrNil())
    }
}
