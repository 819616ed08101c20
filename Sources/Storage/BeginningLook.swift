import Books
import CardVault
import PaymentDomain
import PaymentEngine

/// What stands in the books before an authorization begins: all that may refuse it, in one look.
struct BeginningLook: Sendable {
    /// The card's handle and expiry, where it is known.
    let known: CardPlace?
    /// What stands under the idempotency key, whether it counts or not.
    let record: IdempotencyRecord?
    let isTokenSpent: Bool
    let isNumberTaken: Bool
    let isRegistrationSpendable: Bool
    let isSealingKeyInUse: Bool

    /// The question; what an intent does not have is asked as NULL, which is nowhere.
    static func question(on intent: AuthorizationIntent) -> BookQuestion<BeginningLook> {
        let payment = intent.payment
        let card = intent.card
        let key = intent.claim?.key
        return BookQuestion(
            """
            SELECT c.handle, c.expiry, \(CardState.column), i.request_digest, i.subject_kind, i.subject, i.result_key,
                i.sealed_result,
                EXISTS (SELECT 1 FROM spent_tokens t
                    WHERE t.merchant = ?1 AND t.apple_transaction = ?7)
                    OR EXISTS (SELECT 1 FROM spent_tokens t
                        WHERE t.merchant = ?1 AND t.apple_transaction = ?12),
                EXISTS (SELECT 1 FROM transactions n WHERE n.number = ?8),
                EXISTS (SELECT 1 FROM registrations r WHERE r.merchant = ?1 AND r.id = ?9
                    AND r.expires_at > ?10 AND r.spent_by_payment IS NULL AND r.kept_handle IS NULL),
                EXISTS (SELECT 1 FROM wrapped_keys w WHERE w.id = ?11 AND w.state = 'active')
            FROM (SELECT 1 AS one) single
                LEFT JOIN cards c ON c.merchant = ?1 AND c.shape = ?2 AND c.fingerprint = ?3
                LEFT JOIN idempotency i ON i.merchant = ?4 AND i.dialect = ?5 AND i.key = ?6
            """,
            [
                payment.merchant.value.bookValue, card.shape.rawValue.bookValue,
                card.fingerprint.bookValue, key?.merchant.value.bookValue ?? .null,
                key?.dialect.bookValue ?? .null, key?.key.bookValue ?? .null,
                intent.spentToken?.transactionID.identifier ?? .null,
                intent.transaction?.number.value.bookValue ?? .null,
                intent.registration?.value.bookValue ?? .null, payment.createdAt.value,
                intent.sealingKey.bookValue,
                intent.spentToken?.cryptogramName?.identifier ?? .null,
            ]
        ) { columns in try columns.beginningLook() }
    }
}

extension RowColumns {
    fileprivate mutating func beginningLook() throws -> BeginningLook {
        let handle = try handleOrNil()
        let expiry = try expiryOrNil()
        let state = try named(CardState.self)
        return BeginningLook(
            known: handle.map { .known($0, expiry, state) }, record: try idempotencyRecordOrNil(),
            isTokenSpent: try integer() != 0, isNumberTaken: try integer() != 0,
            isRegistrationSpendable: try integer() != 0,
            isSealingKeyInUse: try integer() != 0)
    }

    /// A record that is there or not: without one all of its columns are NULL.
    private mutating func idempotencyRecordOrNil() throws -> IdempotencyRecord? {
        let digest = try bytesOrNil()
        let kind = try textOrNil()
        let subject = try identifierOrNil()
        let result = try sealedOrNil()
        guard let digest, let kind, let subject else { return nil }
        return IdempotencyRecord(
            requestDigest: digest,
            subject: try IdempotencyRecord.Subject(kind: kind, stored: subject),
            sealedResult: result)
    }
}
