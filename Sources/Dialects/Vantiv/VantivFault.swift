import DialectKit
import PaymentDomain
import StrictXML

/// A reply without a transaction: the root alone, with `response` other than 0 and a message.
///
/// Source: Vantiv, …OnlineResponse; `response` 1 is a schema error or a wrong credential. HTTP's status is 200 except
/// if the transport itself failed: clients take any other for that.
struct VantivFault: Sendable, Hashable {
    /// HTTP's status.
    var status = 200
    /// Our stable code.
    let reason: String
    /// The attribute `message`.
    let message: String
    /// Whether the same request may simply be repeated after a while.
    var mayRepeat = false

    func reply(in dialog: VantivSession) -> DialectReply {
        var writer = XMLWriter()
        writer.root(
            dialog.family.response, namespace: dialog.family.namespace,
            attributes: [
                ("version", dialog.version), ("response", "1"), ("message", message),
            ]
        ) { _ in }
        var reply = VantivDialect.reply(writer, status: status, outcome: reason)
        if mayRepeat { reply.headers["Retry-After"] = String(VantivLimits.retryAfterSeconds) }
        return reply
    }
}
