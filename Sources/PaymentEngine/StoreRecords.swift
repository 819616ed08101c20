import CardVault
import PaymentDomain

/// Names a request, so that its repetition is recognised.
public struct IdempotencyKey: Sendable, Hashable {
    /// Whose.
    public let merchant: MerchantID
    /// In which dialect; two dialects never share a key.
    public let dialect: String
    /// What the client called it.
    public let key: String

    /// A key.
    public init(merchant: MerchantID, dialect: String, key: String) {
        self.merchant = merchant
        self.dialect = dialect
        self.key = key
    }
}

/// An idempotency key about to be used.
public struct IdempotencyClaim: Sendable, Hashable {
    /// The key.
    public let key: IdempotencyKey
    /// Keyed digest of the whole request.
    public let requestDigest: [UInt8]
    /// Where set, an earlier claim counts only if it was made at this moment or later and what it led to was approved;
    /// else this one takes its place.
    public let countsSince: Timestamp?

    /// A claim.
    public init(key: IdempotencyKey, requestDigest: [UInt8], countsSince: Timestamp? = nil) {
        self.key = key
        self.requestDigest = requestDigest
        self.countsSince = countsSince
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

/// The renewal of a payment by a newer authorization of its order.
public struct Renewal: Sendable, Hashable {
    /// The order.
    public let name: OrderName
    /// The order as it was read.
    public let order: OrderRecord
    /// The payment that is renewed.
    let renewedID: PaymentID

    /// The renewal of a payment of an order.
    public init(of payment: PaymentID, _ name: OrderName, asRead order: OrderRecord) {
        self.name = name
        self.order = order
        renewedID = payment
    }

    /// The payment that is renewed: a lapsed hold, or one that came to nothing.
    public var renewed: OrderedPayment? {
        order.payments.first { $0.payment.id == renewedID }
    }

    /// The lapsed hold that is renewed, if there is one.
    public var hold: Payment? {
        guard let payment = renewed?.payment, payment.state == .authorized else { return nil }
        return payment
    }
}

/// What is written before the first byte leaves for the acquirer. The cryptogram is not: an
/// authorization without an answer is undone and never sent again, so nobody would read it.
public struct AuthorizationIntent: Sendable {
    /// The payment, in state `authorizing`. Its handle is a proposal: a card seen before keeps its own.
    public var payment: Payment
    /// The card.
    public var card: ProposedCard
    /// What the reply and a renewal need of the card and the request.
    public var details: AuthorizationDetails
    /// The Apple transaction that it spends, and the cryptogram.
    public var spentToken: SpentToken?
    /// The idempotency key that it claims.
    public var claim: IdempotencyClaim?
    /// The registration that it spends; what was kept under it is erased.
    public var registration: RegistrationID?
    /// What clients call it.
    public var transaction: TransactionName?
    /// What it renews, if it renews an earlier payment. Nothing begins if the order has changed since it was read, so that
    /// of two renewals at two servers one begins.
    public var renewal: Renewal?
    /// After this moment without an outcome it counts as abandoned.
    public var deadline: Timestamp

    /// An intent.
    public init(
        payment: Payment, card: ProposedCard, details: AuthorizationDetails,
        spentToken: SpentToken?, claim: IdempotencyClaim?, deadline: Timestamp
    ) {
        self.payment = payment
        self.card = card
        self.details = details
        self.spentToken = spentToken
        self.claim = claim
        self.deadline = deadline
    }
}

/// What of a card and its authorization is not secret.
public struct AuthorizationDetails: Sendable, Hashable {
    /// First six digits.
    public var issuerPrefix: String
    /// Last four digits.
    public var lastFour: String
    /// Last four of the plastic card, where Apple told them.
    public var originalLastFour: String?
    /// The network.
    public var network: CardNetwork?
    /// The card's end at this payment; nil for a credit to a card whose end no one told.
    public var expiry: CardExpiry?
    /// How the card came.
    public var entryMode: AcquirerAuthorization.EntryMode
    /// Which dialect asked.
    public var dialect: String
    /// Field 11 of the request.
    public var traceNumber: String
    /// Field 37 of the request.
    public var retrievalReference: String
    /// How the merchant is known at the acquirer; advices carry the same.
    public var merchant: AcquirerMerchant

    /// The details.
    public init(
        issuerPrefix: String, lastFour: String, originalLastFour: String?,
        network: CardNetwork?, expiry: CardExpiry?,
        entryMode: AcquirerAuthorization.EntryMode, dialect: String, trace: TraceNumbers,
        merchant: AcquirerMerchant
    ) {
        self.issuerPrefix = issuerPrefix
        self.lastFour = lastFour
        self.originalLastFour = originalLastFour
        self.network = network
        self.expiry = expiry
        self.entryMode = entryMode
        self.dialect = dialect
        traceNumber = trace.traceNumber
        retrievalReference = trace.retrievalReference
        self.merchant = merchant
    }
}
