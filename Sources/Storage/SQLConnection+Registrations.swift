import PaymentDomain
import PaymentEngine
import Database

/// The use of a registration, if an intent has one.
struct RegistrationUse {
    let id: RegistrationID?
    let merchant: MerchantID
    let at: Timestamp
}

/// The spender of a registration.
enum RegistrationSpender {
    case payment(PaymentID)
    case keptCard(VaultHandle)
}

/// The conditions of registrations.
private enum RegistrationColumns {
    /// ?1 the merchant, ?2 the registration, ?3 the time.
    static let spendable = """
        merchant = ?1 AND id = ?2 AND expires_at > ?3 AND spent_by_payment IS NULL
            AND kept_handle IS NULL
        """
}

extension SQLConnection {
    /// Whether a registration, if there is one, is its merchant's, not spent and not expired.
    func mayBeSpent(_ use: RegistrationUse) throws -> Bool {
        guard let id = use.id else { return true }
        return try first(
            "SELECT 1 FROM registrations WHERE \(RegistrationColumns.spendable)",
            [use.merchant.value.sqlValue, id.value.sqlValue, use.at.value]
        ) { _ in true } != nil
    }

    /// Marks a registration, if there is one, as spent, and erases its content; after ``mayBeSpent(_:)``.
    func spend(_ use: RegistrationUse, by spender: RegistrationSpender) throws {
        guard let id = use.id else { return }
        var payment = SQLValue.null
        var handle = SQLValue.null
        switch spender {
        case .payment(let id): payment = id.value.identifier
        case .keptCard(let kept): handle = kept.value.sqlValue
        }
        let spent = try change(
            """
            UPDATE registrations SET content_key = NULL, sealed_content = NULL,
                spent_by_payment = ?4, kept_handle = ?5
            WHERE \(RegistrationColumns.spendable)
            """,
            [use.merchant.value.sqlValue, id.value.sqlValue, use.at.value, payment, handle])
        // Another payment may have spent it since we looked.
        guard spent == 1 else { throw OptimisticConflict() }
    }

    /// Remembers the card token under which a token's card was stored, and forgets it with the registrations that
    /// expire now.
    func remember(_ token: SpentToken, keptAs handle: VaultHandle) throws {
        try change(
            """
            INSERT INTO registrations (merchant, id, expires_at, kept_handle)
            VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING
            """,
            [
                token.merchant.value.sqlValue,
                RegistrationID(keptWith: token.transactionID).value.sqlValue, token.at.value,
                handle.value.sqlValue,
            ])
    }
}
