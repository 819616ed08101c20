import CardVault
import PaymentDomain

/// What clients call a transaction.
public struct TransactionName: Sendable, Hashable {
    /// The number that it was given.
    public var number: TransactionNumber
    /// What it is.
    public var kind: TransactionKind
    /// The client's own name of its request.
    public var clientName: String?
    /// The order that it names in place of its payment's.
    public var orderReference: String?

    /// A name.
    public init(number: TransactionNumber, kind: TransactionKind, clientName: String?) {
        self.number = number
        self.kind = kind
        self.clientName = clientName
    }
}

/// A transaction as it stands in the books.
public struct StoredTransaction: Sendable, Hashable {
    /// What clients call it.
    public var name: TransactionName
    /// The payment that it began or belongs to.
    public var authorization: StoredAuthorization
    /// Why the payment was declined, where it was.
    public var declineReason: DeclineReason?
    /// The capture, refund, release, credit or void that it is; for a sale and a forced capture, the capture that came
    /// with the approval. Nil for an authorization, and where nothing was approved.
    public var operation: StoredOperation?
    /// Where the operation stands.
    public var operationState: OperationState?
    /// What of the operation's amount no refund that names it gives back, or is to.
    public var left: Money?
    /// The batch of the operation, where it is in one; the open one has no number.
    public var batch: FoundBatch?
    /// When it was written.
    public var at: Timestamp

    /// A transaction.
    public init(
        name: TransactionName, authorization: StoredAuthorization,
        declineReason: DeclineReason?, operation: StoredOperation?,
        operationState: OperationState?, at: Timestamp
    ) {
        self.name = name
        self.authorization = authorization
        self.declineReason = declineReason
        self.operation = operation
        self.operationState = operationState
        self.at = at
    }
}

/// Where an operation stands.
public enum OperationState: String, Sendable, Hashable, CaseIterable {
    /// Reserved; the acquirer is told until it answers.
    case pending
    /// The acquirer took it; it is in the open batch.
    case confirmed
    /// The acquirer refused it.
    case refused
    /// It is being taken back.
    case voiding
    /// It was taken back.
    case voided
    /// Its batch is closed.
    case settled
}

/// Something that is kept for one payment.
public struct StoredRegistration: Sendable, Hashable {
    /// What the client calls it.
    public var id: RegistrationID
    /// Whose.
    public var merchant: MerchantID
    /// What is kept, sealed; nil once it was spent or its time was over.
    public var sealedContent: SealedRecord?
    /// When its time is over.
    public var expiresAt: Timestamp
    /// Whether a payment was made with it.
    public var isSpent: Bool
    /// The payment that was made with it; nil too where its card was kept.
    public var spentBy: PaymentID?
    /// The handle under which its card was kept, where it was.
    public var keptHandle: VaultHandle?

    /// A registration.
    public init(
        id: RegistrationID, merchant: MerchantID, sealedContent: SealedRecord?,
        expiresAt: Timestamp, isSpent: Bool = false
    ) {
        self.id = id
        self.merchant = merchant
        self.sealedContent = sealedContent
        self.expiresAt = expiresAt
        self.isSpent = isSpent
    }
}

/// A card to be kept for good, without a payment.
public struct CardIntent: Sendable {
    /// Whose.
    public var merchant: MerchantID
    /// The card.
    public var card: ProposedCard
    /// The Apple transaction that it spends; the handle is remembered under its name, see
    /// ``PaymentDomain/RegistrationID/init(keptWith:)``.
    public var spentToken: SpentToken?
    /// The registration that it spends.
    public var registration: RegistrationID?
    /// When.
    public var at: Timestamp
    /// When the card expires, if its merchant does not use it before; nil keeps it for good. A card that is kept for
    /// good already stays so.
    public var expiresAt: Timestamp?

    /// An intent.
    public init(
        merchant: MerchantID, card: ProposedCard, spentToken: SpentToken?,
        registration: RegistrationID?, at: Timestamp
    ) {
        self.merchant = merchant
        self.card = card
        self.spentToken = spentToken
        self.registration = registration
        self.at = at
    }
}
