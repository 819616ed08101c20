// Commands about an earlier payment.

/// How a shop names an earlier payment.
package enum PaymentReference: Sendable, Hashable {
    /// By the number that one of its transactions was given: the one that the operation is about.
    case number(TransactionNumber)
    /// By the number of the transaction that began it, whatever the command, in dialects whose payments keep one
    /// number all their life.
    case begunBy(TransactionNumber)
    /// By its order, and the card token if it was sent.
    case order(String, card: VaultHandle?)
    /// By our own identifier.
    case payment(PaymentID)
}

package struct CaptureCommand: Sendable {
    package var reference: PaymentReference
    /// How much to take; nil for all that is left.
    package var amount: Money?
    /// Whether it is the last one: what is left of the hold is then released.
    package var isFinal: Bool
    /// Whether it replaces earlier captures that aren't settled: the same amount again changes nothing, and for another
    /// one the earlier capture is voided first.
    package var replacesEarlier = false

    package init(reference: PaymentReference, amount: Money?, isFinal: Bool) {
        self.reference = reference
        self.amount = amount
        self.isFinal = isFinal
    }
}

package struct RefundCommand: Sendable {
    package var reference: PaymentReference
    /// How much to give back; nil for all that was captured and not yet refunded.
    package var amount: Money?
    /// Whether what was captured must be settled before it can be refunded.
    package var requiresSettlement = false
    /// The shop's own name of the refund's order, where its protocol has one.
    package var orderReference: String?
    /// Whether the rule on duplicates counts only where that order is not the payment's: two refunds of one amount may
    /// bear the payment's.
    package var isNamedByItsOrder = false
    /// A payment from before this time is too old to be refunded; nil for no limit.
    package var notBefore: Timestamp?
    /// Whether the protocol allows a refund above the captured amount, and can report the credit that it then is.
    package var mayExceedCapture = false

    package init(reference: PaymentReference, amount: Money?) {
        self.reference = reference
        self.amount = amount
    }
}

/// The release of (part of) the authorized amount; of all of it, a void.
package struct ReleaseCommand: Sendable {
    package var reference: PaymentReference
    /// How much to release; nil for the whole remainder.
    package var amount: Money?
    /// The currency of the authorization, if no amount says it; nil for any.
    package var currency: Currency?
    /// Whether an amount equal to the authorized one means the authorization as a whole, so that its whole remainder is
    /// released.
    package var takesWholeForRest = false
    /// Whether it is refused if nothing is left to release, instead of counting as done.
    package var refusesNothingLeft = false
    /// The networks whose authorizations are released as a whole or not at all.
    package var wholeOnly: Set<CardNetwork> = []

    package init(reference: PaymentReference, amount: Money?) {
        self.reference = reference
        self.amount = amount
    }
}

/// A question whether funds are still held.
package struct ConfirmFundsCommand: Sendable {
    package var reference: PaymentReference
    /// The amount that must be there.
    package var amount: Money
    /// Whether to renew an expired authorization.
    package var renews: Bool

    package init(reference: PaymentReference, amount: Money, renews: Bool) {
        self.reference = reference
        self.amount = amount
        self.renews = renews
    }
}
