import PaymentDomain

/// A change that is sent to receivers, made from stored rows alone.
package struct Event: Sendable, Hashable {
    /// What an event is about.
    package enum Subject: Sendable, Hashable {
        case payment(EventPayment)
        case batch(EventBatch)
    }

    /// Its place in the order of all events. It isn't in the body: a restored database may give it again.
    package let number: Int64
    /// When the change was made.
    package let at: Timestamp
    package let kind: EventKind
    package let subject: Subject

    package init(number: Int64, at: Timestamp, kind: EventKind, subject: Subject) {
        self.number = number
        self.at = at
        self.kind = kind
        self.subject = subject
    }

    package var id: EventID {
        switch subject {
        case .payment(let payment): .payment(payment.id, sequence: payment.sequence)
        case .batch(let batch): .batch(batch.number)
        }
    }

    /// Its place within its payment, from 1; of a batch its number.
    package var sequence: Int64 {
        switch subject {
        case .payment(let payment): payment.sequence
        case .batch(let batch): batch.number
        }
    }

    /// The merchant that may see it; nil for a batch with the totals of all merchants, which is the operator's alone.
    package var merchant: MerchantID? {
        switch subject {
        case .payment(let payment): payment.merchant
        case .batch(let batch): batch.merchant
        }
    }
}

/// A payment as it was after the change: never a name, an address, a token or a card number.
package struct EventPayment: Sendable, Hashable {
    package let id: PaymentID
    /// The number of the change within the payment, from 1.
    package let sequence: Int64
    package let merchant: MerchantID
    /// The protocol that asked for the payment.
    package let dialect: String
    package let orderReference: String
    package let requested: Money
    /// What the change was about: of an outcome without an approval, the requested amount.
    package let amount: Money
    package let state: PaymentState
    /// The amounts after the change; nil if the payment's earlier events were erased, or contradict each other, which
    /// `coster audit` reports.
    package let amounts: PaymentAmounts?
    package let network: CardNetwork?
    package let lastFour: String
    /// The operation that the change is of; nil of the authorization.
    package let operation: EventOperation?
    /// Why the issuer declined, or the acquirer refused the operation.
    package let code: DeclineReason?
    /// The issuer's approval code.
    package let authorizationCode: String?
    /// What clients call it; not in the body.
    package var names = EventNames()

    package init(
        id: PaymentID, sequence: Int64, merchant: MerchantID, dialect: String,
        orderReference: String, requested: Money, amount: Money, state: PaymentState,
        amounts: PaymentAmounts?, network: CardNetwork?, lastFour: String,
        operation: EventOperation?, code: DeclineReason?, authorizationCode: String?
    ) {
        self.id = id
        self.sequence = sequence
        self.merchant = merchant
        self.dialect = dialect
        self.orderReference = orderReference
        self.requested = requested
        self.amount = amount
        self.state = state
        self.amounts = amounts
        self.network = network
        self.lastFour = lastFour
        self.operation = operation
        self.code = code
        self.authorizationCode = authorizationCode
    }
}

/// A closed batch, as one merchant or the operator sees it.
package struct EventBatch: Sendable, Hashable {
    package let number: Int64
    /// The merchant whose totals these are; nil for those of all.
    package let merchant: MerchantID?
    /// At most one for each currency, in the order of the currencies' codes.
    package let totals: [EventTotal]

    package init(number: Int64, merchant: MerchantID?, totals: [EventTotal]) {
        self.number = number
        self.merchant = merchant
        self.totals = totals
    }
}

/// What a batch settles in one currency.
package struct EventTotal: Sendable, Hashable {
    package let currency: Currency
    package var captures: Int64 = 0
    package var captured: Int64 = 0
    /// Refunds and credits.
    package var refunds: Int64 = 0
    package var refunded: Int64 = 0

    package init(currency: Currency) {
        self.currency = currency
    }
}
