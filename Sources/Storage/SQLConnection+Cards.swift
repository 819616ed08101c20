import Database
import CardVault
import PaymentDomain
import PaymentEngine

extension SQLConnection {
    /// Stores a new card, and a known one for as long as it is needed now.
    ///
    /// - Parameter end: When the card expires, if its merchant does not use it before; nil stores it for good.
    /// - Returns: The handle that the card goes by.
    func keep(
        _ card: ProposedCard, at place: CardPlace, merchant: MerchantID, until end: Timestamp? = nil
    ) throws -> VaultHandle {
        switch place {
        case .known(let handle, _, .permanent): return handle
        case .known(let handle, _, .provisional):
            try moveEnd(of: handle, merchant: merchant, to: end)
            return handle
        case .known(let handle, _, .erased):
            try restore(card, under: handle, merchant: merchant)
            return handle
        case .new, .takenByAnother:
            let sealed = try sealed(card, under: card.handle, of: merchant)
            try changeLater(
                """
                INSERT OR FAIL INTO cards
                    (merchant, shape, fingerprint, handle, pan_key, sealed_pan, expiry, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    merchant.value.sqlValue, card.shape.rawValue.sqlValue,
                    card.fingerprint.sqlValue, card.handle.value.sqlValue,
                    sealed.keyID.sqlValue, sealed.bytes.sqlValue, card.expiry?.value ?? .null,
                    end?.value ?? .null,
                ])
            return card.handle
        }
    }

    /// Makes a provisional card expire later, or never.
    private func moveEnd(
        of handle: VaultHandle, merchant: MerchantID, to end: Timestamp?
    ) throws {
        let moved = try change(
            """
            UPDATE cards SET expires_at = ?3
            WHERE merchant = ?1 AND handle = ?2 AND expires_at IS NOT NULL
            """,
            [merchant.value.sqlValue, handle.value.sqlValue, end?.value ?? .null])
        // It was used, or erased, since we looked.
        guard moved == 1 else { throw OptimisticConflict() }
    }

    /// Stores the number of a card again that was erased by command. Payments may refer to its row, so it doesn't
    /// expire, whichever client sends it.
    private func restore(
        _ card: ProposedCard, under handle: VaultHandle, merchant: MerchantID
    ) throws {
        let sealed = try sealed(card, under: handle, of: merchant)
        let restored = try change(
            """
            UPDATE cards SET pan_key = ?3, sealed_pan = ?4, expiry = ?5
            WHERE merchant = ?1 AND handle = ?2 AND sealed_pan IS NULL
            """,
            [
                merchant.value.sqlValue, handle.value.sqlValue, sealed.keyID.sqlValue,
                sealed.bytes.sqlValue, card.expiry?.value ?? .null,
            ])
        guard restored == 1 else { throw OptimisticConflict() }
    }

    private func sealed(
        _ card: ProposedCard, under handle: VaultHandle, of merchant: MerchantID
    ) throws(SQLError) -> SealedRecord {
        do {
            return try card.sealPAN(merchant, handle)
        } catch {
            // Without the vault nothing can be written.
            throw .unavailable
        }
    }
}
