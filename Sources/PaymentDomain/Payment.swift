/// One payment in the database: an authorization and all that was done with it.
///
/// The amounts always obey `0 <= refunded + refunding + uncapturing <= captured`, `unrefunding <= refunded` and
/// `captured + capturing + released + releasing <= authorized`. An amount in -ing is reserved for a message that the
/// acquirer has not answered yet, so that two requests at once never share the same money.
public struct Payment: Sendable, Hashable {
    /// Our identifier.
    public let id: PaymentID
    /// The authorization's own identifier, which names it at the acquirer.
    public let authorizationID: OperationID
    /// The merchant.
    public let merchant: MerchantID
    /// The shop's own name of the order.
    public let orderReference: String
    /// The card token.
    public let handle: VaultHandle
    /// The requested amount.
    public let requested: Money
    /// Its state; changed by ``PaymentRecord/apply(_:at:newID:)`` alone.
    public internal(set) var state: PaymentState
    /// The amounts, folded from its operations by ``PaymentRecord`` alone.
    public internal(set) var amounts: PaymentAmounts
    /// When the intent was written.
    public let createdAt: Timestamp
    /// When the issuer approved.
    public internal(set) var authorizedAt: Timestamp?
    /// Whether no capture is taken any more: the final one was made or is pending, or the authorization was renewed, or
    /// its remainder is released.
    public internal(set) var isClosed: Bool

    /// A payment whose authorization is about to be sent.
    public init(
        id: PaymentID, authorizationID: OperationID, merchant: MerchantID,
        orderReference: String, handle: VaultHandle, requested: Money, createdAt: Timestamp
    ) {
        self.init(
            id: id, authorizationID: authorizationID, merchant: merchant,
            orderReference: orderReference, handle: handle, requested: requested,
            state: .authorizing, amounts: PaymentAmounts(), createdAt: createdAt,
            authorizedAt: nil)
    }

    /// A payment read back from the database.
    public init(
        id: PaymentID, authorizationID: OperationID, merchant: MerchantID,
        orderReference: String, handle: VaultHandle, requested: Money, state: PaymentState,
        amounts: PaymentAmounts, createdAt: Timestamp, authorizedAt: Timestamp?,
        isClosed: Bool = false
    ) {
        self.id = id
        self.authorizationID = authorizationID
        self.merchant = merchant
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
    public var remaining: Money { money(amounts.remaining) }

    /// The amount that can still be refunded.
    public var refundable: Money { money(amounts.refundable) }

    /// An amount of the payment's currency. Rows with amounts below zero are not loaded.
    public func money(_ minorUnits: Int64) -> Money {
        (try? Money(minorUnits: minorUnits, currency: requested.currency))
            ?? .zero(requested.currency)
    }
}

/// The state of a payment.
public enum PaymentState: String, Sendable, Hashable, Codable, CaseIterable {
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
public struct PaymentAmounts: Sendable, Hashable {
    /// The amount that the issuer approved.
    public var authorized: Int64 = 0
    /// Given back of the hold, acknowledged.
    public var released: Int64 = 0
    /// Being given back.
    public var releasing: Int64 = 0
    /// Captured, acknowledged.
    public var captured: Int64 = 0
    /// Being captured.
    public var capturing: Int64 = 0
    /// Refunded, acknowledged.
    public var refunded: Int64 = 0
    /// Being refunded.
    public var refunding: Int64 = 0
    /// Captured, and being taken back.
    public var uncapturing: Int64 = 0
    /// Refunded, and being taken back.
    public var unrefunding: Int64 = 0

    /// All zero.
    public init() {}

    /// The remainder of the authorized amount.
    public var remaining: Int64 { authorized - released - releasing - captured - capturing }

    /// The captured amount that can still be refunded or voided.
    public var refundable: Int64 { captured - refunded - refunding - uncapturing }

    /// The approved amount, if it is less than the requested one; nil if all of it was approved, or nothing.
    public func approvedPart(of requested: Money) -> Money? {
        guard authorized > 0, authorized < requested.minorUnits else { return nil }
        return try? Money(minorUnits: authorized, currency: requested.currency)
    }

    /// Whether every invariant of the type's documentation holds.
    public var isSound: Bool {
        let parts = [
            authorized, released, releasing, captured, capturing, refunded, refunding,
            uncapturing, unrefunding,
        ]
        guard parts.allSatisfy({ $0 >= 0 && $0 <= Limits.maximumMinorUnits }) else { return false }
        return remaining >= 0 && refundable >= 0 && unrefunding <= refunded
    }
}
