import CardVault
import PaymentDomain

/// A card as it lies in the books.
public struct StoredCard: Sendable, Hashable {
    /// What stands for it outside.
    public var handle: VaultHandle
    /// Keyed hash of the whole number, which finds the same card again.
    public var fingerprint: [UInt8]
    /// The number, sealed.
    public var sealedPAN: SealedRecord
    /// Its end, where a client told it.
    public var expiry: CardExpiry?
    /// How its handle looks: a card has one of each shape that was asked for.
    public var shape: HandleShape

    /// A card.
    public init(
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

/// A card that the books may know already, or are to keep.
public struct ProposedCard: Sendable {
    /// What stands for it outside, if it is new: a card seen before keeps its own.
    public var handle: VaultHandle
    /// Keyed hash of the whole number, which finds the same card again.
    public var fingerprint: [UInt8]
    /// Its end, where a client told it.
    public var expiry: CardExpiry?
    /// How its handle looks.
    public var shape: HandleShape
    /// Seals the number for the row of a handle; asked for a new card alone, since most cards have
    /// paid before. Each time it gives another record.
    public var sealPAN: Seal

    /// Seals a card's number for its row.
    public typealias Seal =
        @Sendable (MerchantID, VaultHandle) throws(VaultError) -> SealedRecord

    /// A card.
    public init(
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
public struct SpentToken: Sendable, Hashable {
    /// Whose: one transaction is spent once per merchant.
    public let merchant: MerchantID
    /// Apple's transaction identifier, lower-case hex; of a keyed card, the name of its cryptogram.
    public let transactionID: String
    /// The name of a wallet payment's cryptogram, which is spent with it.
    public let cryptogramName: String?
    /// When.
    public let at: Timestamp
    /// Who was given the card data in it, where that is what spends it; the books keep it on record.
    public let openedFor: String?

    /// A spent transaction.
    public init(
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
