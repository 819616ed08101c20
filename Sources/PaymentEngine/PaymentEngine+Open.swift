import CardVault
import PaymentDomain

extension PaymentEngine {
    /// Opens what the database keeps sealed; every sealed row is opened here.
    ///
    /// Another server may have sealed it under a new key, which this one loads with its next look at the database. In
    /// that case the key is loaded now, once: data of another server must not be reported as lost.
    func opened(
        _ record: SealedRecord, for binding: AssociatedData
    ) async throws(VaultError) -> [UInt8] {
        await takeUpKey(of: record)
        return try ports.vault.open(record, for: binding)
    }

    /// Opens a card number in the same way.
    func opened(_ card: StoredCard, of merchant: MerchantID) async throws(VaultError) -> PAN {
        await takeUpKey(of: card.sealedPAN)
        return try ports.vault.openPAN(card.sealedPAN, merchant: merchant, handle: card.handle)
    }

    func takeUpKey(of record: SealedRecord) async {
        guard !ports.vault.hasKey(record.keyID) else { return }
        await ports.takeUpKey(record.keyID)
    }
}
