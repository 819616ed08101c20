import Database
import PaymentDomain
import PaymentEngine

extension SQLPaymentStore {
    package func prior(_ claim: IdempotencyClaim) async throws(StoreError) -> PriorRequest? {
        try await read { db in
            guard case .taken(let claimed) = try db.state(of: claim) else { return nil }
            return PriorRequest(
                requestDigest: claimed.requestDigest,
                subject: try db.prior(claimed.subject).orCorrupt)
        }
    }
}

extension SQLPaymentStore {
    package func priors(_ keys: [IdempotencyKey]) async throws(StoreError) -> [PriorRequest] {
        try await read { db in
            var priors: [PriorRequest] = []
            for key in keys {
                guard let claimed = try db.claimed(key) else { break }
                priors.append(
                    PriorRequest(
                        requestDigest: claimed.requestDigest,
                        subject: try db.prior(claimed.subject).orCorrupt))
            }
            return priors
        }
    }
}

extension SQLConnection {
    fileprivate func prior(_ subject: ClaimSubject) throws -> PriorRequest.Subject? {
        let id = subject.id.identifier
        return switch subject.kind {
        case .payment: try priorAuthorization(id).map { .authorization($0) }
        case .operation: try priorOperation("o.id = ?", id).map { .operation($0) }
        case .nothing:
            try first("SELECT \(PaymentColumns.payment) FROM payments p WHERE p.id = ?", id) {
                .nothing(of: try $0.payment())
            }
        }
    }

    private func priorAuthorization(_ id: SQLValue) throws -> PriorAuthorization? {
        let booked = try priorOperation(
            """
            o.payment = (SELECT b.row FROM payments b WHERE b.id = ?)
                AND (o.is_sale = 1 OR o.kind = 'credit')
            """, id)
        return try first(
            """
            SELECT \(PaymentColumns.authorization), p.decline_reason, p.network_reference, p.checks,
                p.is_new_card, p.answered_at, \(TransactionColumns.beginning)
            FROM payments p WHERE p.id = ?
            """,
            id
        ) { columns in
            let authorization = try columns.authorization()
            var answer = StoredAnswer()
            answer.declineReason = try columns.namedOrNil(DeclineReason.self)
            answer.networkReference = try columns.textOrNil()
            answer.checks = try AcquirerChecks(stored: columns.textOrNil())
            answer.isNewCard = try columns.flag()
            answer.at = try columns.timestampOrNil()
            return try PriorAuthorization(
                authorization, answer, number: columns.transactionNumberOrNil(), booked: booked)
        }
    }

    /// - Parameter condition: Which operation `o`; ?1 its value.
    func priorOperation(_ condition: String, _ value: SQLValue) throws -> PriorOperation? {
        try first(
            """
            SELECT \(OperationColumns.operation), o.state, t.number, t.order_reference, o.answered_at
            FROM operations o JOIN payments p ON p.row = o.payment
                LEFT JOIN transactions t ON t.payment = o.payment AND t.operation = o.row
            WHERE \(condition) ORDER BY o.row LIMIT 1
            """,
            value
        ) { columns in
            var operation = try columns.operation()
            let state = try columns.named(OperationState.self)
            let number = try columns.transactionNumberOrNil()
            if let order = try columns.textOrNil() { operation.orderReference = order }
            return try PriorOperation(
                operation, state, number: number, answeredAt: columns.timestampOrNil())
        }
    }
}

/// A request that has claimed a key, as its row says.
struct ClaimedKey: Sendable, Hashable {
    let requestDigest: [UInt8]
    let subject: ClaimSubject
}

/// The subject of a claim, in the words of the table.
struct ClaimSubject: Sendable, Hashable {
    enum Kind: String, Sendable {
        /// A payment, by an authorization.
        case payment
        /// A capture, refund, release or void.
        case operation
        /// None: there was nothing to release of a payment.
        case nothing
    }

    let kind: Kind
    /// The payment's or the operation's.
    let id: String
}

enum KeyState {
    case free
    /// An earlier claim that no longer counts.
    case outdated(ClaimSubject)
    /// An earlier claim that counts.
    case taken(ClaimedKey)

    /// The earlier claim that a new one replaces.
    var outdated: ClaimSubject? {
        switch self {
        case .outdated(let subject): subject
        case .free, .taken: nil
        }
    }
}

extension SQLConnection {
    func claimed(_ key: IdempotencyKey) throws -> ClaimedKey? {
        try first(
            """
            SELECT request_digest, subject_kind, subject
            FROM idempotency WHERE merchant = ? AND dialect = ? AND key = ?
            """,
            key.merchant, key.dialect, key.key
        ) { columns in
            try ClaimedKey(
                requestDigest: columns.bytes(),
                subject: ClaimSubject(kind: columns.named(), id: columns.identifier()))
        }
    }

    /// The state of a claim's key: free, outdated or taken.
    func state(of claim: IdempotencyClaim) throws -> KeyState {
        try state(of: claim, found: try claimed(claim.key))
    }

    /// The same, for the request that was found under the key, or for none.
    ///
    /// Against a claim that counts for a limited time only approved requests count, also if they were voided, or
    /// refused after their client heard that they are final; and requests that may yet be approved.
    func state(of claim: IdempotencyClaim, found: ClaimedKey?) throws -> KeyState {
        guard let found else { return .free }
        guard let since = claim.countsSince else { return .taken(found) }
        let sql =
            switch found.subject.kind {
            case .payment, .nothing:
                """
                SELECT 1 FROM payments p WHERE p.id = ? AND p.created_at >= ?
                    AND p.state IN ('authorizing', 'authorized', 'released', 'credited')
                    AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.payment = p.row
                        AND o.is_sale = 1 AND o.state = 'refused' AND o.accepted = 0)
                """
            case .operation:
                """
                SELECT 1 FROM operations WHERE id = ? AND created_at >= ?
                    AND (state <> 'refused' OR accepted = 1)
                """
            }
        return try exists(sql, found.subject.id.identifier, since)
            ? .taken(found) : .outdated(found.subject)
    }

    /// Claims a key for a request; the constraint refuses a key that someone claimed since it was
    /// looked at.
    ///
    /// - Parameter outdated: What stood under the key and does not count any more; it gives way.
    ///   Only that, by its name: another request may have taken its place already.
    func insert(
        _ claim: IdempotencyClaim, _ kind: ClaimSubject.Kind, _ id: String,
        inPlaceOf outdated: ClaimSubject? = nil
    ) throws {
        if let outdated {
            try change(
                """
                DELETE FROM idempotency WHERE merchant = ? AND dialect = ? AND key = ?
                    AND subject_kind = ? AND subject = ?
                """,
                claim.key.merchant, claim.key.dialect, claim.key.key, outdated.kind.rawValue,
                outdated.id.identifier)
        }
        try changeLater(
            """
            INSERT OR FAIL INTO idempotency (merchant, dialect, key, request_digest, subject_kind, subject)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            claim.key.merchant, claim.key.dialect, claim.key.key, claim.requestDigest,
            kind.rawValue, id.identifier)
    }
}
