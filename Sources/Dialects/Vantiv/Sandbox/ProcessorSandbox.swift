import PaymentDomain
import StrictXML

/// What Vantiv's own sandbox answers, on its paths, to what our database doesn't have; nothing is done then.
///
/// Source: the functional tests of Vantiv's PHP SDK 12.33 and Ruby SDK 12.8, and ActiveMerchant's remote tests of Litle.
enum ProcessorSandbox {
    /// The code in place of ours for a card that our database doesn't have, or for nothing to do.
    ///
    /// Its sandbox looks at the form of a registration alone, and knows no token either under an approval that was given
    /// elsewhere. Its certification expects 822 of other payments by an unknown token.
    static func code(
        for refusal: PaymentRefusal, of exchange: VantivExchange
    ) -> VantivCode? {
        guard exchange.isProcessorSandbox else { return nil }
        switch refusal {
        case .cardNotFound:
            return exchange.transaction == .captureGivenAuth ? .approved : nil
        case .registrationNotFound:
            return exchange.transaction == .registerTokenRequest ? nil : .approved
        default: break
        }
        let isForgiven = forgiven.contains {
            $0.0 == exchange.transaction && $0.1 == refusal && exchange.version.major >= $0.since
        }
        return isForgiven ? .approved : nil
    }

    /// What our amounts are right to refuse: from which version on.
    ///
    /// Source: Vantiv's certification of 12, the void of the declined order 6 (that of 8 and 9 expects 360);
    /// ActiveMerchant's verification of a card, which releases an authorization of 0, and its refund of 444 of a sale of
    /// 100; the functional tests of the PHP SDK, sales of 0.
    private static let forgiven: [(VantivTransaction, PaymentRefusal, since: Int)] = [
        (.void, .wrongState, 12), (.authReversal, .amountZero, 8), (.sale, .amountZero, 8),
        (.credit, .amountExceeded, 8),
    ]

    /// What a query finds by an `id` that our database doesn't have: as many transactions as its last digit says, or,
    /// without one, a transaction in progress. A query without an `id` finds one.
    static func matchCount(ofUnknown name: String?) -> Int? {
        guard let last = name?.utf8.last else { return 1 }
        return (0x30...0x39).contains(last) ? Int(last - 0x30) : nil
    }

    /// The messages that differ from those of the guide.
    static let messages: [VantivCode: String] = [
        .notFound: "Original transaction not found",
        .foundInProgress: "Original transaction found but response not yet available",
        .transactionNotFound: "No transaction found with specified Transaction Id",
    ]

    /// `networkTransactionId` of every approval.
    static let networkReference = "63225578415568556365452427825"

    /// Whether a network's token is said to have been used; nil if nothing is said of it: by the end of the order.
    ///
    /// Source: `authMax` came with 12.27.
    static func usesNetworkToken(_ exchange: VantivExchange) -> Bool? {
        guard exchange.isProcessorSandbox, exchange.version.isAtLeast(12, 27),
            let order = exchange.orderID
        else { return nil }
        return order.hasSuffix("401") ? true : order.hasSuffix("402") ? false : nil
    }

    /// Writes `authMax`.
    static func writeAuthMax(_ usesNetworkToken: Bool, to element: inout XMLWriter) {
        element.element("authMaxApplied", String(usesNetworkToken))
        guard usesNetworkToken else { return }
        element.element("networkTokenApplied", "true")
        element.element("networkToken", "1112000199940085")
        element.element("authMaxResponseCode", VantivCode.approved.code)
        element.element("authMaxResponseMessage", VantivCode.approved.message(in: .cnp))
    }

    /// The expiry of a card without one, which the tests of the Ruby SDK send.
    static let expiry = CardExpiry(year: 2049, month: 12)

    /// Whether a registered number is that of a decrypted Android Pay token.
    static func isAndroidPay(_ exchange: VantivExchange) -> Bool {
        exchange.isProcessorSandbox && exchange.version.major >= 12
            && exchange.orderID == "androidpay"
    }

    /// Writes `androidpayResponse`: a cryptogram that pays nothing.
    static func writeAndroidPay(to element: inout XMLWriter) {
        element.element(
            "cryptogram", "aHR0cHM6Ly93d3cueW91dHViZS5jb20vd2F0Y2g/dj1kUXc0dzlXZ1hjUQ0K")
        element.element("expMonth", "01")
        element.element("expYear", "2050")
    }
}
