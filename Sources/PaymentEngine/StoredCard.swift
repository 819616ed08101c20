import CardVault
import PaymentDomain

/// A card in the database.
package struct StoredCard: Sendable, Hashable {
    package var handle: VaultHandle
    /// Keyed hash of the whole number, which finds the same card again.
    package var fingerprint: [UInt8]
    /// The number, sealed.
    package var sealedPAN: SealedRecord
    /// Its expiry, if a client sent it.
    package var expiry: CardExpiry?
    /// How its handle looks: a card has one of each shape that was asked for.
    package var shape: HandleShape

    package init(
        handle: VaultHandle, fingerprint: [UInt8], sealedPAN: SealedRecord, expiry: CardExpiry?,
        shape: HandleShape = .scramble
    ) {
        self.handle = handle
        self.fingerprint = fingerprint
        self.sealedPAN = sealedPAN
        self.expiry = expiry
        self.shape = shape
    }
}

/// A card that the database may know already, or is to store.
package struct ProposedCard: Sendable {
    /// Its card token, if it is new: a known card keeps its own.
    package var handle: VaultHandle
    /// Keyed hash of the whole number, which finds the same card again.
    package var fingerprint: [UInt8]
    /// Its expiry, if a client sent it.
    package var expiry: CardExpiry?
    /// How its handle looks.
    package var shape: HandleShape
    /// Seals the number for the row of a handle; asked for a new card alone, since most cards have
    /// paid before. Each time it gives another record.
    package var sealPAN: Seal

    /// Seals a card's number for its row.
    package typealias Seal =
        @Sendable (MerchantID, VaultHandle) throws(VaultError) -> SealedRecord

    package init(
        handle: VaultHandle, fingerprint: [UInt8], expiry: CardExpiry?,
        shape: HandleShape = .scramble,
        sealPAN: @escaping Seal
    ) {
        self.handle = handle
        self.fingerprint = fingerprint
        self.expiry = expiry
        self.shape = shape
        self.sealPAN = sealPAN
    }
}

/// An Apple transaction that is spent.
package struct SpentToken: Sendable, Hashable {
    /// Whose: one transaction is spent once per merchant.
    package let merchant: MerchantID
    /// Apple's transaction identifier, lower-case hex; of a keyed card, the name of its cryptogram.
    package let transactionID: String
    /// The name of a wallet payment's cryptogram, which is spent with it.
    package let cryptogramName: String?
    package let at: Timestamp
    /// The person who was given its card data, if that is what spends it; the audit log has it.
    package let openedFor: String?

    package init(
        merchant: MerchantID, transactionID: String, cryptogramName: String? = nil,
        at: Timestamp, openedFor: String? = nil
    ) {
        self.merchant = merchant
        self.transactionID = transactionID
        self.cryptogramName = cryptogramName
        self.at = at
        self.openedFor = openedFor
    }
}
