import PaymentDomain

/// The events that a merchant asks for.
package struct EventQuery: Sendable, Hashable {
    /// The place behind which to begin; nil for the first event.
    package var start: EventBookmark?
    /// How many events are wanted at most.
    package var limit: Int
    /// The kinds that are wanted.
    package var kinds: Set<EventKind>
    /// The payment whose events are wanted; nil for all.
    package var payment: PaymentID?

    package init(
        after start: EventBookmark? = nil, limit: Int, kinds: Set<EventKind>? = nil,
        payment: PaymentID? = nil
    ) {
        self.start = start
        self.limit = limit
        self.kinds = kinds ?? Set(EventKind.allCases)
        self.payment = payment
    }
}

/// The answer to a merchant's question about its events.
package enum EventAnswer: Sendable, Hashable {
    case page(EventSlice)
    /// The bookmark isn't this merchant's, or its change isn't stored any more.
    case bookmarkUnknown
    /// The merchant has no such payment.
    case paymentNotFound
}

/// Some events in their order, and where to go on.
package struct EventSlice: Sendable, Hashable {
    package let events: [Event]
    /// The place behind what was read; nil if nothing was ever written.
    package let next: EventBookmark?
    /// Whether there may be more now.
    package let hasMore: Bool

    package init(events: [Event], next: EventBookmark?, hasMore: Bool) {
        self.events = events
        self.next = next
        self.hasMore = hasMore
    }
}
