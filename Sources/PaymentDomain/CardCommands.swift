/// A card or an Apple Pay payload to be kept for a short while, for one payment.
///
/// The security code of a card is not kept, whatever the client sends.
package struct RegisterCommand: Sendable {
    /// The source of the card: an Apple Pay payload, which is verified and opened now, or a keyed card.
    package var source: PaymentSource
    /// The name that the client will use, unguessable; made by the dialect, in its own shape.
    package var id: RegistrationID
    /// How long it can be used.
    package var lifetimeSeconds: Int64
    /// Names to try if the one before is taken; short names can collide.
    package var alternatives: [RegistrationID] = []
    /// Whether the names are the middle of the client's token: `9` and the first two digits of the card number come
    /// before them and its last four after, as in a stored card's token of that shape.
    /// Only the payload's opener knows those digits.
    package var isFormatPreserving = false
    /// The oldest signature of Apple's that is accepted, if the protocol allows less time than we do.
    package var maximumAgeSeconds: Int64?

    package init(source: PaymentSource, id: RegistrationID, lifetimeSeconds: Int64) {
        self.source = source
        self.id = id
        self.lifetimeSeconds = lifetimeSeconds
    }
}

/// A card to be kept. From a registration, which is spent, or an Apple Pay payload, whose transaction is
/// spent, the number alone is kept: a cryptogram is for one payment.
package struct StoreCardCommand: Sendable {
    package var source: PaymentSource
    /// For how long the card is kept, if no authenticated request of its merchant uses it; nil keeps it for good. Set for
    /// requests without a credential.
    package var provisionalSeconds: Int64?

    package init(source: PaymentSource) {
        self.source = source
    }
}

/// Money given to a card without a payment of ours: a refund that refers to none.
package struct CreditCommand: Sendable {
    package var source: PaymentSource
    /// The shop's own name of the order.
    package var orderReference: String
    /// How much.
    package var amount: Money
    /// The answer that a sandbox is to give; nil outside a sandbox.
    package var script: SandboxScript?

    package init(source: PaymentSource, orderReference: String, amount: Money) {
        self.source = source
        self.orderReference = orderReference
        self.amount = amount
    }
}

/// A void: takes back one transaction that is not settled yet.
package struct VoidCommand: Sendable {
    /// The number of the capture, sale, refund or credit.
    package var number: TransactionNumber

    package init(number: TransactionNumber) {
        self.number = number
    }
}

/// The cancel of a payment, or of one refund or credit, as if it had not been.
///
/// Captures that aren't settled are voided, and the remainder is released. Of a payment that is only authorized, a part
/// can be released.
package struct CancelCommand: Sendable {
    /// The transaction.
    package var reference: PaymentReference
    /// How much of the authorized amount to release; nil for all.
    package var amount: Money?

    package init(reference: PaymentReference, amount: Money? = nil) {
        self.reference = reference
        self.amount = amount
    }
}

/// A question what was settled.
package struct ListBatchesCommand: Sendable {
    /// The batches that are meant.
    package enum Selection: Sendable, Hashable {
        /// One batch, whenever it was closed.
        case number(Int64)
        /// All that were closed from a time on and before another, oldest first.
        case closed(from: Timestamp, to: Timestamp)
        /// So many, newest first, from a number downwards; nil for the newest of all.
        case newest(limit: Int, from: Int64?)
    }

    package var selection: Selection
    /// The numbers that the client can ask by; what has another is another protocol's, and left out. Nil for all.
    package var numbers: ClosedRange<Int64>?

    package init(_ selection: Selection) {
        self.selection = selection
    }
}

/// A question what became of an earlier request.
package struct InquireCommand: Sendable {
    /// The client's own name of the request; nil if it knows the number.
    package var clientName: String?
    /// The number that the transaction was given.
    package var number: TransactionNumber?
    /// The kinds that the client asks about; empty for all.
    package var kinds: Set<TransactionKind>
    /// The order, if the client asks about one: all transactions that began a payment of it are found.
    package var orderReference: String?
    /// How many are found at most, the newest; nil for as many as is usual.
    package var limit: Int?

    package init(
        clientName: String?, number: TransactionNumber?, kinds: Set<TransactionKind> = []
    ) {
        self.clientName = clientName
        self.number = number
        self.kinds = kinds
    }
}
