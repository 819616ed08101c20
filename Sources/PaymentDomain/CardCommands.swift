/// A card or an Apple Pay payload to be kept for a short while, for one payment.
///
/// The security code of a card is not kept, whatever the client sends.
public struct RegisterCommand: Sendable {
    /// What is kept: an Apple Pay payload, which is verified and opened now, or a keyed card.
    public var source: PaymentSource
    /// The name that the client will use, unguessable; made by the dialect, in its own shape.
    public var id: RegistrationID
    /// How long it can be used.
    public var lifetimeSeconds: Int64
    /// Names to be tried where the one before is taken already; for short names, of which two may be alike.
    public var alternatives: [RegistrationID] = []
    /// Whether the names are the middle of what the client will use: `9` and the first two digits of the card number
    /// come before them and its last four after, as in a kept card's handle of that shape.
    ///
    /// Source: CardSecure API, token format; only who has opened the payload knows those digits.
    public var isAroundCardNumber = false
    /// How long ago Apple may have signed a payload, where the protocol allows less than we do.
    public var maximumAgeSeconds: Int64?

    /// A registration.
    public init(source: PaymentSource, id: RegistrationID, lifetimeSeconds: Int64) {
        self.source = source
        self.id = id
        self.lifetimeSeconds = lifetimeSeconds
    }
}

/// A card to be kept. From a registration, which is spent, or an Apple Pay payload, whose transaction is
/// spent, the number alone is kept: a cryptogram is for one payment.
public struct KeepCardCommand: Sendable {
    /// Where the card comes from.
    public var source: PaymentSource
    /// For how long the card is kept, if no authenticated request of its merchant uses it; nil keeps it for good. Set for
    /// requests without a credential.
    public var provisionalSeconds: Int64?

    /// Keeps a card.
    public init(source: PaymentSource) {
        self.source = source
    }
}

/// Money given to a card without a payment of ours: a refund that refers to none.
public struct CreditCommand: Sendable {
    /// The card.
    public var source: PaymentSource
    /// The shop's own name of the order.
    public var orderReference: String
    /// How much.
    public var amount: Money
    /// What a sandbox is to answer; nil outside a sandbox.
    public var script: SandboxScript?

    /// A credit.
    public init(source: PaymentSource, orderReference: String, amount: Money) {
        self.source = source
        self.orderReference = orderReference
        self.amount = amount
    }
}

/// A void: takes back one transaction that is not settled yet.
public struct VoidCommand: Sendable {
    /// The number of the capture, sale, refund or credit.
    public var number: TransactionNumber

    /// A void.
    public init(number: TransactionNumber) {
        self.number = number
    }
}

/// A payment, or one refund or credit, that is to be as if it had not been.
///
/// What was captured and is not settled is taken back, and the hold is given up. Of a payment that is only authorized
/// a part can be given up.
public struct CancelCommand: Sendable {
    /// The transaction.
    public var reference: PaymentReference
    /// How much of a hold to give up; nil for all.
    public var amount: Money?

    /// A cancellation.
    public init(reference: PaymentReference, amount: Money? = nil) {
        self.reference = reference
        self.amount = amount
    }
}

/// A question what was settled: one batch, or all that were closed within a time.
public struct ListBatchesCommand: Sendable {
    /// The number of the batch; nil for all of the time.
    public var batch: Int64?
    /// From this moment, inclusive.
    public var from: Timestamp
    /// To this moment, exclusive.
    public var to: Timestamp
    /// The numbers that the client can ask by; what has another is another protocol's, and left out. Nil for all.
    public var numbers: ClosedRange<Int64>?

    /// A question.
    public init(batch: Int64?, from: Timestamp, to: Timestamp) {
        self.batch = batch
        self.from = from
        self.to = to
    }
}

/// A question what became of an earlier request.
public struct InquireCommand: Sendable {
    /// The client's own name of the request; nil where it knows the number.
    public var clientName: String?
    /// The number that the transaction was given.
    public var number: TransactionNumber?
    /// The kinds that the client asks about; empty for all.
    public var kinds: Set<TransactionKind>
    /// The order, where the client asks about one: all that began a payment of it are found.
    public var orderReference: String?
    /// How many are found at most, the newest; nil for as many as is usual.
    public var limit: Int?

    /// A question.
    public init(
        clientName: String?, number: TransactionNumber?, kinds: Set<TransactionKind> = []
    ) {
        self.clientName = clientName
        self.number = number
        self.kinds = kinds
    }
}
