/// A question which of a payment's checks a token passes. The token can still pay afterwards.
package struct CheckTokenCommand: Sendable {
    package var payload: ApplePayPayload
    /// The order's amount, to be compared with the token's; nil to leave that out.
    package var amount: Money?

    package init(payload: ApplePayPayload, amount: Money?) {
        self.payload = payload
        self.amount = amount
    }
}

/// One check of a token, and what it came to.
package struct TokenCheck: Sendable, Hashable {
    /// The checks in the order in which a payment makes them.
    package enum Name: String, Sendable, Hashable, CaseIterable {
        /// The token has the form that Apple describes.
        case format
        /// Apple signed it, and recently.
        case signature
        /// The merchant has its key, and it decrypts to a payment.
        case decryption
        /// Its amount and currency are the order's.
        case order
        /// No payment has spent it.
        case unspent
    }

    package enum Verdict: Sendable, Hashable {
        case passed
        case failed(TokenRefusal)
        /// A check before it failed, or it wasn't asked for.
        case notChecked
    }

    package var name: Name
    package var verdict: Verdict

    package init(_ name: Name, _ verdict: Verdict) {
        self.name = name
        self.verdict = verdict
    }
}
