// What is asked for an earlier payment.

/// How a shop names an earlier payment.
public enum PaymentReference: Sendable, Hashable {
    /// By the number that one of its transactions was given: the one that the operation is about.
    case number(TransactionNumber)
    /// By the number of the transaction that began it, whatever is wanted of it, in dialects where a payment keeps one
    /// number all its life.
    case begunBy(TransactionNumber)
    /// By its order, and the card's handle where it was sent.
    case order(String, card: VaultHandle?)
    /// By our own identifier.
    case payment(PaymentID)
}

/// A capture.
public struct CaptureCommand: Sendable {
    /// The payment.
    public var reference: PaymentReference
    /// How much to take; nil for all that is left.
    public var amount: Money?
    /// Whether it is the last one: what is left of the hold is then released.
    public var isFinal: Bool
    /// Whether it stands in place of what was captured before and is not settled: the same amount again changes
    /// nothing, another one takes the earlier capture back first.
    public var replacesEarlier = false

    /// A capture.
    public init(reference: PaymentReference, amount: Money?, isFinal: Bool) {
        self.reference = reference
        self.amount = amount
        self.isFinal = isFinal
    }
}

/// A refund.
public struct RefundCommand: Sendable {
    /// The payment.
    public var reference: PaymentReference
    /// How much to give back; nil for all that was captured and not yet refunded.
    public var amount: Money?
    /// Whether what was captured must be settled before it can be refunded.
    public var requiresSettlement = false
    /// The shop's own name of the refund's order, where its protocol has one.
    public var orderReference: String?
    /// Whether the rule on duplicates counts only where that order is not the payment's: two refunds of one amount may
    /// bear the payment's.
    public var isNamedByItsOrder = false
    /// Before this moment a payment is too old to be refunded; nil for no limit.
    public var notBefore: Timestamp?
    /// Whether the protocol knows a refund of more than was captured, and can tell of the credit that it then is.
    public var mayExceedCapture = false

    /// A refund.
    public init(reference: PaymentReference, amount: Money?) {
        self.reference = reference
        self.amount = amount
    }
}

/// A release: the merchant gives up (part of) a hold; all of it is a void.
public struct ReleaseCommand: Sendable {
    /// The payment.
    public var reference: PaymentReference
    /// How much to give up; nil for all that is left.
    public var amount: Money?
    /// The currency of the hold that is meant, where no amount says it; nil for whatever is held.
    public var currency: Currency?
    /// Whether an amount that was authorized means the hold as a whole, so that all that is left of it is given up.
    public var takesWholeForRest = false
    /// Whether it is refused where nothing is left to give up, in place of being taken as done.
    public var refusesNothingLeft = false
    /// The networks whose holds are given up as a whole or not at all.
    public var wholeOnly: Set<CardNetwork> = []

    /// A release.
    public init(reference: PaymentReference, amount: Money?) {
        self.reference = reference
        self.amount = amount
    }
}

/// A question whether funds are still held.
public struct ConfirmFundsCommand: Sendable {
    /// The payment.
    public var reference: PaymentReference
    /// The amount that must be there.
    public var amount: Money
    /// Whether a lapsed hold is to be renewed.
    public var renews: Bool

    /// A question about an amount.
    public init(reference: PaymentReference, amount: Money, renews: Bool) {
        self.reference = reference
        self.amount = amount
        self.renews = renews
    }
}
