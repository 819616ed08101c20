import PaymentDomain
import PaymentEngine
import StrictXML

/// The requests about a transaction that Worldpay has.
extension CNPRequest {
    /// A capture. Each is marked as one of several: the engine releases what is left by a message of its own.
    ///
    /// Source: Worldpay, Capture Transaction: a lesser amount by setting the partial attribute to true.
    init(capture advice: AcquirerAdvice, of number: Int64, by account: WorldpayAccount) {
        self.init(.capture, advice, partial: "true", by: account) { element in
            element.element("cnpTxnId", String(number))
            element.element("amount", String(advice.amount.minorUnits))
        }
    }

    /// A refund of a capture.
    init(credit advice: AcquirerAdvice, of number: Int64, by account: WorldpayAccount) {
        self.init(.credit, advice, by: account) { element in
            element.element("cnpTxnId", String(number))
            element.element("amount", String(advice.amount.minorUnits))
        }
    }

    /// The end of a capture, a refund or a credit that is not settled.
    init(void advice: AcquirerAdvice, of number: Int64, by account: WorldpayAccount) {
        self.init(.void, advice, by: account) { element in
            element.element("cnpTxnId", String(number))
        }
    }

    /// The release of a part of an authorization, or its reversal as a whole.
    ///
    /// Source: Worldpay, Notes on the Use of Authorization Reversal Transactions: without an amount, the total.
    init(
        authReversal advice: AcquirerAdvice, of number: Int64, amount: Money?,
        by account: WorldpayAccount
    ) {
        self.init(.authReversal, advice, by: account) { element in
            element.element("cnpTxnId", String(number))
            if let amount { element.element("amount", String(amount.minorUnits)) }
        }
    }

    /// The question what became of a transaction of ours.
    init(
        query original: OperationID, _ kind: WorldpayReference.Kind, for advice: AcquirerAdvice,
        by account: WorldpayAccount
    ) {
        self.init(
            .queryTransaction, advice, original: Original(original, kind), by: account
        ) { element in
            element.element("origId", original.value)
            element.element("origActionType", kind.rawValue)
        }
    }

    /// The question about a transaction that there isn't, as a test of the connection and the account.
    init(echo id: OperationID, of merchant: AcquirerMerchant, by account: WorldpayAccount) {
        self.init(
            .queryTransaction, id: id, original: Original(id, .authorization), of: merchant,
            by: account
        ) { element in
            element.element("origId", id.value)
            element.element("origActionType", WorldpayReference.Kind.authorization.rawValue)
        }
    }

    private init(
        _ transaction: Transaction, _ advice: AcquirerAdvice, original: Original? = nil,
        partial: String? = nil, by account: WorldpayAccount, _ content: (inout XMLWriter) -> Void
    ) {
        self.init(
            transaction, id: advice.id, original: original, partial: partial, of: advice.merchant,
            by: account, content)
    }
}
