/// A merchant's name of an order.
package struct OrderName: Sendable, Hashable {
    package let merchant: MerchantID
    /// The merchant's name of it.
    package let reference: String
    /// The card token, if the request has it: then the order's payments of other cards aren't meant.
    package let card: VaultHandle?

    package init(_ reference: String, of merchant: MerchantID, card: VaultHandle?) {
        self.merchant = merchant
        self.reference = reference
        self.card = card
    }
}

/// A payment among those of its order.
package struct OrderedPayment: Sendable, Hashable {
    /// The payment with its operations.
    package let record: PaymentRecord
    /// The payment that it renews, if any.
    package let renews: PaymentID?
    /// Its place among all payments of the database: a newer one has a greater number.
    package let number: Int64

    package init(_ record: PaymentRecord, renews: PaymentID?, number: Int64) {
        self.record = record
        self.renews = renews
        self.number = number
    }

    /// The payment without its operations.
    package var payment: Payment { record.payment }
}

/// The payments that a request may mean: those of an order, each made by one authorization, or the one whose number it
/// gives. They decide together what the request may do.
package struct OrderRecord: Sendable, Hashable {
    /// The payments, newest first, at most ``Limits/paymentsPerOrder``: of a longer order the newest.
    package let payments: [OrderedPayment]
    /// Whether the request names the order. An order may be paid again while a request waits; a payment that is named
    /// by its number is alone.
    package let isNamedByOrder: Bool

    package init(_ payments: [OrderedPayment]) {
        self.payments = payments
        isNamedByOrder = true
    }

    package init(of record: PaymentRecord) {
        payments = [OrderedPayment(record, renews: nil, number: 0)]
        isNamedByOrder = false
    }

    /// The same order with some of its payments alone.
    func filtered(_ isIncluded: (Payment) -> Bool) -> OrderRecord {
        OrderRecord(payments.filter { isIncluded($0.payment) }, isNamedByOrder: isNamedByOrder)
    }

    private init(_ payments: [OrderedPayment], isNamedByOrder: Bool) {
        self.payments = payments
        self.isNamedByOrder = isNamedByOrder
    }
}

/// The answer to a request for money of an order.
package enum OrderDecision: Sendable, Hashable {
    /// These amounts are used, each of another payment. The first answers the request.
    case proceed([OrderPart])
    /// Nothing is held any more, or never was: what is asked for already holds. The payments that came to nothing are
    /// cancelled, so that they are not renewed.
    case nothingLeft(of: PaymentID, cancelling: [PaymentID])
    /// The order does not allow it; ``PaymentRefusal/inFlight`` if the acquirer's next answers decide.
    case refuse(PaymentRefusal)
}

/// An amount of one payment of an order.
package struct OrderPart: Sendable, Hashable {
    package let payment: PaymentID
    /// How much of it.
    package let amount: Money

    package init(_ payment: PaymentID, _ amount: Money) {
        self.payment = payment
        self.amount = amount
    }
}

extension OrderRecord {
    /// Whether the renewal of a hold is at the acquirer: a newer payment of its card and currency without an outcome yet,
    /// that renews an earlier one. The order's other holds of the card wait with it.
    func isBeingRenewed(_ held: OrderedPayment) -> Bool {
        payments.prefix { $0.payment.id != held.payment.id }.contains { newer in
            newer.payment.state == .authorizing && newer.renews != nil
                && newer.payment.isLike(held.payment)
        }
    }

    /// The original payment of an authorization: itself, or the first of those that it renews. A failed try beside an
    /// authorization isn't one of them.
    func origin(of held: OrderedPayment) -> OrderedPayment {
        var origin = held
        // Each renews an older one, so this ends.
        while let older = renewed(by: origin) { origin = older }
        return origin
    }

    /// The payment that another one renews; nil if it renews none, or if the renewed one is not among these.
    func renewed(by renewal: OrderedPayment) -> OrderedPayment? {
        guard let id = renewal.renews else { return nil }
        return payments.first { $0.payment.id == id && $0.number < renewal.number }
    }

    /// The hold of the order whose last capture was made, or is at the acquirer, and that is newer than another one of its
    /// card and currency: the order is done with both. A renewal closes a hold too, which is no last capture.
    func lastCaptured(after held: OrderedPayment) -> Payment? {
        payments.prefix { $0.payment.id != held.payment.id }.first { newer in
            newer.payment.isClosed && !newer.isRenewed
                && newer.payment.amounts.captured + newer.payment.amounts.capturing > 0
                && newer.payment.isLike(held.payment)
        }?.payment
    }

    /// Whether another payment of one's card and currency is being authorized, or has a capture at the acquirer.
    func hasOther(inWorkBeside held: Payment) -> Bool {
        payments.contains { other in
            let other = other.payment
            return other.id != held.id && other.isLike(held)
                && (other.state == .authorizing && !other.isCardCheck || other.isRemainderPending)
        }
    }
}

extension OrderedPayment {
    /// Whether a newer authorization replaces this one.
    var isRenewed: Bool { record.closing == .renewed }
}

extension Payment {
    /// Whether another payment is of the same card and currency.
    func isLike(_ other: Payment) -> Bool {
        handle == other.handle && requested.currency == other.requested.currency
    }
}
