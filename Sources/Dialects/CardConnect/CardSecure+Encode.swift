import DialectKit
import PaymentDomain
import StrictCoding

/// An answer other than success.
struct CardSecureFault: Error, Sendable, Hashable {
    /// The HTTP status.
    var status = 400
    /// The value of `errorcode`.
    let code: CardSecureCode
    /// Our stable code, for metrics.
    let reason: String
    /// Whether the same request may simply be repeated after a while.
    var mayRepeat = false

    /// A fault with the documented text of its code.
    init(_ code: CardSecureCode, _ reason: String, status: Int = 400, mayRepeat: Bool = false) {
        self.code = code
        self.reason = reason
        self.status = status
        self.mayRepeat = mayRepeat
    }
}

extension CardSecureDialect {
    /// The reply to what was tokenized.
    func tokenReply(_ token: String, outcome: String) -> DialectReply {
        reply(.none, outcome: outcome) { $0.member("token", token) }
    }

    func echoReply(_ message: String) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("message", message)
            reply.member("errorcode", CardSecureCode.none.rawValue)
        }
        return json(writer.bytes, outcome: "echo")
    }

    /// The reply to what was refused.
    func reply(with fault: CardSecureFault) -> DialectReply {
        var reply = reply(fault.code, status: fault.status, outcome: fault.reason) { _ in }
        if fault.mayRepeat {
            reply.headers["Retry-After"] = String(CardConnectLimits.retryAfterSeconds)
        }
        return reply
    }

    private func reply(
        _ code: CardSecureCode, status: Int = 200, outcome: String,
        _ content: (inout JSONWriter.Object) -> Void
    ) -> DialectReply {
        var writer = JSONWriter()
        writer.object { reply in
            reply.member("message", code.message)
            reply.member("errorcode", code.rawValue)
            content(&reply)
        }
        return json(writer.bytes, status: status, outcome: outcome)
    }

    private func json(_ body: [UInt8], status: Int = 200, outcome: String) -> DialectReply {
        DialectReply(
            status: status, contentType: "application/json", body: body, outcomeCode: outcome,
            headers: ["X-Content-Type-Options": "nosniff"])
    }
}
