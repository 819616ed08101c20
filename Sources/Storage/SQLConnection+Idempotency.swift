import PaymentDomain
import PaymentEngine
import Database

/// A request that has claimed a key, as its row says.
struct ClaimedKey: Sendable, Hashable {
    /// Keyed digest of the request.
    let requestDigest: [UInt8]
    let subject: ClaimSubject
}

/// The subject of a claim, in the words of the table.
enum ClaimSubject: Sendable, Hashable {
    /// A payment, by an authorization.
    case payment(PaymentID)
    /// A capture, refund, release or void.
    case operation(OperationID)
    /// None: there was nothing to release of a payment.
    case nothing(of: PaymentID)
}

/// The state of a claim's key.
enum KeyState {
    /// Nothing.
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

extension ClaimSubject {
    /// Reads the subject of a row.
    init(kind: String, stored id: String) throws {
        switch kind {
        case "payment": self = .payment(PaymentID(stored: id))
        case "operation": self = .operation(OperationID(stored: id))
        case "nothing": self = .nothing(of: PaymentID(stored: id))
        default: throw SQLError.corrupt
        }
    }

    fileprivate var kind: String {
        switch self {
        case .payment: "payment"
        case .operation: "operation"
        case .nothing: "nothing"
        }
    }

    fileprivate var identifier: SQLValue {
        switch self {
        case .payment(let id), .nothing(let id): id.value.identifier
        case .operation(let id): id.value.identifier
        }
    }
}

extension SQLConnection {
    /// The request that has claimed a key, or nil.
    func claimed(_ key: IdempotencyKey) throws -> ClaimedKey? {
        try first(
            """
            SELECT request_digest, subject_kind, subject
            FROM idempotency WHERE merchant = ? AND dialect = ? AND key = ?
            """,
            [key.merchant.value.sqlValue, key.dialect.sqlValue, key.key.sqlValue]
        ) { columns in
            let digest = try columns.bytes()
            let kind = try columns.text()
            return ClaimedKey(
                requestDigest: digest,
                subject: try ClaimSubject(kind: kind, stored: try columns.identifier()))
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
            switch found.subject {
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
        let counts = try first(sql, [found.subject.identifier, since.value]) { _ in true } != nil
        return counts ? .taken(found) : .outdated(found.subject)
    }

    /// Claims a key for a request; the constraint refuses a key that someone claimed since it was
    /// looked at.
    ///
    /// - Parameter outdated: What stood under the key and does not count any more; it gives way.
    ///   Only that, by its name: another request may have taken its place already.
    func insert(
        _ claim: IdempotencyClaim, subject: ClaimSubject, inPlaceOf outdated: ClaimSubject?
    ) throws {
        if let outdated {
            try change(
                """
                DELETE FROM idempotency WHERE merchant = ? AND dialect = ? AND key = ?
                    AND subject_kind = ? AND subject = ?
                """,
                [
                    claim.key.merchant.value.sqlValue, claim.key.dialect.sqlValue,
                    claim.key.key.sqlValue, outdated.kind.sqlValue, outdated.identifier,
                ])
        }
        try changeLater(
            """
            INSERT OR FAIL INTO idempotency (merchant, dialect, key, request_digest, subject_kind, subject)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                claim.key.merchant.value.sqlValue, claim.key.dialect.sqlValue,
                claim.key.key.sqlValue, claim.requestDigest.sqlValue,
                subject.kind.sqlValue, subject.identifier,
            ])
    }
}
