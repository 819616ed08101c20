import DialectKit
import PaymentDomain

/// A request and its reply, as the start page shows them: masked before they are kept.
package struct SeenExchange: Sendable {
    /// The protocol's name.
    package let dialect: String
    /// The method, and the path as its route has it: what is variable in a path isn't shown.
    package let target: String
    /// When the request came.
    package let at: Timestamp
    /// HTTP's status.
    package let status: Int
    /// The request's outcome.
    package let outcome: String
    /// The payment, if there is one.
    package let payment: String?
    let request: String
    let reply: String

    /// Masks an exchange.
    package init(
        dialect: String, head: RequestHead, body: [UInt8], reply: DialectReply, outcome: String,
        payment: String?
    ) {
        self.dialect = dialect
        target = "\(head.route.method) \(head.route.path)"
        at = head.receivedAt
        status = reply.status
        self.outcome = outcome
        self.payment = payment
        request = body.isEmpty ? MaskedBody.query(head.query) : MaskedBody.request(body)
        self.reply = MaskedBody.reply(reply.body, contentType: reply.contentType)
    }
}
