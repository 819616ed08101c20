import Database
import Events
import PaymentDomain
import PaymentEngine
import StorageKit

extension SQLConnection {
    /// The public events of rows.
    ///
    /// - Parameters:
    ///   - merchant: Whose events; nil for all.
    ///   - kinds: Which kinds; nil for all. A payment is read only if it may have one of them.
    func events(
        _ rows: [StoredEventRow], of merchant: MerchantID?, kinds: Set<EventKind>? = nil
    ) throws -> [Event] {
        // Neighbouring events are often of one payment.
        var payments: [Int64: ChangedPayment] = [:]
        var events: [Event] = []
        for row in rows {
            if row.payment == BatchEvent.payment {
                guard kinds?.contains(.batchClosed) ?? true else { continue }
                if let event = try batchEvent(row, of: merchant) { events.append(event) }
                continue
            }
            guard let kind = PaymentEventKind(rawValue: row.kind), kind.isPublic,
                merchant == nil || row.merchant == merchant,
                kinds.map({ !kind.publicKinds.isDisjoint(with: $0) }) ?? true
            else { continue }
            let known = try payments[row.payment] ?? changedPayment(row.payment)
            payments[row.payment] = known
            if let event = try known?.event(row, kind) { events.append(event) }
        }
        return kinds.map { wanted in events.filter { wanted.contains($0.kind) } } ?? events
    }

    /// A payment with all that its events may say; nil if the row isn't there.
    private func changedPayment(_ row: Int64) throws -> ChangedPayment? {
        let found = try first(
            """
            SELECT \(PaymentColumns.payment), \(PaymentColumns.details), p.authorization_code,
                p.decline_reason, p.events_erased
            FROM payments p WHERE p.row = ?
            """, row
        ) { columns in
            try (
                payment: columns.unjudgedPayment(), details: columns.details(),
                code: columns.textOrNil(), reason: columns.namedOrNil(DeclineReason.self),
                eventsErased: columns.integer()
            )
        }
        guard let found else { return nil }
        let operations =
            try storedOperations(
                "o.payment = ?1", [row.sqlValue], in: [row: found.payment.requested.currency])[row]
            ?? StoredOperations()
        let replayed = try replay(
            found.payment, operations, events: row.sqlValue, erased: found.eventsErased)
        return ChangedPayment(
            payment: found.payment, details: found.details, authorizationCode: found.code,
            declineReason: found.reason, operations: operations,
            amounts: replayed.amounts,
            names: try ChangeNames(of: row, asked: replayed.askedAs, in: self))
    }

    /// A closed batch with the totals of one merchant, or of all; nil if it has nothing of the merchant.
    private func batchEvent(_ row: StoredEventRow, of merchant: MerchantID?) throws -> Event? {
        guard row.kind == BatchEvent.kind else { return nil }
        let summed =
            merchant == nil
            ? "SELECT currency, kind, operations, total FROM batch_totals WHERE batch = ?1"
            : """
            SELECT p.currency, \(BatchColumns.totalKind), count(*),
                CAST(sum(o.amount) AS BIGINT)
            FROM operations o JOIN payments p ON p.row = o.payment
            WHERE o.batch = ?1 AND p.merchant = ?2
            GROUP BY p.currency, \(BatchColumns.totalKind)
            """
        var totals: [Currency: EventTotal] = [:]
        let values = [row.sequence.sqlValue] + (merchant.map { [$0.sqlValue] } ?? [])
        try eachRow(summed, values) { columns in
            let currency = try columns.currency()
            let kind = try columns.named(AdviceKind.self)
            var total = totals[currency] ?? EventTotal(currency: currency)
            let count = try columns.integer()
            let sum = try columns.integer()
            if kind == .capture {
                total.captures = count
                total.captured = sum
            } else {
                total.refunds = count
                total.refunded = sum
            }
            totals[currency] = total
        }
        if merchant != nil, totals.isEmpty { return nil }
        let batch = EventBatch(
            number: row.sequence, merchant: merchant,
            totals: totals.values.sorted { $0.currency.code < $1.currency.code })
        return Event(number: row.number, at: row.at, kind: .batchClosed, subject: .batch(batch))
    }
}

/// A payment whose events are read.
private struct ChangedPayment {
    let payment: Payment
    let details: AuthorizationDetails
    let authorizationCode: String?
    let declineReason: DeclineReason?
    let operations: StoredOperations
    /// The amounts after each event, as far as the events follow on each other.
    let amounts: [PaymentAmounts]
    let names: ChangeNames

    /// The public event of a row; nil if it has none.
    func event(_ row: StoredEventRow, _ change: PaymentEventKind) throws -> Event? {
        guard row.sequence >= 1 else { throw SQLError.corrupt }
        let operation = row.operation.flatMap { operations[$0] }.map { own in
            EventOperation(
                own,
                takingBack: own.target.flatMap { id in
                    operations.operations.first { $0.id == id }
                })
        }
        let requested = payment.requested
        let isPartial = row.amount.map { $0 < requested.minorUnits } ?? false
        guard let kind = EventKind(change, of: operation?.kind, isPartial: isPartial) else {
            return nil
        }
        let isApproved = change == .approved || change == .credited
        let refusal = change == .refused ? operation?.refusal : nil
        var subject = EventPayment(
            id: payment.id, sequence: row.sequence, merchant: payment.merchant,
            dialect: details.dialect, orderReference: payment.orderReference,
            requested: requested,
            amount: change == .nothingLeft
                ? .zero(requested.currency) : row.amount.map(payment.money) ?? requested,
            state: try PaymentState(rawValue: row.state).orCorrupt,
            amounts: amounts.indices.contains(Int(row.sequence) - 1)
                ? amounts[Int(row.sequence) - 1] : nil,
            network: details.network, lastFour: details.lastFour, operation: operation,
            code: change == .declined ? declineReason : refusal,
            authorizationCode: isApproved ? authorizationCode : nil)
        subject.names = names.names(of: row)
        subject.names.handle = payment.handle
        subject.names.authorizationCode = authorizationCode
        return Event(number: row.number, at: row.at, kind: kind, subject: .payment(subject))
    }
}
