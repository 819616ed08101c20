import CardVault
import PaymentDomain
import PaymentEngine
import Books

/// What stands under an idempotency key.
enum KeyStanding {
    /// Nothing.
    case free
    /// What counts no more.
    case outdated(IdempotencyRecord.Subject)
    /// What a request led to.
    case taken(IdempotencyRecord)

    /// What must give way to a new claim.
    var outdated: IdempotencyRecord.Subject? {
        switch self {
        case .outdated(let subject): subject
        case .free, .taken: nil
        }
    }
}

/// The statements that are used in two ways.
private enum IdempotencyColumns {
    static let keeping = """
        UPDATE OR FAIL idempotency SET result_key = ?, sealed_result = ?
        WHERE merchant = ? AND dialect = ? AND key = ? AND subject_kind = ? AND subject = ?
        """
}

extension IdempotencyRecord.Subject {
    /// What a row says that its key stands for.
    init(kind: String, stored id: String) throws {
        switch kind {
        case "payment": self = .payment(PaymentID(stored: id))
        case "operation": self = .operation(OperationID(stored: id))
        default: throw BookError.corrupt
        }
    }

    fileprivate var kind: String {
        switch self {
        case .payment: "payment"
        case .operation: "operation"
        }
    }

    fileprivate var identifier: BookValue {
        switch self {
        case .payment(let id): id.value.identifier
        case .operation(let id): id.value.identifier
        }
    }
}

extension BookConnection {
    /// What stands under a key, or nil.
    func idempotencyRecord(_ key: IdempotencyKey) throws -> IdempotencyRecord? {
        try first(
            """
            SELECT request_digest, subject_kind, subject, result_key, sealed_result
            FROM idempotency WHERE merchant = ? AND dialect = ? AND key = ?
            """,
            [
                key.merchant.value.bookValue, key.dialect.bookValue,
                key.key.bookValue,
            ]
        ) { columns in
            let digest = try columns.bytes()
            let kind = try columns.text()
            let id = try columns.identifier()
            let subject = try IdempotencyRecord.Subject(kind: kind, stored: id)
            return IdempotencyRecord(
                requestDigest: digest, subject: subject, sealedResult: try columns.sealedOrNil())
        }
    }

    /// What stands under a claim's key, and whether it counts against the claim.
    ///
    /// Of a claim that counts for a time only what was approved counts, also where it was refused or taken back since, and
    /// what may yet be; not what its client was told to be refused, which the books alone do not know.
    func standing(of claim: IdempotencyClaim) throws -> KeyStanding {
        try standing(of: claim, found: try idempotencyRecord(claim.key))
    }

    /// The same, of a record that was found under the key, or none.
    func standing(
        of claim: IdempotencyClaim, found: IdempotencyRecord?
    ) throws -> KeyStanding {
        guard let record = found else { return .free }
        guard let since = claim.countsSince else { return .taken(record) }
        let sql =
            switch record.subject {
            case .payment:
                """
                SELECT o.state FROM payments p
                    LEFT JOIN transactions t ON t.payment = p.row
                        AND t.kind IN ('sale', 'forcedCapture', 'credit')
                    LEFT JOIN operations o ON o.row = t.operation
                WHERE p.id = ? AND p.created_at >= ?
                    AND p.state IN ('authorizing', 'authorized', 'released', 'credited')
                """
            case .operation: "SELECT state FROM operations WHERE id = ? AND created_at >= ?"
            }
        let found = try first(sql, [record.subject.identifier, since.value]) { columns in
            try columns.textOrNil()
        }
        guard let state = found, record.subject != claim.inVain else {
            return .outdated(record.subject)
        }
        var counting = record
        switch state {
        case "refused": counting.fate = .refused
        case "voided": counting.fate = .takenBack
        default: break
        }
        return .taken(counting)
    }

    /// What stands under a claim's key and counts against the claim, or nil.
    func recordThatCounts(against claim: IdempotencyClaim) throws -> IdempotencyRecord? {
        guard case .taken(let record) = try standing(of: claim) else { return nil }
        return record
    }

    /// Claims a key for a request; the constraint refuses a key that someone claimed since it was
    /// looked at.
    ///
    /// - Parameter outdated: What stood under the key and does not count any more; it gives way.
    ///   Only that, by its name: another request may have taken its place already.
    func insert(
        _ claim: IdempotencyClaim, subject: IdempotencyRecord.Subject,
        inPlaceOf outdated: IdempotencyRecord.Subject?
    ) throws {
        if let outdated {
            try change(
                """
                DELETE FROM idempotency WHERE merchant = ? AND dialect = ? AND key = ?
                    AND subject_kind = ? AND subject = ?
                """,
                [
                    claim.key.merchant.value.bookValue, claim.key.dialect.bookValue,
                    claim.key.key.bookValue, outdated.kind.bookValue, outdated.identifier,
                ])
        }
        try changeLater(
            """
            INSERT OR FAIL INTO idempotency (merchant, dialect, key, request_digest, subject_kind, subject)
            VALUES (?, ?, ?, ?, ?, ?)
            """,
            [
                claim.key.merchant.value.bookValue, claim.key.dialect.bookValue,
                claim.key.key.bookValue, claim.requestDigest.bookValue,
                subject.kind.bookValue, subject.identifier,
            ])
    }

    /// Keeps the result of a request under its key; only the request that claimed the key can.
    ///
    /// - Returns: False where it was not this subject's.
    func keep(
        _ result: SealedRecord, under key: IdempotencyKey, subject: IdempotencyRecord.Subject
    ) throws -> Bool {
        try change(IdempotencyColumns.keeping, kept(result, key, subject)) == 1
    }

    /// Keeps it, where it is this subject's.
    func keepIfOurs(
        _ result: SealedRecord, under key: IdempotencyKey, subject: IdempotencyRecord.Subject
    ) throws {
        try changeLater(IdempotencyColumns.keeping, kept(result, key, subject))
    }

    private func kept(
        _ result: SealedRecord, _ key: IdempotencyKey, _ subject: IdempotencyRecord.Subject
    ) -> [BookValue] {
        [
            result.keyID.bookValue, result.bytes.bookValue, key.merchant.value.bookValue,
            key.dialect.bookValue, key.key.bookValue, subject.kind.bookValue, subject.identifier,
        ]
    }
}
