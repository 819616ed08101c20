/// One payment in the database: an authorization and all that was done with it.
///
/// The amounts always obey `0 <= refunded + refunding + uncapturing <= captured`, `unrefunding <= refunded` and
/// `captured + capturing + released + releasing <= authorized`. An amount in -ing is reserved for a message that the
/// acquirer has not answered yet, so that two requests at once never share the same money.
package struct Payment: Sendable, Hashable {
    /// Our identifier.
    package let id: PaymentID
    /// The authorization's own identifier, which names it at the acquirer.
    package let authorizationID: OperationID
    package let merchant: MerchantID
    /// The line of its authorization, which all later messages take too. It changes only before the first byte is sent.
    package var line: LineID
    /// The shop's own name of the order.
    package let orderReference: String
    /// The card token.
    package let handle: VaultHandle
    /// The requested amount.
    package let requested: Money
    /// Its state; changed by ``PaymentRecord/apply(_:at:newID:)`` alone.
    package internal(set) var state: PaymentState
    /// The amounts, folded from its operations by ``PaymentRecord`` alone.
    package internal(set) var amounts: PaymentAmounts
    /// When the intent was written.
    package let createdAt: Timestamp
    /// When the issuer approved.
    package internal(set) var authorizedAt: Timestamp?
    /// Whether no capture is taken any more: the final one was made or is pending, or the authorization was renewed, or
    /// its remainder is released.
    package internal(set) var isClosed: Bool

    /// A payment whose authorization is about to be sent.
    package init(
        id: PaymentID, authorizationID: OperationID, merchant: MerchantID, line: LineID,
        orderReference: String, handle: VaultHandle, requested: Money, createdAt: Timestamp
    ) {
        self.init(
            id: id, authorizationID: authorizationID, merchant: merchant, line: line,
            orderReference: orderReference, handle: handle, requested: requested,
            state: .authorizing, amounts: PaymentAmounts(), createdAt: createdAt,
            authorizedAt: nil)
    }

    package init(
        id: PaymentID, authorizationID: OperationID, merchant: MerchantID, line: LineID,
        orderReference: String, handle: VaultHandle, requested: Money, state: PaymentState,
        amounts: PaymentAmounts, createdAt: Timestamp, authorizedAt: Timestamp?,
        isClosed: Bool = false
    ) {
        self.id = id
        self.authorizationID = authorizationID
        self.merchant = merchant
        self.line = line
        self.orderReference = orderReference
        self.handle = handle
        self.requested = requested
        self.state = state
        self.amounts = amounts
        self.createdAt = createdAt
        self.authorizedAt = authorizedAt
        self.isClosed = isClosed
    }

    /// The amount that can still be captured or released.
    package var remaining: Money { money(amounts.remaining) }

    /// The amount that can still be refunded.
    package var refundable: Money { money(amounts.refundable) }

    /// An amount of the payment's currency. Rows with amounts below zero are not loaded.
    package func money(_ minorUnits: Int64) -> Money {
        (try? Money(minorUnits: minorUnits, currency: requested.currency))
            ?? .zero(requested.currency)
    }
}

package enum PaymentState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The intent is durable; the acquirer is being asked.
    case authorizing
    /// The issuer holds, or held, the amount.
    case authorized
    /// The issuer refused.
    case declined
    /// The request never left us.
    case notSent
    /// No answer came; a reversal is on its way.
    case outcomeUnknown
    /// The acquirer has acknowledged the reversal: nothing is held.
    case reversed
    /// The merchant gave up the whole hold before anything was captured: a void.
    case released
    /// No authorization: money was given to the card. Its one operation shows whether that was voided.
    case credited
}

/// The amounts of a payment in minor units of its currency.
package struct PaymentAmounts: Sendable, Hashable {
    /// The amount that the issuer approved.
    package var authorized: Int64 = 0
    /// Given back of the hold, acknowledged.
    package var released: Int64 = 0
    /// Being given back.
    package var releasing: Int64 = 0
    /// Captured, acknowledged.
    package var captured: Int64 = 0
    /// Being captured.
    package var capturing: Int64 = 0
    /// Refunded, acknowledged.
    package var refunded: Int64 = 0
    /// Being refunded.
    package var refunding: Int64 = 0
    /// Captured, and being taken back.
    package var uncapturing: Int64 = 0
    /// Refunded, and being taken back.
    package var unrefunding: Int64 = 0

    package init() {}

    /// The remainder of the authorized amount.
    package var remaining: Int64 { authorized - released - releasing - captured - capturing }

    /// The captured amount that can still be refunded or voided.
    package var refundable: Int64 { captured - refunded - refunding - uncapturing }

    /// The approved amount, if it is less than the requested one; nil if all of it was approved, or nothing.
    package func approvedPart(of requested: Money) -> Money? {
        guard authorized > 0, authorized < requested.minorUnits else { return nil }
        return try? Money(minorUnits: authorized, currency: requested.currency)
    }

    /// Whether every invariant of the type's documentation holds.
    package var isSound: Bool {
        let parts = [
            authorized, released, releasing, captured, capturing, refunded, refunding,
            uncapturing, unrefunding,
        ]
        guard parts.allSatisfy({ $0 >= 0 && $0 <= Limits.maximumMinorUnits }) else { return false }
        return remaining >= 0 && refundable >= 0 && unrefunding <= refunded
    }
}
