import Database
import Events
import PaymentDomain
import PaymentEngine

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
    package var requestID: RequestIdentifier?
    /// The public event of the step; nil if it has none.
    package var publicEvent: Event?
    /// The batch that settled the operation, of the step `settled`.
    package var batch: Int64?
}

/// A message that waits for the acquirer's answer.
package struct WaitingMessage: Sendable, Hashable {
    /// The kind of message, such as `capture` or `reversal`.
    package let kind: String
    package let amount: Money
    /// How often it was sent without an answer.
    package let tries: Int
    /// When it is sent next.
    package let dueAt: Timestamp
}

/// A payment and all its steps, the oldest first.
package struct PaymentHistory: Sendable, Hashable {
    package let summary: PaymentSummary
    package let steps: [PaymentHistoryStep]
    package let waiting: [WaitingMessage]
    /// How many of the first steps after the request were erased, because they are kept no longer.
    package let erased: Int64
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

    package func newestPayments(
        of merchant: MerchantID, before: PaymentID?, upTo limit: Int
    ) async throws(StoreError) -> [PaymentSummary]? {
        try await read { db in
            var end = Int64.max
            if let before {
                let row = try db.first(
                    "SELECT row FROM payments WHERE id = ? AND merchant = ?", before, merchant
                ) { columns in try columns.integer() }
                guard let row else { return nil }
                end = row
            }
            return try db.allRows(
                """
                SELECT \(HistoryColumns.summary) FROM payments p WHERE p.merchant = ? AND p.row < ?
                ORDER BY p.row DESC LIMIT ?
                """, merchant, end, limit
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
                PaymentHistory(
                    summary: summary, steps: try db.steps(of: summary.payment),
                    waiting: try db.waitingMessages(of: summary.payment),
                    erased: try db.erasedEvents(of: summary.payment))
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
        let publicEvents = try Dictionary(
            events(of: payment.id).map { ($0.sequence, $0) },
            uniquingKeysWith: { first, _ in first })
        let changes = try allRows(
            """
            SELECT e.sequence, e.at, e.kind, o.kind, coalesce(e.amount, o.amount), o.trace_number, e.state,
                e.request_id
            FROM payment_events e JOIN payments p ON p.row = e.payment
                LEFT JOIN operations o ON o.row = e.operation
            WHERE p.id = ? ORDER BY e.sequence
            """, payment.id
        ) { columns in
            let sequence = try columns.integer()
            return try PaymentHistoryStep(
                at: columns.timestamp(), event: columns.text(), operation: columns.textOrNil(),
                amount: columns.moneyOrNil(in: currency), traceNumber: columns.integerOrNil(),
                state: columns.named(), requestID: columns.requestIDOrNil(),
                publicEvent: publicEvents[sequence])
        }
        return try intent + changes + settlements(of: payment)
    }

    fileprivate func erasedEvents(of payment: Payment) throws -> Int64 {
        try first("SELECT events_erased FROM payments WHERE id = ?", payment.id) {
            try $0.integer()
        } ?? 0
    }

    /// The batches that settled the payment's operations, in the order of their closing.
    private func settlements(of payment: Payment) throws -> [PaymentHistoryStep] {
        try allRows(
            """
            SELECT b.closed_at, o.kind, o.amount, o.trace_number, b.number
            FROM payments p JOIN operations o ON o.payment = p.row JOIN batches b ON b.number = o.batch
            WHERE p.id = ? ORDER BY b.number, o.row
            """, payment.id
        ) { columns in
            try PaymentHistoryStep(
                at: columns.timestamp(), event: "settled", operation: columns.text(),
                amount: columns.money(in: payment.requested.currency),
                traceNumber: columns.integerOrNil(), state: payment.state, batch: columns.integer())
        }
    }

    /// What the acquirer has not answered yet, in the order in which it is sent.
    fileprivate func waitingMessages(of payment: Payment) throws -> [WaitingMessage] {
        try allRows(
            """
            SELECT d.kind, d.amount, d.attempts, d.due_at
            FROM payments p JOIN deliveries d ON d.payment = p.row WHERE p.id = ? ORDER BY d.due_at
            """, payment.id
        ) { columns in
            try WaitingMessage(
                kind: columns.text(), amount: columns.money(in: payment.requested.currency),
                tries: columns.count(), dueAt: columns.timestamp())
        }
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
