import Database
import CardVault
import PaymentDomain
import PaymentEngine

/// All that may refuse an authorization before it begins, in one query.
struct BeginningLook: Sendable {
    /// The card's token and expiry, if it is known.
    let known: CardPlace?
    /// The request under the idempotency key, whether it counts or not.
    let claimed: ClaimedKey?
    let isTokenSpent: Bool
    let isNumberTaken: Bool
    let isRegistrationSpendable: Bool

    /// The question; what an intent does not have is asked as NULL, which is nowhere.
    static func question(on intent: AuthorizationIntent) -> LeadingQuery<BeginningLook> {
        let payment = intent.payment
        let card = intent.card
        let key = intent.claim?.key
        return LeadingQuery(
            """
            SELECT c.handle, c.expiry, \(CardState.column), i.request_digest, i.subject_kind, i.subject,
                EXISTS (SELECT 1 FROM spent_tokens t
                    WHERE t.merchant = ?1 AND t.apple_transaction = ?7)
                    OR EXISTS (SELECT 1 FROM spent_tokens t
                        WHERE t.merchant = ?1 AND t.apple_transaction = ?11),
                EXISTS (SELECT 1 FROM transactions n WHERE n.number = ?8),
                EXISTS (SELECT 1 FROM registrations r WHERE r.merchant = ?1 AND r.id = ?9
                    AND r.expires_at > ?10 AND r.spent_by_payment IS NULL AND r.kept_handle IS NULL)
            FROM (SELECT 1 AS one) single
                LEFT JOIN cards c ON c.merchant = ?1 AND c.shape = ?2 AND c.fingerprint = ?3
                LEFT JOIN idempotency i ON i.merchant = ?4 AND i.dialect = ?5 AND i.key = ?6
            """,
            [
                payment.merchant.value.sqlValue, card.shape.rawValue.sqlValue,
                card.fingerprint.sqlValue, key?.merchant.value.sqlValue ?? .null,
                key?.dialect.sqlValue ?? .null, key?.key.sqlValue ?? .null,
                intent.spentToken?.transactionID.identifier ?? .null,
                intent.transaction?.number.value.sqlValue ?? .null,
                intent.registration?.value.sqlValue ?? .null, payment.createdAt.value,
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
            known: handle.map { .known($0, expiry, state) }, claimed: try claimedKeyOrNil(),
            isTokenSpent: try integer() != 0, isNumberTaken: try integer() != 0,
            isRegistrationSpendable: try integer() != 0)
    }

    /// A claim that is there or not: without one all of its columns are NULL.
    private mutating func claimedKeyOrNil() throws -> ClaimedKey? {
        let digest = try bytesOrNil()
        let kind = try textOrNil()
        let subject = try identifierOrNil()
        guard let digest, let kind, let subject else { return nil }
        return ClaimedKey(
            requestDigest: digest, subject: try ClaimSubject(kind: kind, stored: subject))
    }
}
