// The state of a payment while the acquirer has not answered all messages.

extension Payment {
    /// Whether the payment only checks the card: nothing is held, whatever the answer.
    package var isCardCheck: Bool { requested.isZero }

    /// The amount that the issuer approved; nil if it approved nothing.
    package var authorizedAmount: Money? {
        amounts.authorized > 0 ? money(amounts.authorized) : nil
    }

    /// Whether a capture or the void of one is pending, so that more of the hold may remain than does now.
    package var isRemainderPending: Bool { amounts.capturing > 0 || amounts.uncapturing > 0 }

    /// Whether any message is pending that takes from the hold or gives back to it.
    package var isHoldPending: Bool { isRemainderPending || amounts.releasing > 0 }

    /// Whether all of the hold is being released, and the acquirer has not answered yet.
    package var isBeingReleased: Bool {
        state == .authorized && amounts.releasing > 0 && amounts.remaining == 0
            && amounts.captured == 0 && amounts.capturing == 0
    }

    /// Whether the hold is older than issuers keep one.
    package func hasExpired(at now: Timestamp) -> Bool {
        let start = authorizedAt ?? createdAt
        return now >= start.adding(seconds: Limits.authorizationLifetimeSeconds)
    }
}
