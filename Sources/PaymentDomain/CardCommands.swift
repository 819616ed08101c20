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

    /// A registration.
    public init(source: PaymentSource, id: RegistrationID, lifetimeSeconds: Int64) {
        self.source = source
        self.id = id
        self.lifetimeSeconds = lifetimeSeconds
    }
}

/// A card to be kept for good. From a registration, which is spent, or an Apple Pay payload, whose transaction is
/// spent, the number alone is kept: a cryptogram is for one payment.
public struct KeepCardCommand: Sendable {
    /// Where the card comes from.
    public var source: PaymentSource

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

/// A question what became of an earlier request.
public struct InquireCommand: Sendable {
    /// The client's own name of the request; nil where it knows the number.
    public var clientName: String?
    /// The number that the transaction was given.
    public var number: TransactionNumber?
    /// The kinds that the client asks about; empty for all.
    public var kinds: Set<TransactionKind>

    /// A question.
    public init(
        clientName: String?, number: TransactionNumber?, kinds: Set<TransactionKind> = []
    ) {
        self.clientName = clientName
        self.number = number
        self.kinds = kinds
    }
}
