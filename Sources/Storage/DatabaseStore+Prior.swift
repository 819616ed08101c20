import Database
import PaymentDomain
import PaymentEngine

extension DatabaseStore {
    /// The earlier request under a claim's key that counts against the claim, with its result, or nil.
    package func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest? {
        try await read { db in
            guard case .taken(let claimed) = try db.state(of: claim) else { return nil }
            guard let subject = try db.prior(claimed.subject) else { throw SQLError.corrupt }
            return PriorRequest(requestDigest: claimed.requestDigest, subject: subject)
        }
    }
}

extension SQLConnection {
    /// The result of a request; nil if the database doesn't have it.
    fileprivate func prior(_ subject: ClaimSubject) throws -> PriorRequest.Subject? {
        switch subject {
        case .payment(let id): try priorAuthorization(id).map { .authorization($0) }
        case .operation(let id):
            try priorOperation("o.id = ?", id.value.identifier).map { .operation($0) }
        case .nothing(let id):
            try first(
                "SELECT \(PaymentColumns.payment) FROM payments p WHERE p.id = ?",
                [id.value.identifier]
            ) { columns in .nothing(of: try columns.payment()) }
        }
    }

    private func priorAuthorization(_ id: PaymentID) throws -> PriorAuthorization? {
        let booked = try priorOperation(
            """
            o.payment = (SELECT b.row FROM payments b WHERE b.id = ?)
                AND (o.is_sale = 1 OR o.kind = 'credit')
            """, id.value.identifier)
        return try first(
            """
            SELECT \(PaymentColumns.authorization), p.decline_reason, p.network_reference, p.checks,
                p.is_new_card, p.answered_at, \(TransactionColumns.beginning)
            FROM payments p WHERE p.id = ?
            """,
            [id.value.identifier]
        ) { columns in
            let authorization = try columns.authorization()
            var answer = StoredAnswer()
            answer.declineReason = try columns.namedOrNil(DeclineReason.self)
            answer.networkReference = try columns.textOrNil()
            answer.checks = try AcquirerChecks(stored: try columns.textOrNil())
            answer.isNewCard = try columns.integer() != 0
            answer.at = try columns.timestampOrNil()
            return PriorAuthorization(
                authorization, answer, number: try columns.transactionNumberOrNil(),
                booked: booked)
        }
    }

    /// - Parameter condition: Which operation `o`; ?1 its value.
    func priorOperation(
        _ condition: String, _ value: SQLValue
    ) throws -> PriorOperation? {
        try first(
            """
            SELECT \(OperationColumns.operation), o.state, t.number, t.order_reference, o.answered_at
            FROM operations o JOIN payments p ON p.row = o.payment
                LEFT JOIN transactions t ON t.payment = o.payment AND t.operation = o.row
            WHERE \(condition) ORDER BY o.row LIMIT 1
            """,
            [value]
        ) { columns in
            var operation = try columns.operation()
            let state = try columns.named(OperationState.self)
            let number = try columns.transactionNumberOrNil()
            if let order = try columns.textOrNil() { operation.orderReference = order }
            return PriorOperation(
                operation, state, number: number, answeredAt: try columns.timestampOrNil())
        }
    }
}

extension RowColumns {
    fileprivate mutating func transactionNumberOrNil() throws -> TransactionNumber? {
        guard let stored = try integerOrNil() else { return nil }
        guard let number = TransactionNumber(stored) else { throw SQLError.corrupt }
        return number
    }
}
