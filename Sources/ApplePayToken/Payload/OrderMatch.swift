import PaymentDomain

/// The order's expectation of a payment.
public struct OrderExpectation: Sendable, Hashable {
    /// The order's amount; nil takes the one that the cardholder approved.
    public var amount: Money?
    /// Whether less than the approved amount may be charged; more never may.
    public var allowsLess: Bool
    /// SHA-256 of the application data that the shop set for the order; nil if the shop did not say.
    public var applicationDataHash: [UInt8]?

    /// An expectation; by default of exactly the amount.
    public init(
        amount: Money?, allowsLess: Bool = false, applicationDataHash: [UInt8]? = nil
    ) {
        self.amount = amount
        self.allowsLess = allowsLess
        self.applicationDataHash = applicationDataHash
    }
}

/// A decrypted token that is for the current order. Only ``DecryptedPaymentToken/matched(with:)`` makes one.
public struct MatchedPaymentToken: Sendable {
    /// The token.
    public let decrypted: DecryptedPaymentToken
    /// The amount to charge.
    public let amount: Money

    fileprivate init(decrypted: DecryptedPaymentToken, amount: Money) {
        self.decrypted = decrypted
        self.amount = amount
    }
}

extension DecryptedPaymentToken {
    /// Compares the token with the order.
    ///
    /// - Throws: ``PaymentTokenError/currencyMismatch``, ``PaymentTokenError/amountMismatch``,
    ///   ``PaymentTokenError/applicationDataMismatch``.
    ///
    /// Source: Apple, Payment token format reference, step 5: "verify the original request
    /// details".
    public func matched(
        with order: OrderExpectation
    ) throws(PaymentTokenError) -> MatchedPaymentToken {
        if let expected = order.applicationDataHash {
            guard verified.token.applicationDataHash == expected else {
                throw .applicationDataMismatch
            }
        }
        return MatchedPaymentToken(
            decrypted: self, amount: try order.charge(approved: amount))
    }
}

extension OrderExpectation {
    /// The amount to charge if the cardholder approved an amount: the order's, or without one the approved amount.
    ///
    /// - Throws: ``PaymentTokenError/currencyMismatch``, ``PaymentTokenError/amountMismatch``.
    public func charge(approved: Money) throws(PaymentTokenError) -> Money {
        guard let asked = amount else { return approved }
        guard asked.currency == approved.currency else { throw .currencyMismatch }
        let isLess = allowsLess && asked.minorUnits < approved.minorUnits
        guard asked.minorUnits == approved.minorUnits || isLess else { throw .amountMismatch }
        return asked
    }
}
