import DialectKit
import PaymentDomain

/// An answer that is an error: nothing was decided about a payment, or nobody knows what was.
struct InstaMedFault: Error, Sendable, Hashable {
    /// The value of errorCode, in the manner of HTTP. InstaMed documents 400; the others are ours.
    enum Code: Int, Sendable, Hashable, CaseIterable {
        /// The request cannot be carried out, and would not be if it came again.
        case refused = 400
        /// User or password is wrong.
        case unauthorized = 401
        /// Our own fault.
        case failed = 500
        /// Nothing happened; the same request may succeed later.
        case tryLater = 503
        /// The outcome is not known: neither an approval nor a decline.
        case outcomeUnknown = 504
    }

    /// 200 for all answers of InstaMed's own page: clients read the body, and some discard the body of another status.
    /// Another status if the gateway stopped the request.
    let status: Int
    /// The value of errorCode.
    let code: Code
    /// Our stable code.
    let reason: String
    /// The message, with the next step. Nothing of the request.
    let sentence: String

    init(_ code: Code, _ reason: String, _ sentence: String, status: Int = 200) {
        self.status = status
        self.code = code
        self.reason = reason
        self.sentence = sentence
    }

    /// The reply.
    ///
    /// - Parameter number: The transaction to look for: one with an unknown outcome, one that a repeated source has
    ///   paid, or one that was never sent; nil if there isn't one.
    ///
    /// Source: InstaMed's portal: `errorCode=400&errorMessage=An unexpected error occurred with Reference Number …`.
    func reply(
        to exchange: InstaMedExchange, about number: TransactionNumber? = nil
    ) -> DialectReply {
        var form = InstaMedForm()
        form.field("errorCode", String(code.rawValue))
        form.field(
            "errorMessage", "\(sentence) (\(reason)) Reference Number \(exchange.reference)")
        if let number { form.field("transactionID", InstaMedTransactionID(number).text) }
        var reply = form.reply(status: status, outcome: reason)
        // The same request may simply be repeated after a while.
        if status == 429 || status == 503 {
            reply.headers["Retry-After"] = String(InstaMedLimits.retryAfterSeconds)
        }
        // RFC 9110, 15.5.2: a 401 names the scheme; clients that wait to be asked send the password only then.
        if status == 401 {
            reply.headers["WWW-Authenticate"] = #"Basic realm="InstaMed", charset="UTF-8""#
        }
        return reply
    }
}
