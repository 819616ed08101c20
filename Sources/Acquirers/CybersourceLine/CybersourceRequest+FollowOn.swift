import PaymentDomain
import PaymentEngine
import StrictCoding

/// The requests about a transaction.
extension CybersourceRequest {
    /// A capture of (a part of) a payment.
    init(capture advice: AcquirerAdvice, of original: CybersourceReference) {
        self.init(
            original.path("captures"), code: advice.id, transaction: advice.id,
            success: [.accepted]
        ) { root in
            root.member("orderInformation") { $0.amount(advice.amount) }
        }
    }

    /// A refund of (a part of) a capture.
    init(refund advice: AcquirerAdvice, of original: CybersourceReference) {
        self.init(
            original.path("refunds"), code: advice.id, transaction: advice.id,
            success: [.accepted]
        ) { root in
            root.member("orderInformation") { $0.amount(advice.amount) }
        }
    }

    /// The end of a capture, a refund or a credit that is not settled. It has no `transactionId`: a second one is refused
    /// anyway.
    init(void advice: AcquirerAdvice, of original: CybersourceReference) {
        self.init(
            original.path("voids"), code: advice.id, transaction: nil, success: [.undone]
        ) { _ in }
    }

    /// The release of a part of a payment.
    init(release advice: AcquirerAdvice, of original: CybersourceReference) {
        self.init(
            original.path("reversals"), code: advice.id, transaction: advice.id,
            success: [.undone]
        ) { $0.reversal(of: advice.amount) }
    }

    /// The reversal of a payment as a whole, by its own approved amount. It has no `transactionId`: a second one is
    /// refused anyway.
    init(reversal advice: AcquirerAdvice, of original: CybersourceReference, approved: Money) {
        self.init(
            original.path("reversals"), code: advice.id, transaction: nil, success: [.undone]
        ) { $0.reversal(of: approved) }
    }

    /// The reversal of a payment whose answer never came.
    ///
    /// Source: Cybersource, Time-Out Authorization Reversals.
    init(timeoutReversal advice: AcquirerAdvice) {
        self.init(
            "/pts/v2/reversals", code: advice.id, transaction: advice.authorizationID,
            success: [.undone], isEchoed: false
        ) { $0.reversal(of: advice.amount) }
    }

    /// The void of a payment or a credit whose answer never came. It needs no amount.
    ///
    /// Source: Cybersource, Time-Out Void.
    init(timeoutVoid advice: AcquirerAdvice) {
        self.init(
            "/pts/v2/voids", code: advice.id, transaction: advice.authorizationID,
            success: [.undone], isEchoed: false
        ) { _ in }
    }
}

extension CybersourceReference {
    /// The path of a request about the transaction.
    fileprivate func path(_ action: String) -> String {
        "/pts/v2/\(kind.resource)/\(id)/\(action)"
    }
}

extension JSONWriter.Object {
    fileprivate mutating func reversal(of amount: Money) {
        member("reversalInformation") { $0.amount(amount) }
    }
}
